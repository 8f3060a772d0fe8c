// What a card says of the island: the hexes that it outlines, and what it rules out as far as the marks let one know.

/** @import { Lattice } from "./lattice.js" */
/** @import { Marks } from "./marks.js" */
/**
 * `at` is a mask of hexes, `bounds` what lies nowhere else; `near` says that one thing lies, or with true does not,
 * within so many steps of another: there is an outline around whichever of them is found, or narrowed down if it is one thing.
 * @typedef {{at?: string, bounds?: string, near?: [string, string, number, boolean]}} Card
 */
/** @typedef {{inside: string[], bounds: boolean, waits: string | null}} Outline  `waits` for what is to be found first */
/** @typedef {{key: "rule_out" | "rule_out_inside" | "strike", subject: string, values: string[]}} Offer */

export class Outlines {
  /**
   * @param {Record<string, Card>} cards @param {Lattice} lattice @param {Marks} marks
   * @param {{least: number, overland: boolean}} rules  how near a hex is to itself (T-7), and whether steps cross no water (T-8)
   */
  constructor(cards, lattice, marks, { least, overland }) {
    this.cards = cards;
    this.lattice = lattice;
    this.marks = marks;
    this.least = least;
    this.overland = overland;
    this.names = [...lattice.cells.keys()].sort(); // the bits of masks
  }

  /** What a card outlines for who looks for a subject. @param {string} text @param {string} subject @returns {Outline} */
  of(text, subject) {
    const { at, bounds, near } = this.cards[text] ?? this.cards[text.slice(text.indexOf(": ") + 2)] ?? {}; // a play is its card
    if (near) return this.#around(near, subject);
    const mask = BigInt(`0x${at ?? 0}`);
    return { inside: this.names.filter((_, i) => (mask >> BigInt(i)) & 1n), bounds: bounds === subject, waits: at ? null : "" };
  }

  /** Around what is found, and around one thing that is still on several hexes: what is near some of them, or away from one
   * of them at least. @param {[string, string, number, boolean]} near @param {string} subject @returns {Outline} */
  #around([one, other, radius, negative], subject) {
    const from = subject === one ? other : one, open = this.marks.left(from), alone = this.marks.subject(from).count === 1;
    if (!this.marks.settled(from) && (!alone || open.length === this.names.length)) return { inside: [], bounds: false, waits: from };
    const least = radius ? this.least : 0;
    const circles = open.map((place) =>
      new Set([...this.lattice.steps(place, this.overland)].filter(([, far]) => far >= least && far <= radius).map(([name]) => name)));
    const close = (/** @type {string} */ name) => negative && alone ? circles.every((near) => near.has(name)) : circles.some((near) => near.has(name));
    const several = this.marks.subject(other).count > 1; // near one of them says nothing of the others
    return { inside: this.names.filter((name) => close(name) !== negative), bounds: subject === one || negative || !several, waits: null };
  }

  /** How many cards are not true on each hex. */
  broken() {
    const masks = Object.values(this.cards).map(({ at }) => BigInt(`0x${at ?? 0}`));
    return new Map(this.names.map((name, i) => [name, masks.filter((mask) => !((mask >> BigInt(i)) & 1n)).length]));
  }

  /** Whether a card is true, by the marks; null while it may be the false one. @param {string} text */
  truth(text) {
    if (!this.marks.subjects.has("lie")) return true;
    if (!this.marks.left("lie").includes(text)) return true;
    return this.marks.settled("lie") ? false : null;
  }

  /** What goes by this card alone; null when it says nothing for certain. @param {string} text @param {string} subject @returns {Offer | null} */
  offer(text, subject) {
    const { inside, bounds } = this.of(text, subject), truth = bounds ? this.truth(text) : null;
    if (truth === null) return null;
    const holds = new Set(inside), { given } = this.marks.subject(subject);
    const values = this.marks.left(subject).filter((name) => holds.has(name) !== truth && !given.includes(name));
    return { key: truth ? "rule_out" : "rule_out_inside", subject, values };
  }

  /** What goes by the cards that are left to a player: the hexes on which none of them holds, then the cards that hold on no
   * hex that is left. @param {string} player @param {string} place @returns {Offer} */
  held(player, place) {
    const cards = this.marks.left(player), open = this.marks.left(place);
    const on = new Map(cards.map((text) => [text, new Set(this.of(text, player).inside)]));
    const values = cards.length ? open.filter((name) => ![...on.values()].some((holds) => holds.has(name))) : [];
    if (values.length) return { key: "rule_out", subject: place, values };
    return { key: "strike", subject: player, values: open.length ? cards.filter((text) => !open.some((name) => on.get(text)?.has(name))) : [] };
  }

  /** What goes on the map of plays: hexes by all clues that lie there, then the cards that hold on none or on all of the
   * hexes that are left, for they may not be laid there (T-12). @param {string} colour @returns {Offer} */
  together(colour) {
    const gone = new Set(Object.keys(this.cards).flatMap((text) => this.offer(text, colour)?.values ?? []));
    if (gone.size) return { key: "rule_out", subject: colour, values: [...gone] };
    const open = this.marks.left(colour), plays = this.marks.open("play").filter((play) => play.startsWith(`${colour}: `));
    const on = (/** @type {string} */ play) => this.of(play, colour).inside.filter((name) => open.includes(name)).length;
    return { key: "strike", subject: "play", values: open.length ? plays.filter((play) => [0, open.length].includes(on(play))) : [] };
  }
}
