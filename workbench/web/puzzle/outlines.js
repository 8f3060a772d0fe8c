// What a card says of the island: the hexes that it outlines, and what it rules out as far as the marks let one know.

/** @import { Lattice } from "./lattice.js" */
/** @import { Marks } from "./marks.js" */
/**
 * `at` is a mask of hexes, `bounds` what lies nowhere else; `near` says that one thing lies, or with true does not,
 * within so many steps of another: there is an outline around whichever of them is found, or narrowed down if it is one thing.
 * `counts` tells that some of several lie there. `apart` is the rule for landmarks: of which kind, and how far from each other.
 * @typedef {{at?: string, bounds?: string, near?: [string, string, number, boolean], counts?: true, apart?: [string, number]}} Card
 */
/** `waits` for what is to be found first; `more` may follow from the card when more is known.
 * @typedef {{inside: string[], bounds: boolean, waits: string | null, more: boolean}} Outline */
/** @typedef {{key: "rule_out" | "rule_out_inside" | "strike" | "claim", subject: string, values: string[]}} Offer */

export class Outlines {
  /**
   * @param {Record<string, Card>} cards @param {Lattice} lattice @param {Marks} marks
   * @param {{least: number, overland: boolean, landmarks: Record<string, string[]>}} known  how near a hex is to itself (T-7),
   * whether steps cross no water (T-8), and the landmarks that are not to be found
   */
  constructor(cards, lattice, marks, { least, overland, landmarks }) {
    this.cards = cards;
    this.lattice = lattice;
    this.marks = marks;
    this.least = least;
    this.overland = overland;
    this.landmarks = landmarks;
    this.names = [...lattice.cells.keys()].sort(); // the bits of masks
    const rules = Object.values(cards).some(({ apart }) => apart);
    this.coast = rules ? this.names.filter((name) => [...lattice.steps(name).values()].filter((far) => far === 1).length < 6) : [];
  }

  /** What a card outlines for who looks for a subject. @param {string} text @param {string} subject @returns {Outline} */
  of(text, subject) {
    const { at, bounds, near, counts = false, apart } = this.cards[text] ?? this.cards[text.slice(text.indexOf(": ") + 2)] ?? {}; // a play is its card
    const more = (counts || Boolean(apart)) && !this.marks.settled(subject);
    if (near) return this.#around(near, counts, subject);
    if (apart) return { inside: this.#room(...apart), bounds: true, waits: null, more };
    const mask = BigInt(`0x${at ?? 0}`);
    return { inside: this.names.filter((_, i) => (mask >> BigInt(i)) & 1n), bounds: bounds === subject, waits: at ? null : "", more };
  }

  /** Where landmarks of a kind may stand by the rule (T-5), beside those that are known or marked. @param {string} key @param {number} gap */
  #room(key, gap) {
    const { landmark } = this.marks.subject(key), lost = [...this.marks.subjects.values()].filter((one) => one.landmark);
    const others = [...Object.values(this.landmarks).flat(), ...lost.filter((one) => one.key !== key).flatMap((one) => this.#sure(one.key))];
    const own = this.#sure(key), out = new Set(others);
    for (const place of own) for (const [name, far] of this.lattice.steps(place)) if (far < gap) out.add(name);
    if (landmark === "statue") for (const name of this.coast) out.add(name);
    return this.names.filter((name) => own.includes(name) || !out.has(name));
  }

  /** What of a subject is known, or found by the marks. @param {string} key */
  #sure(key) {
    return this.marks.settled(key) ? this.marks.left(key) : this.marks.marked(key, "yes");
  }

  /** Around what is found, and around one thing that is still on several hexes: what is near some of them, or away from one
   * of them at least. Away from several is away from those that are found so far.
   * @param {[string, string, number, boolean]} near @param {boolean} counts @param {string} subject @returns {Outline} */
  #around([one, other, radius, negative], counts, subject) {
    const from = subject === one ? other : one, alone = this.marks.subject(from).count === 1, all = this.marks.settled(from);
    const open = all || alone ? this.marks.left(from) : negative && !counts ? this.marks.marked(from, "yes") : [];
    if (!all && [0, this.names.length].includes(open.length)) return { inside: [], bounds: false, waits: from, more: true };
    const least = radius ? this.least : 0;
    const circles = open.map((place) =>
      new Set([...this.lattice.steps(place, this.overland)].filter(([, far]) => far >= least && far <= radius).map(([name]) => name)));
    const close = (/** @type {string} */ name) => negative && alone ? circles.every((near) => near.has(name)) : circles.some((near) => near.has(name));
    const several = this.marks.subject(other).count > 1; // near one of them says nothing of the others
    const bounds = !counts && (subject === one || negative || !several);
    return { inside: this.names.filter((name) => close(name) !== negative), bounds, waits: null, more: !all };
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
    const { inside, bounds, more } = this.of(text, subject), truth = bounds ? this.truth(text) : null;
    if (truth === null) return null;
    const holds = new Set(inside), { given } = this.marks.subject(subject);
    const values = this.marks.left(subject).filter((name) => holds.has(name) !== truth && !given.includes(name));
    return more && !values.length ? null : { key: truth ? "rule_out" : "rule_out_inside", subject, values };
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

  /** The open hexes on which all cards that are left to all but one player are true: a card of that one is true on one of these at
   * most. @param {string} player @param {string[]} players @param {string} place */
  core(player, players, place) {
    const all = players.filter((one) => one !== player).flatMap((one) => this.marks.left(one));
    return [...new Set(all)].reduce((left, text) => {
      const holds = new Set(this.of(text, place).inside);
      return left.filter((name) => holds.has(name));
    }, this.marks.left(place));
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
