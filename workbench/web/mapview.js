// A position on a map that answers, in a notebook or on a page of its own. What is shown is worked out here by masks;
// what changes the position is asked of Python where there is one, and done here where there is none.

import { HexMap } from "./hexmap.js";
import { Clues, size } from "./clues.js";
import { digits, speaker } from "./words.js";

/** @typedef {{colour: string, clues: string[], owners: (string | null)[], removed: string[]}} TreasureMap */
/** @typedef {{svg: string, setting: import("./clues.js").SettingData, maps: TreasureMap[], order: string[], hand: string[] | null, deck: string[], atvs: Record<string, string>, landmarks: Record<string, string[]>, lang: string}} Board */
/**
 * @typedef {object} Model  the state, in Python or on the page; `ask` sends a wish to Python, null where there is none
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {(name: string, tell: () => void) => void} on
 * @property {((wish: string, ...parts: unknown[]) => void) | null} ask
 */

const SVG = "http://www.w3.org/2000/svg";
const ALL = -1;
const SHAPES = /** @type {Record<string, string>} */ ({
  brown: "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0Z",
  white: "M-6.2-6.2H6.2V6.2H-6.2Z",
  grey: "M0-7.6L7.8 6.2H-7.8Z",
  black: "M0-8.4L8.4 0L0 8.4L-8.4 0Z",
});

/** @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string)} inside */
function make(tag, attributes = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...inside);
  return node;
}

/** @param {string} tag @param {Record<string, string>} attributes */
function draw(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

/** A drawing of Python's. @param {string} svg */
function parsed(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** @param {string} name @param {string} kind @param {string} words @param {() => void} act */
function button(name, kind, words, act) {
  const node = make("button", { type: "button", class: kind, ...(name ? { "aria-label": name } : {}) }, words);
  node.addEventListener("click", act);
  return /** @type {HTMLButtonElement} */ (node);
}

export class MapView {
  /** @param {HTMLElement} host @param {Model} model */
  constructor(host, model) {
    this.host = host;
    this.model = model;
    const { texts, clues, pictograms, signs } = model.get("words");
    this.clueWords = /** @type {Record<string, string>} */ (clues);
    this.pictograms = /** @type {Record<string, string>} */ (pictograms);
    this.lang = this.board.lang;
    this.say = speaker(texts, this.lang);
    host.classList.add("tobago-view");
    host.lang = this.lang;
    host.dir = this.lang === "fa" ? "rtl" : "ltr";
    this.mapHost = make("div", { class: "view-map" });
    this.tabs = make("div", { class: "view-tabs", role: "group", "aria-label": this.say("maps") });
    this.laid = make("div", { class: "view-clues", role: "group", "aria-label": this.say("laid") });
    this.verdict = make("p", { class: "view-verdict", role: "status" });
    this.actions = make("div", { class: "view-actions" });
    this.cards = make("div", { class: "view-clues", role: "group", "aria-label": this.say("cards") });
    this.order = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: "0", "aria-label": this.say("order") }));
    this.order.addEventListener("input", () => this.#set("step", this.order.value === this.order.max ? ALL : +this.order.value));
    const side = make("div", { class: "view-side" }, this.laid, this.verdict, this.actions, this.order, this.cards);
    host.replaceChildren(parsed(signs), make("div", { class: "view-body" }, this.tabs, this.mapHost, side));
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {string | null} */
    this.moving = null;
    this.drawn = "";
    model.on("board", () => this.#rebuild());
    for (const name of ["colour", "clue", "step", "heat", "told"]) model.on(name, () => this.#show());
    model.on("selection", () => this.#select());
    this.#rebuild();
  }

  /** @returns {Board} */
  get board() {
    return this.model.get("board");
  }

  /** The map in view. @returns {TreasureMap} */
  get current() {
    const found = this.board.maps.find(({ colour }) => colour === this.model.get("colour"));
    return found ?? this.board.maps[0];
  }

  /** @param {string} name @param {unknown} value */
  #set(name, value) {
    this.model.set(name, value);
    if (!this.model.ask) return; // a page tells its own listeners
    if (name === "selection") this.#select();
    else this.#show();
  }

  /** The clues of a map that lie at the step in view. @param {TreasureMap} map */
  #lying({ colour, clues }) {
    const step = this.model.get("step"), { order } = this.board;
    if (step === ALL) return clues;
    const later = order.slice(step).filter((one) => one === colour).length;
    return clues.slice(0, clues.length - later);
  }

  #rebuild() {
    const { svg, setting, order } = this.board;
    this.clues = new Clues(setting);
    if (svg !== this.drawn) {
      this.drawn = svg;
      const words = { zoom_in: this.say("zoom_in"), zoom_out: this.say("zoom_out"), fit: this.say("fit") };
      this.map = new HexMap(this.mapHost, svg, { describe: (name) => this.#told(name), words });
      this.map.addEventListener("select", (event) => this.#tapped(/** @type {CustomEvent} */ (event).detail));
      this.map.addEventListener("cancel", () => this.#cancel());
      this.mapHost.classList.add("named");
    }
    this.order.max = String(order.length);
    this.order.hidden = order.length < 2;
    this.#show();
    this.#select();
  }

  /** @param {string} name */
  #tapped(name) {
    if (this.moving && this.moving !== name && this.model.ask) {
      const [kind, what] = this.#standing(this.moving) ?? [];
      if (kind === "atv") this.model.ask("move", what, name);
      else this.model.ask("move_landmark", this.moving, name);
      this.moving = null;
      return;
    }
    this.#set("selection", name);
  }

  #cancel() {
    this.moving = null;
    this.#set("clue", "");
    this.#set("selection", "");
  }

  /** What can be moved from a hex: an ATV of somebody, or else a landmark. @param {string} name @returns {[string, string] | null} */
  #standing(name) {
    const { atvs, landmarks } = this.board;
    for (const [player, at] of Object.entries(atvs)) if (at === name) return ["atv", player];
    for (const [kind, at] of Object.entries(landmarks)) if (at.includes(name)) return [kind, kind];
    return null;
  }

  // ---- what is shown

  #select() {
    const name = this.model.get("selection") || null;
    this.map?.select(name, true);
    this.map?.tell(name);
    this.#buttons();
  }

  /** The lines of a hex: its name, and what rules it out on the map in view. @param {string} name @returns {string[]} */
  #told(name) {
    const label = this.map?.lattice.cell(name).node.getAttribute("aria-label") ?? name;
    const map = this.current, clues = this.#lying(map), bit = this.#clues.maskOf([name]);
    if (map.removed.includes(name)) return [label, this.say("removed")];
    const against = clues.filter((clue) => !(this.#clues.mask(clue) & bit));
    return [label, against.length ? this.say("ruled_out", { clues: this.#listed(against) }) : this.say("candidate")];
  }

  get #clues() {
    return /** @type {Clues} */ (this.clues);
  }

  /** @param {string[]} clues */
  #listed(clues) {
    return clues.map((clue) => `“${this.clueWords[clue]}”`).join(", ");
  }

  #show() {
    const map = this.current, laid = this.#lying(map), removed = this.#clues.maskOf(map.removed);
    const before = this.#clues.candidates(laid, removed), clue = this.model.get("clue"), heat = this.model.get("heat") || {};
    const verdict = clue ? this.#clues.verdict(laid, clue, removed) : null;
    const hot = Object.keys(heat).length > 0;
    const lit = laid.length || removed || clue ? this.#clues.hexes(before) : null;
    this.map?.show({ lit, kept: verdict?.legal ? this.#clues.hexes(verdict.after) : null, outline: !hot });
    this.map?.heat(heat);
    const cubes = laid.length && size(before) <= this.#clues.cubes && !clue;
    this.map?.mark([
      ...(cubes ? this.#clues.hexes(before).map((at) => ({ at, kind: /** @type {const} */ ("cube"), colour: map.colour, slot: 0 })) : []),
      ...map.removed.map((at) => ({ at, kind: /** @type {const} */ ("no"), slot: 0 })),
    ]);
    this.#tabs(clue);
    this.laid.replaceChildren(...laid.map((one) => this.#card(one, false)));
    const { hand, deck } = this.board, shown = hand ?? deck;
    if (this.cards.dataset.of !== shown.join()) {
      this.cards.dataset.of = shown.join();
      this.cards.replaceChildren(...shown.map((one) => this.#card(one, true)));
    }
    for (const card of this.cards.children) this.#dress(/** @type {HTMLElement} */ (card), laid, removed, clue);
    this.verdict.textContent = this.model.get("told") || (verdict ? this.#reason(verdict) : "");
    this.verdict.classList.toggle("bad", Boolean(this.model.get("told") || (verdict && !verdict.legal)));
    const step = this.model.get("step");
    this.order.value = step === ALL ? this.order.max : String(step);
    this.#buttons();
  }

  /** @param {import("./clues.js").Verdict} verdict */
  #reason({ reason, before, after, conflicts }) {
    if (reason !== "legal") return this.say(reason, { clues: this.#listed(conflicts) });
    return this.say("leaves", { before: size(before), after: size(after) });
  }

  /** @param {string} clue */
  #tabs(clue) {
    const tabs = this.board.maps.map((map) => {
      const laid = this.#lying(map), removed = this.#clues.maskOf(map.removed);
      const verdict = clue ? this.#clues.verdict(laid, clue, removed) : null;
      const before = size(this.#clues.candidates(laid, removed));
      let left = digits(before, this.lang);
      if (verdict) left = verdict.legal ? this.say("leaves", { before, after: size(verdict.after) }) : `${left} ✕`;
      const tab = button("", "view-tab", "", () => this.#set("colour", map.colour));
      const sign = draw("svg", { viewBox: "-11 -11 22 22", class: "hexmap theme-auto", width: "18", height: "18", "aria-hidden": "true" });
      sign.append(draw("path", { class: map.colour, d: SHAPES[map.colour] }));
      tab.append(sign, make("span", {}, this.say(map.colour)), make("b", {}, left));
      tab.setAttribute("aria-pressed", String(map === this.current));
      tab.classList.toggle("bad", verdict !== null && !verdict.legal);
      return tab;
    });
    if (tabs.map((tab) => tab.outerHTML).join() !== [...this.tabs.children].map((tab) => tab.outerHTML).join()) this.tabs.replaceChildren(...tabs);
  }

  /** @param {string} clue @param {boolean} chosen  whether it can be chosen */
  #card(clue, chosen) {
    const words = this.clueWords[clue];
    const looks = 'class="hexmap theme-auto" viewBox="0 0 140 110" width="70" height="55" aria-hidden="true"';
    const sign = parsed(`<svg xmlns="${SVG}" ${looks}>${this.pictograms[clue]}</svg>`);
    if (!chosen) return make("span", { class: "view-card laid" }, sign, make("span", {}, words));
    const card = button("", "view-card", "", () => this.#set("clue", this.model.get("clue") === clue ? "" : clue));
    card.dataset.clue = clue;
    card.append(sign, make("span", {}, words));
    return card;
  }

  /** @param {HTMLElement} card @param {string[]} laid @param {bigint} removed @param {string} clue */
  #dress(card, laid, removed, clue) {
    const own = card.dataset.clue ?? "";
    card.setAttribute("aria-pressed", String(own === clue));
    card.classList.toggle("illegal", !this.#clues.verdict(laid, own, removed).legal);
  }

  #buttons() {
    const { ask } = this.model, clue = this.model.get("clue"), map = this.current, name = this.model.get("selection");
    const now = this.model.get("step") === ALL, laid = this.#lying(map);
    const legal = clue && now && this.#clues.verdict(laid, clue, this.#clues.maskOf(map.removed)).legal;
    const made = [];
    if (clue) {
      const lay = button("", "view-button main", this.say("lay", { map: this.say(map.colour) }), () => this.#lay(map.colour, clue));
      lay.disabled = !legal;
      made.push(lay, button("", "view-button", this.say("cancel"), () => this.#set("clue", "")));
    } else if (now && this.board.maps.some(({ clues }) => clues.length)) {
      made.push(button("", "view-button", this.say("take_back"), () => this.#takeBack()));
    }
    if (ask && !clue) made.push(button("", "view-button", this.say("heat"), () => this.#heat()));
    const stands = name ? this.#standing(name) : null;
    if (ask && stands) {
      const words = this.moving ? this.say("moving") : this.say("move", { what: this.say(stands[0]) });
      const mover = button("", "view-button", words, () => {
        this.moving = this.moving ? null : name;
        this.#buttons();
      });
      mover.setAttribute("aria-pressed", String(Boolean(this.moving)));
      made.push(mover);
    }
    const focused = this.actions.contains(document.activeElement);
    this.actions.replaceChildren(...made);
    if (focused) made[0]?.focus();
  }

  // ---- what is done

  #heat() {
    if (Object.keys(this.model.get("heat") || {}).length) this.#set("heat", {});
    else this.model.ask?.("heat", this.current.colour);
  }

  /** @param {string} colour @param {string} clue */
  #lay(colour, clue) {
    const before = this.#clues.hexes(this.#clues.candidates(this.current.clues)), holds = new Set(this.#clues.hexes(this.#clues.mask(clue)));
    if (this.model.ask) this.model.ask("lay", colour, clue);
    else this.#change(({ maps, order }) => {
      const map = maps.find((one) => one.colour === colour);
      map?.clues.push(clue);
      map?.owners.push(null);
      order.push(colour);
    });
    this.#set("clue", "");
    this.map?.flash(before.filter((one) => !holds.has(one)));
  }

  #takeBack() {
    if (this.model.ask) this.model.ask("take_back");
    else this.#change(({ maps, order }) => {
      const last = order.pop() ?? maps.find(({ clues }) => clues.length)?.colour;
      const map = maps.find(({ colour }) => colour === last);
      map?.clues.pop();
      map?.owners.pop();
    });
  }

  /** Change the board where there is no Python. @param {(board: Board) => void} how */
  #change(how) {
    const board = structuredClone(this.board);
    how(board);
    this.model.set("board", board);
  }
}

/** What anywidget calls. @param {{model: any, el: HTMLElement}} given */
export function render({ model, el }) {
  new MapView(el, {
    get: (name) => model.get(name),
    set: (name, value) => {
      model.set(name, value);
      model.save_changes();
    },
    on: (name, tell) => model.on(`change:${name}`, tell),
    ask: (wish, ...parts) => model.send({ wish, parts }),
  });
}
