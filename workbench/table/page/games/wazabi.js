// Wazabi: the steps of the turn, the others in the order of play, the piles, one's own dice and hand.
import "./wazabi.css";
import { button, make } from "./dom.js";
import { openGame } from "./game.js";
import { Places } from "./places.js";
import { sign } from "./signs.js";

/** @import { Game } from "./game.js" */
/** @import { SignName } from "./signs.js" */
/** @typedef {{face: "wazabi" | "card" | "die" | "blank", count: number, told: string, stack: string}} Dice  alike ones */
/** @typedef {{cost: string, name: string, does: string[]}} Face  a card that is read */
/** @typedef {Face & {place: string, label: string, copies: string, new: string, dear: boolean}} Card */
/** @typedef {{seat: number, place: string, name: string, label: string, tag: string, acts: boolean, dice: Dice[], rolled: boolean,
 * facts: Record<"die" | "dotcard", string>, status: string, warn: boolean}} Other */
/** @typedef {{label: string, pile: {count: string, caption: string, label: string}, told: string[],
 * played: {top: Face | null, caption: string, title: string, list: string[]}}} Middle */
/** @typedef {{seat: number, label: string, name: string, told: string, dice: Dice[], rolled: string, hand: Card[]}} Own */
/** @typedef {{sign: string, steps: {name: string, is: string}[], others: {label: string, players: Other[]}, middle: Middle, own: Own | null}} Scene */

/** @type {Record<string, SignName>} */
const SIGNS = { die: "die", card: "dotcard", player: "person", to: "arrow", from: "arrow", swap: "swap", again: "flip", glass: "hourglass" };
const MOST_DICE = 7; // that lie in a row one by one
const IN_A_ROW = 5; // kinds of cards in the hand; more of them are smaller

export class Wazabi extends Places {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    super(host, game);
    this.steps = make("ol", { class: "steps" });
    this.others = make("div", { class: "zone others", role: "group" });
    this.middle = make("div", { class: "zone middle", role: "group" });
    this.own = make("section", { class: "zone own" });
    host.append(this.steps, this.others, this.middle, this.own);
  }

  /** @param {Scene} scene */
  show({ steps, sign: letter, others, middle, own }) {
    this.host.classList.toggle("room", !own);
    this.part(this.steps, steps, (all) => all.map(({ name, is }) => {
      const step = make("li", { class: is }, ...(is === "done" ? [sign("check")] : []), name);
      if (is === "now") step.setAttribute("aria-current", "step");
      return step;
    }));
    this.others.setAttribute("aria-label", others.label);
    this.others.className = `zone others of-${others.players.length}`;
    this.part(this.others, others.players, (all) => all.map((one) => this.#other(one, letter)));
    this.middle.setAttribute("aria-label", middle.label);
    this.part(this.middle, middle, (data) => this.#middle(data));
    this.own.hidden = !own;
    if (!own) return;
    this.own.setAttribute("aria-label", own.label);
    this.part(this.own, own, (data) => this.#own(data, letter));
  }

  /** @param {Other} other @param {string} letter */
  #other({ seat, place, name, label, tag, acts, dice, rolled, facts, status, warn }, letter) {
    const who = make("span", { class: "who" }, this.game.disc(seat), make("bdi", {}, name));
    const counts = Object.entries(facts).map(([what, number]) => make("span", { class: "fact" }, sign(/** @type {SignName} */ (what)), number));
    const shown = make("span", { class: rolled ? "dice rolled" : "dice" }, ...dice.flatMap((alike) => this.#dice(alike, letter)));
    const inside = [who, shown, make("span", { class: "facts" }, ...counts, ...(tag ? [make("small", {}, tag)] : [])), make("span", { class: warn ? "status warn" : "status" }, status)];
    return this.place(place, label, acts ? "other acts" : "other", ...inside);
  }

  /** Alike dice, one by one, or as one with their number. @param {Dice} alike @param {string} letter */
  #dice({ face, count, stack }, letter) {
    const die = () => make("i", { class: `die on-${face}` }, ...(face === "card" ? [sign("dotcard")] : face === "die" ? [sign("die")] : face === "wazabi" ? [letter] : []));
    return count > MOST_DICE ? [die(), make("b", { class: "num" }, stack)] : Array.from({ length: count }, die);
  }

  /** @param {Middle} middle */
  #middle({ pile, played, told }) {
    const deck = make("div", { class: "pile", role: "img", "aria-label": pile.label }, make("span", { class: "back" }, make("b", {}, pile.count)), make("small", {}, pile.caption));
    const top = played.top ? make("span", { class: "face" }, ...this.#face(played.top)) : make("span", { class: "face none" });
    const open = button("pile", () => this.#list(played.title, played.list), top, make("small", {}, played.caption));
    open.setAttribute("aria-haspopup", "dialog");
    return [deck, open, ...(told.length ? [make("p", { class: "muted" }, ...told.flatMap((line) => [line, make("br")]))] : [])];
  }

  /** @param {string} title @param {string[]} lines */
  #list(title, lines) {
    this.game.app.sheet({ title }, make("ul", { class: "lines" }, ...lines.map((line) => make("li", {}, line))));
  }

  /** @param {Own} own @param {string} letter */
  #own({ seat, name, told, dice, rolled, hand }, letter) {
    const many = dice.reduce((sum, { count }) => sum + count, 0) > MOST_DICE;
    const groups = dice.map((alike) => {
      const shown = many && alike.count > 1 ? [...this.#dice({ ...alike, count: 1 }, letter), make("b", { class: "num" }, alike.stack)] : this.#dice(alike, letter);
      return make("span", { class: "alike" }, make("span", {}, ...shown), make("small", {}, alike.told));
    });
    return [
      make("p", { class: "who" }, this.game.disc(seat), make("bdi", {}, name), make("small", {}, told)),
      make("div", { class: "dice", role: "img", "aria-label": rolled }, ...groups),
      make("div", { class: hand.length > IN_A_ROW ? "hand many" : "hand" }, ...hand.map((card) => this.#card(card))),
    ];
  }

  /** @param {Card} card */
  #card(card) {
    const { place, label, copies, dear } = card;
    const marks = [...(copies ? [make("b", { class: "copies" }, copies)] : []), ...(card.new ? [make("i", { class: "new" }, card.new)] : [])];
    return this.place(place, label, dear ? "held dear" : "held", make("span", { class: "face" }, ...this.#face(card)), ...marks);
  }

  /** What stands on a card. @param {Face} face */
  #face({ cost, name, does }) {
    const signs = does.map((token) => (SIGNS[token] ? sign(SIGNS[token], token === "to" ? "mirror" : token === "from" ? "turned" : "") : make("b", {}, token)));
    return [make("span", { class: "cost" }, cost), make("span", { class: "does" }, ...signs), make("span", { class: "called" }, name)];
  }
}

openGame(Wazabi); // the page of its tables begins here
