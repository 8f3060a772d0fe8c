// A whole game that the table deals, of any kind: the picture of what the seat sees, what it may do there as rings
// and buttons, what has happened. Of the game it knows nothing but the protocol: actions, the places that they name.
import { begun, grouped } from "./choices.js";
import { button, make } from "./dom.js";
import { icon, sketch } from "./icons.js";
import { Picture } from "./picture.js";
import { sentence } from "./sentence.js";

/** @import { Action } from "./choices.js" */
/** @import { View } from "./client.js" */
/** @import { App } from "./table.js" */
/** @typedef {{reason: string, winners: number[], scores: number[], told: string[]}} Outcome */
/**
 * @typedef {object} Table  what the seat sees
 * @property {number | null} to_act
 * @property {string | null} decision
 * @property {string} question
 * @property {string | null} picture
 * @property {string[]} log
 * @property {Action[]} actions
 * @property {boolean} thinking
 * @property {Outcome | null} outcome
 */

const LATELY = 3; // lines of the log that are shown below the picture

export class Game {
  /** @param {HTMLElement} host @param {App} app */
  constructor(host, app) {
    this.app = app;
    /** @type {View} */
    this.view = app.view;
    /** @type {{action: Action, table: Table}[]} */
    this.run = []; // steps that are chosen and not sent, with what each leads to
    /** @type {string[]} */
    this.picked = []; // places that were tapped
    /** @type {Action | null} */
    this.chosen = null; // waits to be confirmed
    /** @type {Action[]} */
    this.opened = []; // those of the group that is open
    this.decided = ""; // the decision for which all this was chosen
    this.trying = false;
    this.board = make("div", { class: "board" });
    this.players = make("ol", { class: "players", "aria-label": app.say("game.players") });
    this.panel = make("section", { class: "panel game-panel", "aria-label": app.say("game.actions") });
    this.prompt = make("p", { class: "prompt", role: "status" });
    this.choices = make("div", { class: "choices" });
    this.lately = make("div", { class: "lately" });
    this.panel.append(this.prompt, this.choices, this.lately);
    const frame = make("div");
    this.board.append(this.players, frame);
    host.classList.add("fixed");
    host.append(this.board, this.panel);
    this.picture = new Picture(frame, app.words, (place) => this.#tap(place));
    app.bar.append(icon("log", app.say("common.log"), () => this.#showLog()));
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const decision = JSON.stringify([view.table.actions, view.table.decision, view.table.log]);
    if (decision !== this.decided) this.#reset();
    this.decided = decision;
    this.#draw();
  }

  leave() {
    this.picture.leave();
  }

  /** What is shown: the table, or what the steps of a run lead to. @returns {Table} */
  get table() {
    return this.run.at(-1)?.table ?? this.view.table;
  }

  #reset() {
    this.run = [];
    this.picked = [];
    this.chosen = null;
    this.opened = [];
  }

  #draw() {
    const { table } = this;
    this.app.title(this.#turn(), null, this.#name(this.view.table.to_act));
    this.#drawPlayers();
    if (table.picture) this.picture.show(table.picture);
    this.#drawRings();
    this.#drawPrompt();
    this.choices.replaceChildren(...(table.outcome ? this.#ending(table.outcome) : this.#buttons()));
    this.#drawLately();
  }

  /** Whose turn it is, in a line. */
  #turn() {
    const { say } = this.app, { table, you } = this.view;
    if (table.outcome) return say("game.over");
    if (table.to_act === null) return "";
    if (table.to_act === you) return say("game.your_turn");
    return say(table.thinking ? "game.thinking" : "game.turn_of", { name: this.#name(table.to_act) });
  }

  #drawPlayers() {
    const { seats, table } = this.view;
    this.players.replaceChildren(...seats.map(({ seat }) => {
      const acts = seat === table.to_act && !table.outcome;
      const node = make("li", { class: acts ? "acting" : "" }, ...this.#who(seat));
      if (acts) node.setAttribute("aria-current", "true");
      return node;
    }));
  }

  /** A seat as pictures and actions call it, and who sits there. @param {number} seat */
  #who(seat) {
    const name = seat === this.view.you ? this.app.say("join.you") : this.#name(seat);
    return [make("b", { class: "seat-number" }, this.app.number(seat + 1)), make("bdi", {}, name)];
  }

  /** How somebody is called; nobody is nameless. @param {number | string | null} seat */
  #name(seat) {
    if (seat === null) return "";
    const found = this.view.seats.find((one) => one.seat === seat);
    return found?.name ?? found?.bot ?? this.app.say("join.seat", { number: Number(seat) + 1 });
  }

  // ---- rings and taps ---------------------------------------------------------------------------------------

  /** The places of an action that can be touched. @param {Action} action */
  #places(action) {
    return action.places.filter((place) => this.picture.has(place));
  }

  /** The actions that name all places that were tapped. */
  #candidates() {
    return this.table.actions.filter((one) => this.picked.every((place) => one.places.includes(place)));
  }

  #drawRings() {
    const words = new Map();
    for (const action of this.#candidates()) {
      for (const place of this.#places(action)) words.set(place, [...(words.get(place) ?? []), action.label]);
    }
    const told = Array.from(words, ([place, all]) => /** @type {[string, string]} */ ([place, all.slice(0, 5).join("; ")]));
    this.picture.ring(new Map(told), this.chosen ? this.#places(this.chosen) : this.picked);
  }

  /** A place is picked, given up again, or with others points at one action. @param {string | null} place */
  async #tap(place) {
    if (this.trying) return;
    const had = this.picked;
    this.chosen = null;
    this.opened = [];
    if (place === null || had.includes(place)) this.picked = [];
    else {
      this.picked = [...had, place];
      if (!this.#candidates().length) this.picked = [place];
    }
    const [only, ...more] = this.picked.length ? this.#candidates() : [];
    if (only && !more.length) await this.#choose(only, this.run.length > 0);
    else this.#draw();
  }

  // ---- runs -------------------------------------------------------------------------------------------------

  /** Go on with an action: a run stays open; what is whole is sent, or waits to be confirmed. @param {Action} action @param {boolean} sure */
  async #choose(action, sure) {
    if (this.trying) return;
    this.#busy(true);
    const lines = [...this.run, { action }].map((step) => step.action.do), found = await this.app.try(lines);
    this.picked = [];
    this.opened = [];
    this.chosen = null;
    if (found?.done && sure) await this.app.act(lines);
    if (!found || (found.done && sure)) this.#reset(); // done, or refused with the reason
    else if (found.done) this.chosen = action;
    else this.run.push({ action, table: found.table });
    this.#busy(false);
    this.#draw();
  }

  /** @param {boolean} busy */
  #busy(busy) {
    this.trying = busy;
    this.panel.setAttribute("aria-busy", String(busy));
  }

  #back() {
    if (this.opened.length) this.opened = [];
    else if (this.picked.length || this.chosen) this.picked = [];
    else this.run.pop();
    this.chosen = null;
    this.#draw();
  }

  // ---- the panel --------------------------------------------------------------------------------------------

  #drawPrompt() {
    const { say } = this.app, { question, actions, outcome } = this.table;
    /** @type {(Node | string)[]} */
    const told = [make("b", {}, outcome || !question ? this.#turn() : this.#sentence(question))];
    const done = this.run.map((step) => step.action.label), begins = this.opened.length > 1 ? [begun(this.opened)] : [];
    if (done.length || begins.length) told.push(make("span", { class: "steps" }, this.#words([...done, ...begins].join(" · "))));
    else if (!outcome && actions.length > 1 && !this.chosen && this.picture.cells.size) {
      const placed = actions.every((one) => this.#places(one).length);
      told.push(make("span", { class: "muted hint" }, say(placed ? "game.tap" : "game.tap_or_choose")));
    }
    this.prompt.replaceChildren(...told);
  }

  /** @returns {Node[]} */
  #buttons() {
    const { say } = this.app, buttons = [];
    const { chosen } = this;
    if (chosen) buttons.push(button("btn main", () => this.#choose(chosen, true), this.#words(chosen.label)));
    else buttons.push(...this.#listed());
    if (this.run.length || this.picked.length || this.opened.length || chosen) buttons.push(button("btn back", () => this.#back(), sketch("back"), say("common.back")));
    return buttons;
  }

  /** What can be chosen by words: what a tapped place leaves open, what names no place, or the only action. */
  #listed() {
    const open = this.#candidates(), named = this.picked.length > 0 || open.length === 1;
    const actions = open.filter((one) => named || !this.#places(one).length);
    return grouped(actions, this.opened).map(({ words, actions: all }) => {
      const [only] = all;
      if (all.length === 1) {
        const one = button(named && actions.length === 1 ? "btn main" : "btn", () => this.#choose(only, true), this.#words(words));
        if (words !== only.label) one.setAttribute("aria-label", only.label);
        return one;
      }
      const group = button("btn group", () => {
        this.opened = all;
        this.#draw();
        /** @type {HTMLElement | null} */ (this.choices.querySelector("button"))?.focus();
      }, this.#words(`${words} …`), make("span", { class: "count" }, this.app.number(all.length)));
      group.setAttribute("aria-expanded", "false");
      return group;
    });
  }

  /** Who has won, what each scored, and the record to keep. @param {Outcome} outcome @returns {Node[]} */
  #ending({ told, winners, scores }) {
    const { say } = this.app;
    const rows = this.view.seats.map(({ seat }) => make("tr", { class: winners.includes(seat) ? "won" : "" },
      make("th", { scope: "row" }, ...this.#who(seat)),
      make("td", { class: "num" }, this.app.number(scores[seat])),
      make("td", {}, winners.includes(seat) ? say("game.won") : ""),
    ));
    const record = make("a", { class: "btn main wide", href: "record", download: "" }, sketch("load"), say("game.record"));
    return [make("p", { class: "muted reason" }, this.#sentence(told.join(" "))), make("table", { class: "scores" }, make("tbody", {}, ...rows)), record];
  }

  /** What the table says: in the direction of the page, which names in it cannot turn; notation from left to right.
   * @param {...(Node | string)} said */
  #words(...said) {
    return make("span", this.app.client.notation ? { dir: "ltr" } : {}, ...said);
  }

  /** The same outside of buttons, in which there are none. @param {string} text */
  #sentence(text) {
    return this.#words(...sentence(this.app, text));
  }

  // ---- the log ----------------------------------------------------------------------------------------------

  #drawLately() {
    const { log } = this.view.table;
    const lines = log.slice(-LATELY).map((/** @type {string} */ line) => make("li", {}, this.#sentence(line)));
    this.lately.replaceChildren(make("h3", {}, this.app.say("common.log")), make("ol", { class: "lines short" }, ...lines), make("ol", { class: "lines long" }, ...this.#lines()));
  }

  /** All lines, the newest first. */
  #lines() {
    return [...this.view.table.log].reverse().map((/** @type {string} */ line) => make("li", {}, this.#sentence(line)));
  }

  #showLog() {
    const { say } = this.app, lines = this.#lines();
    const list = lines.length ? make("ol", { class: "lines" }, ...lines) : make("p", { class: "muted" }, say("game.nothing_yet"));
    const note = this.view.note ? [make("p", { class: "muted small", dir: "auto" }, ...sentence(this.app, this.view.note))] : [];
    const { notation } = this.app.client;
    const speech = button("btn wide", () => {
      this.app.notation = !notation;
      sheet.close();
    }, say("game.notation"));
    speech.setAttribute("aria-pressed", String(notation));
    const sheet = this.app.sheet({ title: say("common.log") }, ...note, list, speech);
  }
}
