// A side of an owner's box, painted: a palette of terrains, taps and strokes, letters on a keyboard; it is saved when
// no hex is blank. A hex that the printed side does not have is sea.
import { button, drawn, make, parsed, sign, write } from "./dom.js";
import { HexMap } from "./hexmap.js";
import { icon, sketch } from "./icons.js";

/** @import { App } from "./table.js" */
/** @typedef {{side: string, sides: string[], typed: string[], svg: string, names: string[], rows: Record<string, string>, signs: string, words: Record<string, string>}} SideData */

const TERRAINS = ["beach", "jungle", "lake", "mountain", "river", "scrubland"];
const SEA = "sea", BLANK = "";
const BRUSHES = [...TERRAINS, SEA, BLANK];
const LETTERS = { b: "beach", j: "jungle", l: "lake", m: "mountain", r: "river", s: "scrubland", o: SEA, Backspace: BLANK, Delete: BLANK };
const HEXAGON = "M-50 0L-25-43.3H25L50 0L25 43.3H-25Z";

export class SideEditor {
  /** @param {HTMLElement} host @param {App} app @param {SideData} data @param {(side: string | null) => void} done  with another side to be painted, or null */
  constructor(host, app, data, done) {
    this.app = app;
    this.data = data;
    this.done = done;
    /** @type {Record<string, string>} */
    this.painted = { ...data.rows };
    /** @type {Record<string, string>[]} */
    this.past = []; // for each stroke what was there before
    /** @type {Record<string, string> | null} */
    this.stroke = null;
    this.terrain = TERRAINS[0];
    /** @type {Map<string, SVGElement>} */
    this.glyphs = new Map();
    this.saving = false;
    this.warned = ""; // what seemed odd; who saves once more means it
    const { say } = app;
    this.sprite = /** @type {Element} */ (parsed(data.signs));
    document.body.append(this.sprite);
    const field = make("div", { class: "setup-map" });
    this.error = make("p", { class: "setup-why", role: "alert", hidden: "" });
    this.palette = make("div", { class: "palette", role: "radiogroup", "aria-label": say("edit.palette") }, ...BRUSHES.map((one) => this.#brush(one)));
    this.save = button("btn main wide", () => this.#save(), say("edit.save"));
    const sides = make("div", { class: "seg", role: "group", "aria-label": say("edit.which") }, ...data.sides.map((one) => {
      const choose = button("", () => one !== data.side && this.done(one), one);
      choose.setAttribute("aria-pressed", String(one === data.side));
      choose.setAttribute("aria-label", say("edit.side", { side: one }));
      return choose;
    }));
    host.append(
      make("section", { class: "board setup", "aria-label": say("edit.side", { side: data.side }) }, field),
      make("section", { class: "panel setup-panel stack" }, sides, make("p", { class: "muted small setup-how" }, say("edit.how")), this.palette, this.error, this.save),
    );
    this.map = new HexMap(field, data.svg, { say, describe: (name) => [name, this.#word(this.painted[name] ?? BLANK)] });
    this.map.brush(true);
    this.map.addEventListener("stroke", (event) => this.#paint(/** @type {CustomEvent<string[]>} */ (event).detail, this.terrain));
    this.map.addEventListener("stroked", () => this.#ended());
    this.map.svg.addEventListener("keydown", (event) => this.#key(event));
    this.over = drawn("g", { class: "layer-glyphs live", "aria-hidden": "true" });
    this.map.svg.querySelector(".layer-terrain")?.after(this.over);
    this.undo = icon("undo", say("common.undo"), () => this.#undo());
    app.bar.replaceChildren(icon("back", say("common.back"), () => this.done(null)), this.undo);
    for (const name of Object.keys(this.painted)) this.#colour(name);
    this.#show();
  }

  leave() {
    this.sprite.remove();
  }

  /** @param {string} terrain */
  #word(terrain) {
    return terrain === SEA ? this.app.say("edit.sea") : (this.data.words[terrain || "blank"] ?? terrain);
  }

  /** @param {string} terrain */
  #brush(terrain) {
    const name = terrain === BLANK ? this.app.say("edit.eraser") : this.#word(terrain);
    const picture = terrain === BLANK ? sketch("eraser") : sign(`<path class="hex ${terrain}" d="${HEXAGON}"/>${glyph(terrain)}`, "-54 -48 108 96", 38, 34);
    const count = terrain === BLANK ? [] : [make("b", { class: "num" })];
    const node = button("swatch", () => this.#choose(terrain), picture, make("span", {}, name), ...count);
    node.setAttribute("role", "radio");
    node.dataset.terrain = terrain;
    return node;
  }

  /** @param {string} terrain */
  #choose(terrain) {
    this.terrain = terrain;
    this.#show();
  }

  // ---- painting

  /** @param {string[]} names @param {string} terrain */
  #paint(names, terrain) {
    this.stroke ??= {};
    this.error.hidden = true;
    for (const name of names) {
      const was = this.painted[name] ?? BLANK;
      if (was === terrain) continue;
      this.stroke[name] ??= was;
      this.painted[name] = terrain;
      this.#colour(name);
    }
    this.#show();
  }

  #ended() {
    if (this.stroke && Object.keys(this.stroke).length) this.past.push(this.stroke);
    this.stroke = null;
    this.#show();
  }

  #undo() {
    for (const [name, terrain] of Object.entries(this.past.pop() ?? {})) {
      this.painted[name] = terrain;
      this.#colour(name);
    }
    this.#show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const name = this.map.lattice.named(/** @type {Element} */ (event.target));
    const terrain = LETTERS[/** @type {keyof typeof LETTERS} */ (event.key)];
    if (!name || terrain === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.terrain = terrain;
    this.#paint([name], terrain);
    this.#ended();
  }

  /** @param {string} name */
  #colour(name) {
    const terrain = this.painted[name] || "blank", { node, x, y } = this.map.lattice.cell(name);
    node.setAttribute("class", `hex ${terrain}`);
    node.setAttribute("aria-label", `${name} ${this.#word(this.painted[name] ?? BLANK)}`);
    this.glyphs.get(name)?.remove();
    if (!TERRAINS.includes(terrain)) return;
    const use = drawn("use", { href: `#glyph-${terrain}`, class: `glyph ${terrain}`, x: String(x), y: String(y) });
    this.over.append(use);
    this.glyphs.set(name, use);
  }

  // ---- what is told

  #show() {
    const { say } = this.app, counts = this.#counts();
    const left = counts[BLANK], all = this.data.names.length;
    this.app.title(say("edit.painted", { side: this.data.side, number: all - left, all }));
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.palette.querySelectorAll(".swatch"))) {
      const terrain = node.dataset.terrain ?? BLANK;
      node.setAttribute("aria-checked", String(terrain === this.terrain));
      node.tabIndex = 0;
      const count = node.querySelector("b");
      if (count) write(count, this.app.number(counts[terrain]));
    }
    this.save.disabled = left > 0 || this.saving;
    write(this.save, left ? say("edit.left", { number: left }) : say("edit.save"));
    this.undo.disabled = !this.past.length;
  }

  #counts() {
    /** @type {Record<string, number>} */
    const counts = Object.fromEntries(BRUSHES.map((one) => [one, 0]));
    for (const name of this.data.names) counts[this.painted[name] ?? BLANK]++;
    return counts;
  }

  // ---- saving

  async #save() {
    this.saving = true;
    this.#show();
    const land = this.data.names.filter((name) => this.painted[name] !== SEA);
    const odd = this.#odd(land);
    if (odd && odd !== this.warned) {
      this.warned = odd;
      write(this.error, odd);
      this.error.hidden = false;
    } else if (await this.app.act("sides", { text: csv(land, this.painted) })) {
      this.app.toast(this.app.say(this.app.view.host ? "edit.saved" : "edit.saved_by_guest", { file: "my-sides.csv" }));
      this.saving = false;
      this.done(null);
      return;
    }
    this.saving = false;
    this.#show();
  }

  /** What cannot be: no land, or land in several parts, which is shown on the map. @param {string[]} land */
  #odd(land) {
    if (!land.length) return this.app.say("edit.no_land");
    const parts = this.#parts(land);
    const cut = parts.slice(1).flat();
    if (!cut.length) return "";
    this.map.flash(cut);
    this.map.outline(cut);
    setTimeout(() => this.map.outline(), 4000);
    return this.app.say("edit.apart", { hexes: cut.join(this.app.say("comma")) });
  }

  /** Land that hangs together, the greatest part first. @param {string[]} land */
  #parts(land) {
    const left = new Set(land), parts = [];
    const near = 2 * this.map.lattice.radius;
    for (const first of land) {
      if (!left.delete(first)) continue;
      const part = [first];
      for (const one of part) {
        const { x, y } = this.map.lattice.cell(one);
        for (const other of left) {
          const cell = this.map.lattice.cell(other);
          if (Math.hypot(cell.x - x, cell.y - y) < near) {
            left.delete(other);
            part.push(other);
          }
        }
      }
      parts.push(part);
    }
    return parts.sort((a, b) => b.length - a.length);
  }
}

/** @param {string} terrain */
function glyph(terrain) {
  return TERRAINS.includes(terrain) ? `<use href="#glyph-${terrain}" class="glyph ${terrain}" transform="scale(1.2)"/>` : "";
}

/** A side as its file has it; a hex is called by side, a and b. @param {string[]} names @param {Record<string, string>} terrain */
function csv(names, terrain) {
  return ["side,a,b,terrain", ...names.map((name) => [...name, terrain[name]].join(",")), ""].join("\n");
}
