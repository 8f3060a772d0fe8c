// All 94 clues as a matrix, things by relations: one tap or a few letters name any of them. It is built once; what is
// told of the clues is written into its cells, and only where it has changed.
import "./matrix.css";
import { make, pictogram, write } from "./dom.js";

/**
 * @typedef {object} Cell  what a clue shows
 * @property {"" | "illegal" | "idle"} state  "idle" has no effect
 * @property {string} sign   a few letters below its picture
 * @property {string} words  the same for screen readers
 * @property {boolean} pale  such as a clue that the deck lacks
 */
/**
 * @typedef {object} Options
 * @property {Record<string, string>} sentences   the clues in the language of the page
 * @property {Record<string, string>} pictograms  their drawings
 * @property {(key: string, values?: Record<string, string | number>) => string} say
 * @property {(clue: string) => void} pick
 */

const TERRAINS = ["beach", "jungle", "lake", "mountain", "river", "scrubland"];
const THINGS = [...TERRAINS.flatMap((one) => [one, `largest ${one}`]), "ocean", "hut", "palm", "statue"];
const RELATIONS = ["in", "not in", "next to", "not next to", "within 2 of", "not within 2 of"];
const SMALL = ["to", "2", "of"]; // words that are left out in short
const WIDTH = 42; // px of a pictogram

export class Matrix {
  /** @param {HTMLElement} host @param {Options} options */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    const { sentences, say } = options;
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {WeakMap<HTMLElement, string>} */
    this.shown = new WeakMap();
    this.chosen = "";
    this.search = /** @type {HTMLInputElement} */ (make("input", {
      type: "search", class: "matrix-search", "aria-label": say("search"), placeholder: say("search"), autocomplete: "off", spellcheck: "false",
    }));
    this.count = make("p", { class: "matrix-count", role: "status" });
    const heads = RELATIONS.map((one) => make("span", { role: "columnheader" }, say(`short.${one.replaceAll(" ", "_")}`)));
    this.rows = THINGS.map((thing) => make("div", { role: "row" }, ...RELATIONS.map((relation) => {
      const clue = `${relation} ${thing}`;
      return clue in sentences ? this.#cell(clue) : make("span", { role: "gridcell", class: "matrix-none" });
    })));
    this.grid = make("div", { role: "grid", "aria-label": say("all_clues") }, make("div", { role: "row", class: "matrix-head" }, ...heads), ...this.rows);
    host.classList.add("clue-matrix");
    host.replaceChildren(make("div", { class: "matrix-find" }, this.search, this.count), this.grid);
    this.search.addEventListener("input", () => this.#find());
    this.search.addEventListener("keydown", (event) => this.#typed(event));
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", (event) => this.#roving(/** @type {HTMLElement} */ (event.target)));
    this.#roving();
  }

  /** @param {string} clue */
  #cell(clue) {
    const { sentences, pictograms, pick } = this.options;
    const cell = make("button", { type: "button", role: "gridcell", "data-clue": clue, title: sentences[clue] });
    cell.append(pictogram(pictograms[clue], WIDTH), make("b"));
    cell.addEventListener("click", () => pick(clue));
    this.cells.set(clue, cell);
    return cell;
  }

  /** Write what clues show. @param {(clue: string) => Cell} tell @param {string} chosen  the clue that is chosen, or "" */
  show(tell, chosen) {
    for (const [clue, cell] of this.cells) {
      const { state, sign, words, pale } = tell(clue);
      const now = `${state}|${sign}|${words}|${pale}|${clue === chosen}`;
      if (this.shown.get(cell) === now) continue;
      this.shown.set(cell, now);
      cell.className = `${state}${pale ? " pale" : ""}`;
      cell.setAttribute("aria-selected", String(clue === chosen));
      cell.setAttribute("aria-label", `${this.options.sentences[clue]}: ${words}`);
      write(/** @type {Element} */ (cell.lastElementChild), sign);
    }
    if (chosen && chosen !== this.chosen) this.#bring(chosen);
    this.chosen = chosen;
  }

  /** Scroll the matrix, and nothing else, to a clue. @param {string} clue */
  #bring(clue) {
    const cell = this.cells.get(clue), box = this.grid.getBoundingClientRect();
    if (!cell || this.grid.contains(document.activeElement)) return;
    this.grid.scrollTop += cell.getBoundingClientRect().top - box.top - box.height / 2;
  }

  // ---- searching

  #find() {
    const typed = this.search.value, found = finds(typed, this.options.sentences);
    for (const [clue, cell] of this.cells) cell.hidden = !found.has(clue);
    for (const row of this.rows) row.hidden = !row.querySelector("[data-clue]:not([hidden])");
    write(this.count, typed.trim() ? this.options.say("found_clues", { number: found.size }) : "");
    this.#roving(/** @type {HTMLElement | null} */ (this.host.querySelector("[data-clue]:not([hidden])")) ?? undefined);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const found = finds(this.search.value, this.options.sentences), whole = [...found.keys()].filter((clue) => found.get(clue));
    const [one] = whole.length === 1 ? whole : found.size === 1 ? found.keys() : [];
    const first = /** @type {HTMLElement | null} */ (this.host.querySelector("[data-clue][tabindex='0']"));
    if (event.key === "Enter" && one) this.options.pick(one);
    else if (event.key === "Enter" || event.key === "ArrowDown") first?.focus();
    else if (event.key === "Escape" && this.search.value) this.#forget();
    else return;
    event.preventDefault();
  }

  #forget() {
    this.search.value = "";
    this.#find();
  }

  // ---- walking

  /** One stop for Tab, arrows inside. @param {HTMLElement} [at] */
  #roving(at) {
    const stop = at?.dataset.clue ? at : this.cells.values().next().value;
    for (const cell of this.cells.values()) {
      const index = cell === stop ? "0" : "-1";
      if (cell.getAttribute("tabindex") !== index) cell.setAttribute("tabindex", index);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = /** @type {HTMLElement} */ (event.target), row = cell.parentElement;
    if (!cell.dataset.clue || !row || event.altKey || event.ctrlKey || event.metaKey) return;
    const letter = event.key.length === 1 && event.key !== " ";
    if (letter) return this.search.focus(); // which then gets the letter
    if (event.key === "Escape" && this.search.value) this.#forget();
    else if (!this.#walk(event.key, cell, row)) return;
    event.preventDefault();
  }

  /** @param {string} key @param {HTMLElement} cell @param {HTMLElement} row @returns {boolean} whether the key walks */
  #walk(key, cell, row) {
    const across = [...row.children], down = this.rows.map((one) => one.children[across.indexOf(cell)]);
    const ahead = getComputedStyle(this.host).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const turned = ahead === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    /** @type {Record<string, Element[]>} */
    const ways = {
      [ahead]: across.slice(across.indexOf(cell) + 1),
      [turned]: across.slice(0, across.indexOf(cell)).reverse(),
      ArrowDown: down.slice(down.indexOf(cell) + 1),
      ArrowUp: down.slice(0, down.indexOf(cell)).reverse(),
      Home: across,
      End: across.toReversed(),
    };
    const way = /** @type {HTMLElement[] | undefined} */ (ways[key]);
    const next = way?.find((one) => one.dataset.clue && !one.hidden);
    if (next) next.focus();
    else if (key === "ArrowUp") this.search.focus();
    return way !== undefined;
  }
}

/**
 * The clues that typed text names, each with whether nothing of it is missing. Words may be cut short, as in the
 * terminal, and `!` is "not": `!nh`, `no ne hu` and `not next to hut` are one clue; `hut` is all about huts. What is
 * nothing of this is looked for in the sentences, whose words it begins.
 * @param {string} typed @param {Record<string, string>} sentences @returns {Map<string, boolean>}
 */
export function finds(typed, sentences) {
  const text = typed.trim().toLowerCase();
  /** @type {Map<string, boolean>} */
  const found = new Map();
  for (const clue of Object.keys(sentences)) {
    const words = clue.split(" "), thing = words.slice(words.includes("largest") ? -2 : -1);
    const all = spelt(text, words), about = text && spelt(text, thing);
    if (all || about) found.set(clue, all === WHOLE);
  }
  if (found.size) return found;
  const begun = text.split(/\s+/);
  for (const [clue, sentence] of Object.entries(sentences)) {
    const words = sentence.toLowerCase().split(/[\s«»]+/);
    if (begun.every((one) => words.some((word) => word.startsWith(one)))) found.set(clue, words.length === begun.length);
  }
  return found;
}

const NOT = 0, SO_FAR = 1, WHOLE = 2;

/** Whether letters spell out the beginnings of words, one after the other. @param {string} typed @param {string[]} words @returns {number} */
function spelt(typed, [word, ...rest]) {
  const text = typed.trimStart();
  if (word === undefined) return text ? NOT : WHOLE;
  if (!text) return SO_FAR;
  let best = SMALL.includes(word) ? spelt(text, rest) : NOT;
  if (word === "not" && text[0] === "!") best = spelt(text.slice(1), rest);
  for (let n = 1; n <= word.length && text[n - 1] === word[n - 1]; n++) best = Math.max(best, spelt(text.slice(n), rest));
  return best;
}
