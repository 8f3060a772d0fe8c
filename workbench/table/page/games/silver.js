// Silver: the villages of the others, what lies between them, and the own village next to the thumb.
import "./silver.css";
import { drawn, make } from "./dom.js";
import { openGame } from "./game.js";
import { Places } from "./places.js";
import { sign } from "./signs.js";

/** @import { Game } from "./game.js" */
/** @import { SignName } from "./signs.js" */
/**
 * @typedef {object} Card
 * @property {string} id  the name of its place
 * @property {string} label
 * @property {boolean} up
 * @property {number} [kind]  which card it is, where that is known
 * @property {string} [number]  the same as it is shown; of the deck how many there are
 * @property {string} [name]
 * @property {string} [below]  what stands below it
 * @property {boolean} [amulet]
 * @property {string} [guard]
 */
/** @typedef {{seat: number, mine: boolean, title: string, points: string, called: string, amulet: string, cards: Card[]}} Village */
/** @typedef {{step: string, middle: string, notes: string[], deck: Card, shown: Card[], held: Card[], discards: Card[], villages: Village[]}} Scene */

/** What a card does, by its number. @type {SignName[]} */
const SIGNS = ["hut", "deck", "eye", "shield", "two", "flip", "flip", "eyes", "eye", "eye", "hand", "wand", "swap", "person"];
const ACROSS = 7; // cards of a village side by side
const MANY = 5; // piles beside each other as large as they are

export class Silver extends Places {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    super(host, game);
    this.others = make("div", { class: "zone others" });
    this.notes = make("div", { class: "notes" });
    this.piles = make("div", { class: "piles" });
    this.middle = make("section", { class: "zone middle" }, this.notes, this.piles);
    this.own = make("section", { class: "zone own" });
    host.append(this.others, this.middle, this.own);
  }

  /** @param {Scene} scene */
  show({ step, middle, notes, deck, shown, held, discards, villages }) {
    const others = villages.filter((one) => !one.mine), mine = villages.find((one) => one.mine);
    this.middle.setAttribute("aria-label", middle);
    this.part(this.others, others.map(({ seat, title }) => ({ seat, title })), (all) => all.map(({ title }) => make("section", { class: "other", "aria-label": title })));
    others.forEach((one, at) => this.part(this.others.children[at], one, (village) => this.#village(village, this.game.name(village.seat))));
    this.part(this.notes, notes, (all) => all.map((one) => make("p", {}, one)));
    const piles = [deck, ...shown, ...held, ...discards];
    this.piles.classList.toggle("many", piles.length > MANY);
    this.part(this.piles, piles, (all) => all.map((card) => this.#pile(card, held.some((one) => one.id === card.id))));
    this.own.hidden = !mine;
    this.host.classList.toggle("watched", !mine);
    this.host.classList.toggle("ended", !step);
    if (!mine) return;
    this.own.setAttribute("aria-label", mine.title);
    this.part(this.own, mine, (village) => this.#village(village, village.title));
  }

  /** What is chosen, or can be, is brought into sight, from behind the own village too.
   * @param {Map<string, string>} words @param {string[]} chosen @param {string[]} pays */
  ring(words, chosen, pays) {
    super.ring(words, chosen, pays);
    const open = [...this.host.querySelectorAll(this.host.querySelector(".on") ? ".on" : ".can")], [from, to] = [this.host, this.own].map((one) => one.getBoundingClientRect().top);
    const seen = (/** @type {DOMRect} */ { top, bottom }) => top >= from && bottom <= to;
    if (!open.some((one) => this.own.contains(one) || seen(one.getBoundingClientRect()))) open[0]?.scrollIntoView({ block: "center" });
  }

  /** Whose it is, and the cards. @param {Village} village @param {string} title */
  #village({ seat, points, called, amulet, cards }, title) {
    const who = make("p", { class: "who" }, this.game.disc(seat), make("bdi", {}, title), make("small", {}, points));
    if (called) who.append(make("b", { class: "called" }, called));
    if (amulet) who.append(make("span", { class: "holds", role: "img", "aria-label": amulet }, sign("crescent")));
    return [who, make("div", { class: cards.length < ACROSS ? "village" : "village long" }, ...this.#rows(cards))];
  }

  /** Cards in rows of the same length; what is missing in the last one keeps its place. @param {Card[]} cards */
  #rows(cards) {
    const rows = Math.ceil(cards.length / ACROSS), across = Math.ceil(cards.length / rows);
    const row = (/** @type {number} */ from) => Array.from({ length: across }, (_, at) => cards[from + at]);
    return Array.from({ length: rows }, (_, at) => make("div", { class: "row" }, ...row(at * across).map((one) => (one ? this.#card(one) : make("i")))));
  }

  /** @param {Card} card @param {boolean} held */
  #pile(card, held) {
    return make("div", { class: held ? "pile in-hand" : "pile" }, this.#card(card), ...(card.below ? [make("p", {}, card.below)] : []));
  }

  /** @param {Card} card */
  #card({ id, label, up, kind, number, name, amulet, guard }) {
    const marks = amulet ? [make("span", { class: "mark amulet" }, sign("crescent"))] : guard ? [make("span", { class: `mark ${guard}` }, sign("shield"))] : [];
    const empty = up && kind === undefined;
    const body = make("span", { class: "body" }, ...(up ? open(kind, number, name) : hidden(number, name)));
    return this.place(id, label, `card ${empty ? "empty" : up ? "up" : "down"}`, body, ...marks);
  }
}

/** A card that lies open. @param {number | undefined} kind @param {string} [number] @param {string} [name] @returns {Node[]} */
function open(kind, number = "", name = "") {
  if (kind === undefined) return [];
  return [sign(SIGNS[kind]), make("b", { class: "number" }, number), make("span", { class: "name-of" }, name)];
}

/** A card that lies face down, with what is known of it. @param {string} [number] @param {string} [name] @returns {Node[]} */
function hidden(number, name) {
  const back = drawn("svg", { viewBox: "0 0 40 60", class: "back", preserveAspectRatio: "none", "aria-hidden": "true" }, drawn("path", { d: "M20 2L38 30L20 58L2 30Z" }));
  const known = number === undefined ? [] : [make("b", { class: "known" }, number)];
  return [back, ...known, ...(name ? [make("span", { class: "name-of" }, name)] : [])];
}

openGame(Silver); // the page of its tables begins here
