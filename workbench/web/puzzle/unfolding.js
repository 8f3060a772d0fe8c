// Facts that open one after the other: what is proven is found and stays, and each find but the last opens one more.
import { having } from "./look.js";

/** @import { Marks } from "./marks.js" */
/** @import { Card, Offer } from "./outlines.js" */
/** The faces of cards that are not open at the start, as number, text, HTML and outline; and of all that is to be found, by
 * subject and hex, how many open facts prove it.
 * @typedef {{faces: [number, string, string, Card][], proven: Record<string, Record<string, number>>}} Later */
/** The signs of the finds so far, how many hints there were before the next one, and whether it was tried too early.
 * @typedef {{signs: string, hints: number, tried: boolean}} Trail */

const OWN = "◆", TRIED = "◈", HINTED = "◇";

export class Unfolding {
  /** @param {Later} later @param {Marks} marks @param {Partial<Trail>} [trail] */
  constructor({ faces, proven }, marks, trail = {}) {
    this.faces = faces;
    this.proven = proven;
    this.marks = marks;
    this.trail = { signs: "", hints: 0, tried: false, ...trail };
    this.start = faces[0][0] - 1;
    /** @type {Map<number, HTMLElement>} */
    this.aside = new Map(); // the other sides of the cards that lie there
    this.marks.claims = true;
    this.marks.allows = (key, value, kind) => !this.#isFound(key, value) && (kind !== "yes" || this.isProven(key, value));
  }

  /** How many things are found. */
  get found() {
    return Object.keys(this.proven).flatMap((key) => Object.keys(this.proven[key]).filter((value) => this.#isFound(key, value))).length;
  }

  /** Whether all of a subject is found. @param {string} key */
  has(key) {
    return Object.keys(this.proven[key]).every((value) => this.#isFound(key, value));
  }

  /** Whether everything is found: what is only left over was perhaps guessed. */
  get done() {
    return Object.keys(this.proven).every((key) => this.has(key));
  }

  /** What is only left over of a subject, to be claimed. @param {string} key @returns {Offer} */
  rest(key) {
    const left = this.marks.settled(key) ? this.marks.left(key) : [];
    return { key: "claim", subject: key, values: left.filter((value) => !this.#isFound(key, value)) };
  }

  /** @param {string} key @param {string} value */
  #isFound(key, value) {
    return key in this.proven && value in this.proven[key] && this.marks.now[key][value] === "yes";
  }

  /** Whether the open facts prove a hex. @param {string} key @param {string} value */
  isProven(key, value) {
    return (this.proven[key]?.[value] ?? Infinity) <= this.start + this.found;
  }

  /** Turn the cards that are to be turned, and write the trail on; those that were opened.
   * @param {number} hints  how many there were @returns {{text: string, card: HTMLElement, outline: Card}[]} */
  turn(hints) {
    const { found, trail } = this, opened = [];
    for (const [at, [number, text, html, outline]] of this.faces.entries()) {
      const down = having("down").find((one) => one.dataset.down === String(number));
      if (Boolean(down) !== at < found) continue;
      const lying = down ?? having("card").find((one) => one.dataset.card === text);
      const other = this.aside.get(number) ?? new DOMParser().parseFromString(html, "text/html").body.children[0];
      if (!lying || !(other instanceof HTMLElement)) continue;
      const card = document.adoptNode(other);
      lying.replaceWith(card);
      this.aside.set(number, lying);
      if (down) opened.push({ text, card, outline });
    }
    while (trail.signs.length > found) {
      if (trail.signs.endsWith(HINTED)) trail.hints = -1;
      trail.signs = trail.signs.slice(0, -1);
    }
    while (trail.signs.length < found) {
      trail.signs += hints > trail.hints ? HINTED : trail.tried ? TRIED : OWN;
      Object.assign(trail, { hints, tried: false });
    }
    return opened;
  }
}
