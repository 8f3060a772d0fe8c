// A whole game that the table deals: the frame round its stage. Of the game it knows nothing but the protocol: actions,
// the places that they name, in which words. What the seat sees is shown by the stage of the game, or by its picture.
import "./game.css";
import { showAdvice } from "./advice.js";
import { begun, grouped } from "./choices.js";
import { Choosing, around } from "./choosing.js";
import { button, make } from "./dom.js";
import { ending } from "./ending.js";
import { icon, sketch } from "./icons.js";
import { entries, entry } from "./entries.js";
import { pressedOnce } from "./keys.js";
import { Pictured } from "./pictured.js";
import { sentence } from "./sentence.js";
import { Join, free } from "./join.js";
import { sign } from "./signs.js";
import { openTable } from "./table.js";

/** @import { Best } from "./advice.js" */
/** @import { Action } from "./choices.js" */
/** @import { View } from "./client.js" */
/** @import { Entry } from "./entries.js" */
/** @import { LookBack } from "./lookback.js" */
/** @import { Stage, StageType } from "./places.js" */
/** @import { SignName } from "./signs.js" */
/** @import { App } from "./table.js" */
/** @typedef {{reason: string, winners: number[], scores: number[], told: string[], had: string[]}} Outcome  with what each had, where points do not say all */
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
 * @property {boolean} advises  whether this seat can have advice now
 * @property {boolean} undo  whether this seat can take back what was done last
 * @property {string | null} [asked]  where a card lay that was seen, which is asked for
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
    this.advises = app.view.advice;
    /** @type {Best[]} */
    this.best = []; // what this seat was advised in the decision that is open
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
    for (const part of [this.board, this.panel]) pressedOnce(part);
    /** @type {Stage | null} */
    this.stage = null;
    this.choosing = new Choosing(this);
    this.decided = ""; // the decision for which something is chosen
    /** @type {LookBack | null} */
    this.past = null; // on which one looks back
    app.bar.append(icon("log", say("common.log"), () => this.#showLog()));
    this.bulb = icon("hint", say("game.advice"), () => showAdvice(this));
    app.bar.append(this.bulb);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    if (view.advice !== this.advises && !view.host) this.app.toast(this.app.say(view.advice ? "game.advice_on" : "game.advice_off"));
    this.advises = view.advice;
    const decision = JSON.stringify([view.table.actions, view.table.decision, view.table.log]);
    if (decision !== this.decided) {
      this.choosing.begin();
      this.best = [];
      this.past = null;
    }
    this.decided = decision;
    this.draw();
  }

  leave() {
    this.stage?.leave();
  }

  /** What is shown: the table as it was, if one looks back; as it would be; or as it is. @returns {Table} */
  get table() {
    return this.past?.table ?? this.choosing.table;
  }

  /** Whether this phone may choose. */
  get mine() {
    const { table } = this.view;
    return table.actions.length > 0;
  }

  /** Write what changed; the focus stays on the same thing, or goes to what can be chosen next. */
  draw() {
    const { table } = this, held = this.host.contains(document.activeElement), focused = document.activeElement;
    this.app.title(table.scene?.step || this.#turn(), null, this.name(table.to_act));
    this.host.classList.toggle("waiting", !this.mine);
    this.host.classList.toggle("looking", this.view.you === null);
    const { host: hosts, read_only, phase } = this.view;
    this.bulb.hidden = !this.view.table.advises && (!hosts || read_only || phase !== "play");
    this.#drawStage(table);
    this.#drawRings();
    this.#drawMarks();
    this.#drawPrompt();
    const inside = this.choices.contains(focused);
    this.#drawChoices(table);
    this.#drawLog();
    if (!held || (focused?.isConnected && ![document.body, this.host, this.prompt].includes(/** @type {HTMLElement} */ (focused)))) return; // the prompt holds it while others act
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
    const { say } = this.app, { you } = this.view, { table } = this;
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

  /** The disc of a seat: its colour and the first letter of the name, which stands beside it; its number where others begin alike.
   * @param {number} seat */
  disc(seat) {
    const letter = initial(this.name(seat)), shared = this.view.seats.some((one) => one.seat !== seat && initial(this.name(one.seat)) === letter);
    return make("i", { class: `disc seat-${this.view.table.scene?.colours?.[seat] ?? seat}`, "aria-hidden": "true" }, shared ? this.app.number(seat + 1) : letter);
  }

  /** Whether all wait for a seat at which nobody sits, and which can be taken. */
  get #vacant() {
    const seat = this.view.seats.find((one) => one.seat === this.table.to_act);
    return this.view.phase === "play" && this.view.kind === "dealt" && !this.view.read_only && seat !== undefined && free(seat, this.view);
  }

  // ---- rings, and what cannot be done -------------------------------------------------------------------------

  #drawRings() {
    const { choosing } = this, words = new Map();
    for (const action of new Set([...choosing.candidates, ...(choosing.set?.open ?? [])])) {
      for (const place of choosing.places(action)) words.set(place, [...(words.get(place) ?? []), action.label]);
    }
    for (const place of this.#advised) words.get(place)?.unshift(this.app.say("game.advised"));
    const told = Array.from(words, ([place, all]) => /** @type {[string, string]} */ ([place, all.slice(0, 5).join("; ")]));
    const chosen = choosing.steps.flatMap((step) => choosing.places(step.action));
    const { asked } = choosing.table, marked = asked && !chosen.includes(asked) ? [asked] : [...chosen, ...choosing.picked];
    this.stage?.ring(new Map(told), marked, choosing.steps.at(-1)?.pays ?? []);
  }

  /** Mark what is advised. @param {Best[]} best */
  advise(best) {
    this.best = best;
    this.draw();
  }

  /** The places of what is advised, as long as nothing else was begun. */
  get #advised() {
    const { steps, picked } = this.choosing;
    return steps.length || picked.length || this.past ? [] : this.best.flatMap(({ places }) => places);
  }

  /** Whether one of some actions is advised. @param {Action[]} actions */
  #isBest(actions) {
    return !this.choosing.run.length && actions.some((one) => this.best.some(({ do: best }) => one.do === best || one.do.startsWith(`${best}, `)));
  }

  /** Mark the places of what is best, and of what was chosen instead, if one looks back. */
  #drawMarks() {
    const moment = this.past?.moment, marked = { best: moment?.better.places ?? this.#advised, was: moment?.chosen.places ?? [] };
    for (const [mark, places] of Object.entries(marked)) {
      for (const node of this.board.querySelectorAll(`.${mark}`)) node.classList.remove(mark);
      for (const place of places) for (const node of this.stage?.found(place) ?? []) node.classList.add(mark);
    }
  }

  /** Bring what is best into sight. */
  bring() {
    this.board.querySelector(".best")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Say why nothing can be done with a place, or with several together; of a thing that has more to say, in a sheet. @param {...string} places */
  async whyNot(...places) {
    const { app } = this, { table } = this.view, about = places.length === 1 ? this.stage?.about?.(places[0]) : undefined;
    if (!this.mine && about) return this.tell(about);
    if (table.outcome || this.view.you === null) return;
    if (!this.mine) return this.refuse(this.#turn());
    const { run, group, table: now } = this.choosing;
    const found = await app.ask(`why?${new URLSearchParams({ place: places.join("\n"), do: run.map((step) => step.action.do).join("\n"), group })}`);
    if (!found) return;
    const told = found.told || `${app.say("game.nothing_here")} ${now.question}`;
    if (about) this.tell([about[0], told, ...about.slice(1)]);
    else this.refuse(told);
  }

  /** A thing in words, as a sheet: what it is called, and what is said of it. @param {string[]} told */
  tell([title, ...told]) {
    this.app.sheet({ title: title.replace(/\.$/, "") }, ...told.map((one) => make("p", {}, this.sentence(one))));
  }

  /** Say why something was not done, where the sentence stood; until the next choice, when nothing is said. @param {string} told */
  refuse(told) {
    this.refusal.replaceChildren(...(told ? [make("p", {}, this.sentence(told))] : []));
  }

  /** @param {boolean} busy  whether the engine is asked */
  busy(busy) {
    this.panel.setAttribute("aria-busy", String(busy));
    this.#drawRings();
  }

  // ---- the panel --------------------------------------------------------------------------------------------

  #drawPrompt() {
    const { say } = this.app, { choosing } = this, { question, actions, outcome } = this.table, { run, opened, chosen, group } = choosing, step = choosing.steps.at(-1);
    const asked = group ? this.#groups[group].ask : this.#vacant ? say("game.vacant", { name: this.name(this.table.to_act) }) : question, said = outcome ? outcome.told.join(" ") : step?.told || asked;
    const [told, more = ""] = said.split(/(?<=[.?!؟]) (.*)/s); // the first sentence stands out
    /** @type {(Node | string)[]} */
    const lines = [make("b", {}, told ? this.sentence(told) : this.#turn())];
    if (more) lines.push(make("span", { class: "more" }, this.sentence(more)));
    const done = run.slice(0, choosing.set?.from).map((one) => one.action.label), begins = opened.length > 1 ? [begun(opened)] : [];
    const newest = [...done, ...begins].slice(-2).join(" · "); // what came before has its rings
    if (newest) lines.push(make("span", { class: "steps" }, this.words(newest)));
    if (step?.told && !chosen) lines.push(make("span", { class: "muted hint" }, this.sentence(asked)));
    else if (!newest && !outcome && actions.length > 1 && !chosen && this.#ringed && actions.some((one) => one.group || !choosing.places(one).length)) {
      lines.push(make("span", { class: "muted hint" }, say("game.tap_or_choose")));
    }
    this.prompt.replaceChildren(...lines);
  }

  /** Whether something that can be chosen is ringed. */
  get #ringed() {
    return this.board.querySelector(".can, .ring-at") !== null;
  }

  /** The filled button, once something is chosen. @returns {HTMLElement | null} */
  get confirming() {
    return this.choosing.begun ? this.choices.querySelector(".btn.main") : null;
  }

  /** @param {Table} table */
  #drawChoices({ outcome }) {
    const nodes = this.past?.nodes ?? (outcome ? ending(this, outcome) : this.#buttons());
    if (nodes[0] !== this.choices.firstChild) this.choices.replaceChildren(...nodes); // a slider under a finger stays
  }

  /** @returns {Node[]} */
  #buttons() {
    /** @type {HTMLElement[]} */
    const buttons = [];
    const { choosing } = this, { chosen } = choosing;
    if (chosen) buttons.push(button(chosen.unwise ? "btn" : "btn main", () => choosing.choose(chosen.action, "send"), this.words(chosen.label || chosen.action.label)));
    else buttons.push(...this.#pad(), ...this.#closed(), ...this.#listed());
    if (this.#vacant) buttons.push(button("btn", () => this.app.seats(true), sketch("seats"), this.app.say("common.seats")));
    if (!buttons.length && this.#ringed) buttons.push(make("p", { class: "missing" }, this.app.say("game.tap")));
    const pad = buttons.find((one) => one.matches(".pad")), back = choosing.begun ? this.#stepBack() : this.view.table.undo ? this.takeBack(pad !== undefined) : null;
    if (back && pad) pad.append(back); // its last key; on phones it stands beside what is asked
    else if (back) buttons.push(back);
    return buttons;
  }

  /** The button that takes back what was done last. @param {boolean} [bare]  without words on it */
  takeBack(bare = false) {
    const words = this.app.say("game.undo"), node = button("btn back", () => this.app.act("undo"), sketch("undo"), ...(bare ? [] : [words]));
    if (bare) node.setAttribute("aria-label", words);
    return node;
  }

  /** The button that goes one step back: a sign alone, so that what can be chosen has the room. */
  #stepBack() {
    const node = button("btn back", () => this.choosing.back(), sketch("back"));
    node.setAttribute("aria-label", this.app.say("common.back"));
    return node;
  }

  /** A pad of numbers, where one of them is asked for; what cannot be is pale. @returns {HTMLElement[]} */
  #pad() {
    const keys = this.choosing.candidates.filter(({ way }) => way === "pad");
    const made = keys.map((one) => {
      const key = button(this.#isBest([one]) ? "btn best" : "btn", () => this.choosing.choose(one, "send"), one.short ?? "");
      key.setAttribute("aria-label", one.label);
      if (one.gone) key.setAttribute("aria-disabled", "true");
      return key;
    });
    return keys.length ? [make("div", { class: "pad", role: "group", "aria-label": this.table.question }, ...made)] : [];
  }

  /** The groups that can be opened from the open one, or from none. */
  #closed() {
    const { choosing } = this;
    if (choosing.picked.length) return [];
    const all = Object.entries(this.#groups).filter(([key]) => around(key) === choosing.group && choosing.inside(key).length);
    return all.map(([key, { words, sign: name }]) => {
      const node = button(this.#isBest(choosing.inside(key)) ? "btn best" : "btn", () => void choosing.open(key), sign(name), this.words(words));
      node.setAttribute("aria-expanded", "false");
      return node;
    });
  }

  /** What can be chosen by words: what names no place but those that were tapped, or the only action. */
  #listed() {
    const { choosing } = this, { picked, opened, run } = choosing, open = choosing.candidates.filter(({ way }) => way !== "pad"), alone = choosing.candidates.length === 1 && !this.#closed().length;
    const actions = open.filter((one) => alone || shown(one) || choosing.places(one).every((place) => picked.includes(place)));
    const last = actions.findLast(({ way }) => way === "completes"), sole = (alone || picked.length > 0) && actions.length === 1; // one button is filled
    return grouped(actions, opened).map(({ words, actions: all }) => {
      const [only] = all;
      if (all.length > 1) return this.#row(words, all);
      const main = only === last || sole, harms = only === last && run.at(-1)?.unwise;
      const one = button(main && !harms ? "btn main" : "btn", () => choosing.choose(only, main ? "send" : "say"), this.words(words));
      if (words !== only.label) one.setAttribute("aria-label", only.label);
      if (this.#isBest([only])) {
        one.classList.add("best");
        one.append(make("span", { class: "unseen" }, this.app.say("game.advised")));
      }
      return one;
    });
  }

  /** A button that opens a row of like actions. @param {string} words  with which they begin @param {Action[]} actions */
  #row(words, actions) {
    const node = button(this.#isBest(actions) ? "btn group best" : "btn group", () => {
      this.choosing.opened = actions;
      this.draw();
    }, this.words(`${words} …`), make("span", { class: "count" }, this.app.number(actions.length)));
    node.setAttribute("aria-expanded", "false");
    return node;
  }

  /** @returns {Record<string, {words: string, ask: string, sign: SignName}>} */
  get #groups() {
    return this.choosing.table.scene?.groups ?? {};
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
    const { log } = this.past?.table ?? this.view.table, newest = log.at(-1); // what is tried has not happened
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

  /** Whether this phone notes the game. */
  get writes() {
    return this.view.seats.some(({ seat, writes }) => writes === true && seat === this.view.you);
  }

  /** What brings the notes as a file. @param {string} kind */
  notes(kind) {
    return make("a", { class: kind, href: "notes", download: "" }, sketch("load"), this.app.say("game.notes"));
  }

  /** What the menu holds of this screen. @param {() => void} close @returns {Node[]} */
  menu(close) {
    const { notation } = this.app.client;
    if (this.view.kind === "noted") return this.writes ? [this.notes("menu-row")] : [];
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

/** The first letter of a name. @param {string} name */
function initial(name) {
  const [letter] = new Intl.Segmenter().segment(name);
  return letter?.segment.toUpperCase() ?? "";
}

/** Whether an action has a button even where it names a place. @param {Action} action */
function shown({ way }) {
  return way === "button" || way === "completes";
}
