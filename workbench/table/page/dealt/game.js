// A whole game that the table deals: the frame round its stage. Of the game it knows nothing but the protocol: actions,
// the places that they name, in which words. What the seat sees is shown by the stage of the game, or by its picture.
import "./game.css";
import { showAdvice } from "./advice.js";
import { begun, grouped } from "./choices.js";
import { button, make } from "./dom.js";
import { ending } from "./ending.js";
import { icon, sketch } from "./icons.js";
import { entries, entry } from "./entries.js";
import { Pictured } from "./pictured.js";
import { sentence } from "./sentence.js";
import { Join } from "./join.js";
import { sign } from "./signs.js";
import { openTable } from "./table.js";

/** @import { Action } from "./choices.js" */
/** @import { View } from "./client.js" */
/** @import { Entry } from "./entries.js" */
/** @import { Stage, StageType } from "./places.js" */
/** @import { SignName } from "./signs.js" */
/** @import { App } from "./table.js" */
/** @typedef {{reason: string, winners: number[], scores: number[], told: string[], had: string[]}} Outcome  with what each had, where points do not say all */
/**
 * @typedef {object} Tried  what a run leads to
 * @property {boolean} done
 * @property {Table} table  unless it is done
 * @property {string} told  what it would cost and bring
 * @property {string[]} pays  the places of what is given up
 * @property {string} label  what its button says, if not what the last action is called
 * @property {boolean} unwise  whether it would only do harm
 */
/** @typedef {Tried & {action: Action}} Step  an action of a run, with what the run up to it leads to */
/** @typedef {{from: number, open: Action[], chosen: string[]}} Chosen  a set: at which step it begins, what else could be done
 * there, what is chosen */
/**
 * @typedef {object} Table  what the seat sees
 * @property {number | null} to_act
 * @property {string | null} decision
 * @property {string} question
 * @property {any} scene  for the stage of the game
 * @property {string | null} picture  of a game without one
 * @property {Entry[]} log
 * @property {Action[]} actions
 * @property {boolean} thinking
 * @property {string[]} people  what the seats are called, in the words of the game
 * @property {boolean} undo  whether this seat can take back what was done last
 * @property {Outcome | null} outcome
 */

export class Game {
  static compact = true; // the bar has room for whose turn it is
  /** @type {StageType} */
  static stage = Pictured; // the page of the game, if it has one

  /** @param {HTMLElement} host @param {App} app */
  constructor(host, app) {
    this.app = app;
    /** @type {View} */
    this.view = app.view;
    /** @type {Step[]} */
    this.run = []; // steps that are chosen and not sent
    /** @type {string[]} */
    this.picked = []; // places that were tapped
    /** @type {Step | null} */
    this.chosen = null; // the last step of what is whole, and waits to be confirmed
    /** @type {Action[]} */
    this.opened = []; // those of the group that is open
    this.group = ""; // that is open: its actions are offered, and no others
    this.decided = ""; // the decision for which all this was chosen
    this.trying = false;
    this.advising = false; // whether this player wants advice in this game
    const { say } = app;
    this.host = host;
    this.board = make("div", { class: "board" });
    this.panel = make("section", { class: "panel game-panel", "aria-label": say("game.actions") });
    this.refusal = make("div", { class: "refusal", role: "alert" });
    this.prompt = make("p", { class: "prompt", role: "status", tabindex: "-1" });
    this.choices = make("div", { class: "choices" });
    this.last = button("last", () => this.#showLog());
    this.lately = make("aside", { class: "lately", "aria-label": say("common.log") });
    this.panel.append(this.refusal, this.prompt, this.choices, this.last, this.lately);
    host.classList.add("fixed", "whole");
    host.append(this.board, this.panel);
    /** @type {Stage | null} */
    this.stage = null;
    app.bar.append(icon("log", say("common.log"), () => this.#showLog()));
    this.bulb = icon("hint", say("game.advice"), () => showAdvice(this));
    app.bar.append(this.bulb);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const decision = JSON.stringify([view.table.actions, view.table.decision, view.table.log]);
    if (decision !== this.decided) this.#reset();
    this.decided = decision;
    this.draw();
  }

  leave() {
    this.stage?.leave();
  }

  /** What is shown: the table, or what the steps of a run lead to. @returns {Table} */
  get table() {
    return this.run.at(-1)?.table ?? this.view.table;
  }

  /** Whether this phone may choose. */
  get mine() {
    const { table, you } = this.view;
    return you !== null && table.to_act === you && table.actions.length > 0;
  }

  #reset() {
    this.run = [];
    this.picked = [];
    this.chosen = null;
    this.opened = [];
    this.group = "";
    this.refusal.replaceChildren();
  }

  /** Write what changed; the focus stays on the same thing, or goes to what can be chosen next. */
  draw() {
    const { table } = this, held = this.host.contains(document.activeElement), focused = document.activeElement;
    this.app.title(table.scene?.step || this.#turn(), null, this.name(this.view.table.to_act));
    this.host.classList.toggle("waiting", !this.mine);
    this.host.classList.toggle("looking", this.view.you === null);
    this.bulb.hidden = !this.mine;
    this.#drawStage(table);
    this.#drawRings();
    this.#drawPrompt();
    const inside = this.choices.contains(focused);
    this.choices.replaceChildren(...(table.outcome ? ending(this, table.outcome) : this.#buttons()));
    this.#drawLog();
    if (!held || (focused?.isConnected && focused !== document.body && focused !== this.prompt)) return; // the prompt holds it while others act
    const next = (inside && this.choices.querySelector(".btn.main")) || this.board.querySelector(".can, .ring-at") || this.choices.querySelector("button") || this.prompt;
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }

  /** @param {Table} table */
  #drawStage(table) {
    const { scene } = table, kind = scene ? /** @type {typeof Game} */ (this.constructor).stage : Pictured; // notation is drawn
    if (!(this.stage instanceof kind)) {
      this.stage?.leave();
      this.board.replaceChildren();
      this.board.className = scene ? `board stage ${this.view.game}` : "board";
      this.stage = new kind(this.board, this);
    }
    this.stage.show(scene ?? table);
  }

  /** Whose turn it is, in a line. */
  #turn() {
    const { say } = this.app, { table, you } = this.view;
    if (table.outcome) return say("game.over");
    if (table.to_act === null) return "";
    if (table.to_act === you) return say("game.your_turn");
    return say(table.thinking ? "game.thinking" : "game.turn_of", { name: this.name(table.to_act) });
  }

  // ---- people -----------------------------------------------------------------------------------------------

  /** How somebody is called. @param {number | null} seat */
  name(seat) {
    return seat === null ? "" : (this.view.table.people[seat] ?? this.app.say("join.seat", { number: seat + 1 }));
  }

  /** A seat as pictures call it, and who sits there. @param {number} seat */
  who(seat) {
    const name = seat === this.view.you ? this.app.say("join.you") : this.name(seat);
    return [make("b", { class: "seat-number" }, this.app.number(seat + 1)), make("bdi", {}, name)];
  }

  /** The disc of a seat: its colour and the first letter of the name, which stands beside it. @param {number} seat */
  disc(seat) {
    const [letter] = new Intl.Segmenter().segment(this.name(seat));
    return make("i", { class: `disc seat-${this.view.table.scene?.colours?.[seat] ?? seat}`, "aria-hidden": "true" }, letter?.segment.toUpperCase() ?? "");
  }

  // ---- rings and taps ---------------------------------------------------------------------------------------

  /** The places of an action that can be touched. @param {Action} action */
  #places(action) {
    return action.places.filter((place) => this.stage?.has(place));
  }

  /** The actions of the open group that name all places that were tapped. */
  #candidates() {
    return this.table.actions.filter((one) => one.group === this.group && this.picked.every((place) => one.places.includes(place)));
  }

  #drawRings() {
    const words = new Map();
    for (const action of new Set([...this.#candidates(), ...(this.#set()?.open ?? [])])) {
      for (const place of this.#places(action)) words.set(place, [...(words.get(place) ?? []), action.label]);
    }
    const told = Array.from(words, ([place, all]) => /** @type {[string, string]} */ ([place, all.slice(0, 5).join("; ")]));
    const chosen = this.#steps.flatMap((step) => this.#places(step.action));
    this.stage?.ring(new Map(told), [...chosen, ...this.picked], this.#steps.at(-1)?.pays ?? []);
  }

  /** A place is picked, given up again, or with others points at one action; or it says why nothing can be done there.
   * @param {string | null} place */
  async tap(place) {
    if (this.trying) return;
    const had = this.chosen?.action.places ?? this.picked, set = this.#set();
    this.refusal.replaceChildren();
    const open = set?.open.filter((one) => one.places.includes(place ?? "")) ?? [];
    if (set && place !== null && open.some((one) => one.set)) return this.#gather(set, place);
    if (set && open.length) this.run.length = set.from; // something else than the set
    const naming = place === null ? [] : this.table.actions.filter((one) => one.places.includes(place));
    if (place !== null && !naming.length) return this.whyNot(place);
    this.chosen = null;
    this.opened = [];
    this.picked = [];
    if (place !== null && !had.includes(place)) this.#pick(place, had, naming);
    const [only, ...more] = this.picked.length ? this.#candidates() : [];
    this.#drawRings();
    if (only && !more.length) await this.#choose(only, "wait");
    else this.draw();
  }

  /** Add a place to those that go with it, in the group that has it, and what the stage proposes to them.
   * @param {string} place @param {string[]} had @param {Action[]} naming  the actions that name it */
  #pick(place, had, naming) {
    if (!naming.some(({ group }) => group === this.group)) this.group = naming[0].group;
    const open = naming.filter(({ group }) => group === this.group);
    this.picked = [...had.filter((other) => open.some(({ places }) => places.includes(other))), place];
    if (!this.#candidates().length) this.picked = [place];
    const left = this.#candidates(), more = (left.length > 1 && this.stage?.propose?.(left)) || [];
    this.picked = [...new Set([...this.picked, ...more])];
  }

  /** Tap one place after the other, as long as each is a step of the run. @param {string[]} places */
  async follow(places) {
    for (const place of places) {
      const steps = this.#steps.length;
      await this.tap(place);
      if (this.#steps.length === steps) return;
    }
  }

  /** Hold places of a choice that is not complete. @param {string[]} places */
  hold(places) {
    if (this.trying) return;
    this.refusal.replaceChildren();
    this.chosen = null;
    this.picked = places;
    this.draw();
  }

  /** Offer the actions of a group, and no others; the only one is chosen. @param {string} group */
  async open(group) {
    if (this.trying) return;
    const [only, ...more] = this.#inside(group);
    if (only && !more.length) return this.#choose(only, "wait");
    this.group = group;
    this.hold([]);
  }

  /** Say why nothing can be done with a place, or with several together; of a thing that has more to say, in a sheet. @param {...string} places */
  async whyNot(...places) {
    const { app } = this, { table } = this.view, about = places.length === 1 ? this.stage?.about?.(places[0]) : undefined;
    if (!this.mine && about) return this.tell(about);
    if (table.outcome || this.view.you === null) return;
    if (!this.mine) return this.refuse(this.#turn());
    const run = this.run.map((step) => step.action.do).join("\n");
    const found = await app.ask(`why?place=${encodeURIComponent(places.join("\n"))}&do=${encodeURIComponent(run)}&group=${encodeURIComponent(this.group)}`);
    if (!found) return;
    const told = found.told || `${app.say("game.nothing_here")} ${this.table.question}`;
    if (about) this.tell([about[0], told, ...about.slice(1)]);
    else this.refuse(told);
  }

  /** A thing in words, as a sheet: what it is called, and what is said of it. @param {string[]} told */
  tell([title, ...told]) {
    this.app.sheet({ title: title.replace(/\.$/, "") }, ...told.map((one) => make("p", {}, this.sentence(one))));
  }

  /** Say why something was not done, where the sentence stood; until the next choice. @param {string} told */
  refuse(told) {
    this.refusal.replaceChildren(make("p", {}, this.sentence(told)));
  }

  // ---- runs -------------------------------------------------------------------------------------------------

  /** All that is chosen and not sent. */
  get #steps() {
    return [...this.run, ...(this.chosen ? [this.chosen] : [])];
  }

  /** Go on with an action: a run stays open; what is whole is sent at once, waits to be confirmed, or waits if there is
   * something to be said of it. @param {Action} action @param {"send" | "wait" | "say"} how */
  async #choose(action, how) {
    if (this.trying) return;
    this.refusal.replaceChildren();
    this.#busy(true);
    this.picked = [];
    this.opened = [];
    this.chosen = null;
    const found = await this.#step(action);
    if (found?.done && (how === "send" || (how === "say" && !found.told))) {
      await this.app.act(this.#steps.map((step) => step.action.do));
      this.#reset();
    }
    this.#busy(false);
    this.draw();
  }

  /** Try one more action of the run. @param {Action} action */
  async #step(action) {
    /** @type {Tried | null} */
    const found = await this.app.try([...this.run, { action }].map((step) => step.action.do));
    if (found?.done) this.chosen = { action, ...found };
    else if (found) {
      this.run.push({ action, ...found });
      this.group = "";
    }
    return found;
  }

  /** The set that is being chosen. @returns {Chosen | null} */
  #set() {
    const from = this.#steps.findIndex((step) => step.action.set);
    if (from < 0) return null;
    const open = (this.run[from - 1]?.table ?? this.view.table).actions;
    return { from, open, chosen: this.#steps.slice(from).flatMap((step) => this.#places(step.action)) };
  }

  /** Put a thing into a set or take it out, in the order in which the engine takes them. @param {Chosen} set @param {string} place */
  async #gather({ from, chosen }, place) {
    const left = new Set(chosen.includes(place) ? chosen.filter((one) => one !== place) : [...chosen, place]);
    this.#busy(true);
    this.picked = [];
    this.opened = [];
    this.chosen = null;
    this.run.length = from;
    while (left.size && !this.chosen) {
      const next = this.table.actions.find((one) => (one.set || this.run.length > from) && one.places.some((at) => left.has(at)));
      for (const at of next?.places ?? []) left.delete(at);
      if (!next || !(await this.#step(next))) break;
    }
    this.#busy(false);
    this.draw();
    if (left.size) await this.whyNot([...left][0]);
  }

  /** @param {boolean} busy */
  #busy(busy) {
    this.trying = busy;
    this.panel.setAttribute("aria-busy", String(busy));
  }

  #back() {
    if (this.opened.length) this.opened = [];
    else if (this.picked.length || this.chosen) this.picked = [];
    else if (this.group) this.group = around(this.group);
    else this.run.pop();
    this.chosen = null;
    this.refusal.replaceChildren();
    this.draw();
  }

  // ---- the panel --------------------------------------------------------------------------------------------

  #drawPrompt() {
    const { say } = this.app, { question, actions, outcome } = this.table, step = this.#steps.at(-1);
    const asked = this.group ? this.#groups[this.group].ask : question, said = outcome ? outcome.told.join(" ") : step?.told || asked;
    const [told, more = ""] = said.split(/(?<=[.?!؟]) (.*)/s); // the first sentence stands out
    /** @type {(Node | string)[]} */
    const lines = [make("b", {}, told ? this.sentence(told) : this.#turn())];
    if (more) lines.push(make("span", { class: "more" }, this.sentence(more)));
    const done = this.run.slice(0, this.#set()?.from).map((one) => one.action.label), begins = this.opened.length > 1 ? [begun(this.opened)] : [];
    if (done.length || begins.length) lines.push(make("span", { class: "steps" }, this.words([...done, ...begins].join(" · "))));
    if (step?.told && !this.chosen) lines.push(make("span", { class: "muted hint" }, this.sentence(asked)));
    else if (!done.length && !begins.length && !outcome && actions.length > 1 && !this.chosen && this.board.querySelector(".can, .ring-at")) {
      const placed = actions.every((one) => this.#places(one).length);
      lines.push(make("span", { class: "muted hint" }, say(placed ? "game.tap" : "game.tap_or_choose")));
    }
    this.prompt.replaceChildren(...lines);
  }

  /** @returns {Node[]} */
  #buttons() {
    const { say } = this.app, buttons = [];
    const { chosen } = this;
    if (chosen) buttons.push(button(chosen.unwise ? "btn" : "btn main", () => this.#choose(chosen.action, "send"), this.words(chosen.label || chosen.action.label)));
    else buttons.push(...this.#listed());
    if (this.run.length || this.picked.length || this.opened.length || this.group || chosen) buttons.push(this.#stepBack());
    else if (this.view.table.undo) buttons.push(button("btn back", () => this.app.act("undo"), sketch("undo"), say("game.undo")));
    return buttons;
  }

  /** The button that goes one step back: a sign alone, so that what can be chosen has the room. */
  #stepBack() {
    const node = button("btn back", () => this.#back(), sketch("back"));
    node.setAttribute("aria-label", this.app.say("common.back"));
    return node;
  }

  /** What can be chosen by words: what names no place but those that were tapped, or the only action; groups before it. */
  #listed() {
    const open = this.#candidates(), closed = this.#closed(), alone = open.length === 1 && !closed.length;
    const named = this.picked.length > 0 || alone;
    const actions = open.filter((one) => alone || one.button || this.#places(one).every((place) => this.picked.includes(place)));
    const last = actions.findLast(({ completes }) => completes); // one button is filled
    return [...closed, ...grouped(actions, this.opened).map(({ words, actions: all }) => {
      const [only] = all;
      if (all.length === 1) {
        const main = only === last || (named && actions.length === 1), step = this.run.at(-1);
        const looks = main && !(only.completes && step?.unwise) ? "btn main" : "btn";
        const one = button(looks, () => this.#choose(only, main ? "send" : "say"), this.words(words));
        if (words !== only.label) one.setAttribute("aria-label", only.label);
        return one;
      }
      const group = button("btn group", () => {
        this.opened = all;
        this.draw();
      }, this.words(`${words} …`), make("span", { class: "count" }, this.app.number(all.length)));
      group.setAttribute("aria-expanded", "false");
      return group;
    })];
  }

  /** @returns {Record<string, {words: string, ask: string, sign: SignName}>} */
  get #groups() {
    return this.table.scene?.groups ?? {};
  }

  /** What can be done in a group, and in those inside it, whose names begin with its own. @param {string} group */
  #inside(group) {
    return this.table.actions.filter((one) => one.group === group || one.group.startsWith(`${group}/`));
  }

  /** Whether something in a group can be done. @param {string} group */
  offers(group) {
    return this.#inside(group).length > 0;
  }

  /** The groups that can be opened from the open one, or from none. */
  #closed() {
    if (this.picked.length) return [];
    const all = Object.entries(this.#groups).filter(([key]) => around(key) === this.group && this.offers(key));
    return all.map(([key, { words, sign: name }]) => {
      const node = button("btn", () => void this.open(key), sign(name), this.words(words));
      node.setAttribute("aria-expanded", "false");
      return node;
    });
  }

  /** What the table says: in the direction of the page, which names in it cannot turn; notation from left to right.
   * @param {...(Node | string)} said */
  words(...said) {
    return make("span", this.app.client.notation ? { dir: "ltr" } : {}, ...said);
  }

  /** The same outside of buttons, in which there are none: numbers of rules open them. @param {string} text */
  sentence(text) {
    return this.words(...sentence(this.app, text));
  }

  // ---- the log ----------------------------------------------------------------------------------------------

  #drawLog() {
    const { log } = this.view.table, newest = log.at(-1);
    this.last.hidden = !newest;
    if (newest) this.last.replaceChildren(entry(this, newest, this.words(newest.text)), sketch("log"));
    this.lately.replaceChildren(make("h3", {}, this.app.say("common.log")), make("ol", { class: "lines", tabindex: "0" }, ...entries(this, log)));
  }

  #showLog() {
    const { say } = this.app, { log } = this.view.table;
    const list = log.length ? make("ol", { class: "lines" }, ...entries(this, log)) : make("p", { class: "muted" }, say("game.nothing_yet"));
    const note = this.view.note ? [make("p", { class: "muted small", dir: "auto" }, ...sentence(this.app, this.view.note))] : [];
    this.app.sheet({ title: say("common.log") }, ...note, list);
  }

  /** What the menu holds of this screen. @param {() => void} close @returns {Node[]} */
  menu(close) {
    const { notation } = this.app.client;
    const speech = button("menu-row", () => {
      this.app.notation = !notation;
      close();
    }, sketch("settings"), this.app.say("game.notation"));
    speech.setAttribute("aria-pressed", String(notation));
    return [speech];
  }
}

/** Begin the page of a table that deals a game. @param {StageType} stage  the page of the game */
export function openGame(stage) {
  const screen = class extends Game {
    static stage = stage;
  };
  openTable({ setup: Join, play: screen, over: screen });
}

/** The group around another one; empty for none. @param {string} group */
function around(group) {
  return group.slice(0, Math.max(group.lastIndexOf("/"), 0));
}
