// What is being chosen: places that were tapped, the steps of a run that are not sent yet. Of rules it knows nothing: it
// finds the action that is meant by what was tapped, and each step is tried by the engine before it counts.
/** @import { Action } from "./choices.js" */
/** @import { Game, Table } from "./game.js" */
/**
 * @typedef {object} Tried  what a run leads to
 * @property {boolean} done
 * @property {Table} table  unless it is done
 * @property {string} told  what it would cost and bring
 * @property {string[]} pays  the places of what is given up
 * @property {string} label  what its button says, if not what the last action is called
 * @property {boolean} unwise  whether it would only do harm
 * @property {boolean} [at_once]  whether it is done without being confirmed, for it can be taken back
 */
/** @typedef {Tried & {action: Action}} Step  an action of a run, with what the run up to it leads to */
/** @typedef {{from: number, open: Action[], chosen: string[]}} Chosen  a set: at which step it begins, what else could be done
 * there, what is chosen */

export class Choosing {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.trying = false; // the engine is asked
    /** @type {Step[]} */
    this.run = []; // steps that are chosen and not sent
    /** @type {string[]} */
    this.picked = []; // places that were tapped
    /** @type {Step | null} */
    this.chosen = null; // the last step of what is whole, and waits to be confirmed
    /** @type {Action[]} */
    this.opened = []; // those of a row of like actions that is open
    this.group = ""; // that is open: its actions are offered, and no others
  }

  /** Nothing is chosen. */
  begin() {
    this.#let();
    this.run = [];
    this.group = "";
    this.game.refuse("");
  }

  /** What the steps of the run lead to; without one, what is there. @returns {Table} */
  get table() {
    return this.run.at(-1)?.table ?? this.game.view.table;
  }

  /** All that is chosen and not sent. */
  get steps() {
    return [...this.run, ...(this.chosen ? [this.chosen] : [])];
  }

  /** Whether something was begun, from which there is a step back. */
  get begun() {
    return this.steps.length > 0 || this.picked.length > 0 || this.opened.length > 0 || this.group !== "";
  }

  /** The actions of the open group that name all places that were tapped. */
  get candidates() {
    return this.table.actions.filter((one) => one.group === this.group && this.picked.every((place) => one.places.includes(place)));
  }

  /** The set that is being chosen. @returns {Chosen | null} */
  get set() {
    const from = this.steps.findIndex((step) => step.action.way === "set");
    if (from < 0) return null;
    const open = (this.run[from - 1]?.table ?? this.game.view.table).actions;
    return { from, open, chosen: this.steps.slice(from).flatMap((step) => this.places(step.action)) };
  }

  /** The places of an action that can be touched. @param {Action} action */
  places(action) {
    return action.places.filter((place) => this.game.stage?.has(place));
  }

  /** What can be done in a group, and in those inside it, whose names begin with its own. @param {string} group */
  inside(group) {
    return this.table.actions.filter((one) => one.group === group || one.group.startsWith(`${group}/`));
  }

  // ---- by places ----------------------------------------------------------------------------------------------

  /** A place is picked, given up again, or with others points at one action; or it says why nothing can be done there.
   * @param {string | null} place */
  async tap(place) {
    if (this.trying) return;
    const had = this.chosen?.action.places ?? this.picked, { set } = this;
    this.game.refuse("");
    const open = set?.open.filter((one) => one.places.includes(place ?? "")) ?? [];
    if (set && place !== null && open.some((one) => one.way === "set")) return this.#gather(set, place);
    if (set && open.length) this.run.length = set.from; // something else than the set
    const naming = place === null ? [] : this.table.actions.filter((one) => one.places.includes(place));
    if (place !== null && !naming.length) return this.game.whyNot(place);
    this.#let();
    if (place !== null && !had.includes(place)) this.#pick(place, had, naming);
    const [only, ...more] = this.picked.length ? this.candidates : [];
    if (only && !more.length) await this.choose(only, "wait");
    else this.game.draw();
  }

  /** Add a place to those that go with it, in the group that has it, and what the stage proposes to them.
   * @param {string} place @param {string[]} had @param {Action[]} naming  the actions that name it */
  #pick(place, had, naming) {
    if (!naming.some(({ group }) => group === this.group)) this.group = naming[0].group;
    const open = naming.filter(({ group }) => group === this.group);
    this.picked = [...had.filter((other) => open.some(({ places }) => places.includes(other))), place];
    if (!this.candidates.length) this.picked = [place];
    const left = this.candidates, more = (left.length > 1 && this.game.stage?.propose?.(left)) || [];
    this.picked = [...new Set([...this.picked, ...more])];
  }

  /** Tap one place after the other, as long as each is a step of the run. @param {string[]} places */
  async follow(places) {
    for (const place of places) {
      const steps = this.steps.length;
      await this.tap(place);
      if (this.steps.length === steps) return;
    }
  }

  /** Hold places of a choice that is not complete. @param {string[]} places */
  hold(places) {
    if (this.trying) return;
    this.game.refuse("");
    this.chosen = null;
    this.picked = places;
    this.game.draw();
  }

  /** Offer the actions of a group, and no others; the only one is chosen. @param {string} group */
  async open(group) {
    if (this.trying) return;
    const [only, ...more] = this.inside(group);
    if (only && !more.length) return this.choose(only, "wait");
    this.group = group;
    this.hold([]);
  }

  // ---- step by step -------------------------------------------------------------------------------------------

  /** Go on with an action: a run stays open; what is whole is sent at once, waits to be confirmed, or waits if there is
   * something to be said of it. @param {Action} action @param {"send" | "wait" | "say"} how */
  async choose(action, how) {
    if (this.trying) return;
    this.game.refuse("");
    await this.#busy(async () => {
      const found = await this.#step(action);
      if (!found?.done || (how === "wait" && !found.at_once) || (how === "say" && found.told)) return;
      if (await this.game.app.act(this.steps.map((step) => step.action.do))) this.begin(); // else it still waits, below the reason
    });
  }

  /** Try one more action of the run. @param {Action} action */
  async #step(action) {
    const { decided } = this.game;
    /** @type {Tried | null} */
    const found = await this.game.app.try([...this.run, { action }].map((step) => step.action.do));
    if (decided !== this.game.decided) return null; // what it was tried in is gone
    if (found?.done) this.chosen = { action, ...found };
    else if (found) {
      this.run.push({ action, ...found });
      this.group = "";
    }
    return found;
  }

  /** Put a thing into a set or take it out, in the order in which the engine takes them. @param {Chosen} set @param {string} place */
  async #gather({ from, chosen }, place) {
    const left = new Set(chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place]);
    await this.#busy(async () => {
      this.run.length = from;
      while (left.size && !this.chosen) {
        const next = this.table.actions.find((one) => (one.way === "set" || this.run.length > from) && one.places.some((at) => left.has(at)));
        for (const at of next?.places ?? []) left.delete(at);
        if (!next || !(await this.#step(next))) break;
      }
    });
    if (left.size) await this.game.whyNot([...left][0]);
  }

  /** Ask the engine about steps, and draw what came of it. @param {() => Promise<void>} work */
  async #busy(work) {
    this.trying = true;
    this.game.busy(true);
    this.#let();
    await work();
    this.trying = false;
    this.game.busy(false);
    this.game.draw();
  }

  /** Let go of what is not yet a step of the run. */
  #let() {
    this.picked = [];
    this.opened = [];
    this.chosen = null;
  }

  /** Take back one step. */
  back() {
    if (this.opened.length) this.opened = [];
    else if (this.picked.length || this.chosen) this.picked = [];
    else if (this.group) this.group = around(this.group);
    else this.run.pop();
    this.chosen = null;
    this.game.refuse("");
    this.game.draw();
  }
}

/** The group around another one; empty for none. @param {string} group */
export function around(group) {
  return group.slice(0, Math.max(group.lastIndexOf("/"), 0));
}
