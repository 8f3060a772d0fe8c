// A position on a map that answers, in a notebook or on a page of its own. What is shown is worked out here by masks;
// what changes the position is asked of Python where there is one, and done here where there is none.

import "./mapview.css";
import { HexMap } from "./hexmap.js";
import { Clues, size } from "./clues.js";
import { Matrix } from "./matrix.js";
import { button, keyed, make, parsed, pictogram, sign, write } from "./dom.js";
import { Traces } from "./traces.js";
import { digits, speaker } from "./words.js";

/** @import { Verdict } from "./clues.js" */
/** @import { Mark } from "./layers.js" */
/** @import { Trace } from "./traces.js" */
/** @typedef {{svg: string, setting: import("./clues.js").SettingData, deck: string[], reconstructed: boolean, landmarks: Record<string, string[]>, atvs: Record<string, string>}} Ground  what is drawn */
/** @typedef {{colour: string, clues: string[], owners: (string | null)[], removed: string[]}} TreasureMap */
/** @typedef {{maps: TreasureMap[], order: string[], hand: string[] | null}} Board  what lies */
/**
 * @typedef {object} Model  the state, in Python or on the page; `ask` sends a wish to Python, null where there is none
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set  which tells those who listen
 * @property {(name: string, tell: () => void) => void} on
 * @property {((wish: string, ...parts: unknown[]) => void) | null} ask
 */

const ALL = -1;
const CARD = 70; // px of a pictogram

export class MapView {
  /** @param {HTMLElement} host @param {Model} model */
  constructor(host, model) {
    this.host = host;
    this.model = model;
    const { lang, texts, clues, pictograms, signs, colours } = model.get("words");
    this.lang = /** @type {string} */ (lang);
    this.sentences = /** @type {Record<string, string>} */ (clues);
    this.pictograms = /** @type {Record<string, string>} */ (pictograms);
    this.colours = /** @type {Record<string, string>} */ (colours); // the sign of each treasure
    this.say = speaker(texts, lang);
    host.classList.add("tobago-view");
    host.lang = lang;
    host.dir = lang === "fa" ? "rtl" : "ltr";
    host.addEventListener("keydown", (event) => { // the keys of the view are no commands of the notebook
      if (!event.ctrlKey && !event.altKey && !event.metaKey) event.stopPropagation();
    });
    this.mapHost = make("div", { class: "view-map" });
    this.tabs = new Map(model.get("board").maps.map((/** @type {TreasureMap} */ { colour }) => [colour, this.#tab(colour)]));
    this.laid = make("div", { class: "view-clues", role: "group", "aria-label": this.say("laid") });
    this.verdict = make("p", { class: "view-verdict", role: "status" });
    this.note = make("p", { class: "view-note" }, this.say("reconstructed"));
    this.buttons = this.#made();
    this.order = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: "0" }));
    this.order.addEventListener("input", () => this.#drag(+this.order.value));
    this.step = make("span");
    this.scrub = make("label", { class: "view-order" }, this.step, this.order);
    this.hand = make("div", { class: "view-clues", role: "group", "aria-label": this.say("cards") });
    this.matrixHost = make("div", { class: "view-matrix" });
    /** @type {Matrix | null} */
    this.matrix = null;
    this.open = false;
    /** @type {number[]} */
    this.places = []; // in the hand, -1 for none: where cards that were laid here came from, where there is no Python
    const side = [this.laid, this.verdict, this.note, make("div", { class: "view-actions" }, ...Object.values(this.buttons))];
    const tabs = make("div", { class: "view-tabs", role: "group", "aria-label": this.say("maps") }, ...this.tabs.values());
    const all = make("div", { class: "view-side" }, ...side, this.scrub, this.hand, this.matrixHost);
    this.body = make("div", { class: "view-body" }, tabs, this.mapHost, all);
    host.replaceChildren(parsed(signs), this.body);
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {Traces | null} */
    this.traces = null;
    this.moving = ""; // the hex from which something is moved
    this.drawn = "";
    this.stale = false;
    model.on("ground", () => this.#rebuild());
    for (const name of ["board", "colour", "clue", "step", "heat", "heated", "free", "told"]) model.on(name, () => this.#changed());
    model.on("selection", () => this.#select());
    this.#rebuild();
  }

  /** @returns {Board} */
  get board() {
    return this.model.get("board");
  }

  /** @returns {Ground} */
  get ground() {
    return this.model.get("ground");
  }

  /** What a touch changes; why the last wish was refused is read by then. @param {string} name @param {unknown} value */
  #set(name, value) {
    if (this.model.get("told")) this.model.set("told", "");
    this.model.set(name, value);
  }

  /** The map in view. @returns {TreasureMap} */
  get current() {
    const found = this.board.maps.find(({ colour }) => colour === this.model.get("colour"));
    return found ?? this.board.maps[0];
  }

  /** The clues of a map that lie at the step in view. @param {TreasureMap} map */
  #lying({ colour, clues }, step = this.model.get("step")) {
    if (step === ALL) return clues;
    const later = this.board.order.slice(step).filter((one) => one === colour).length;
    return clues.slice(0, clues.length - later);
  }

  /** @param {TreasureMap} map @param {string} clue */
  #judge(map, clue) {
    return this.#clues.verdict(this.#lying(map), clue, this.#clues.maskOf(map.removed));
  }

  get #clues() {
    return /** @type {Clues} */ (this.clues);
  }

  /** The map anew, where one looked and with the focus on the hex that had it. */
  #rebuild() {
    const { svg, setting } = this.ground;
    this.clues = new Clues(setting);
    if (svg !== this.drawn) {
      this.drawn = svg;
      const { x = 0, y = 0, scale = 1 } = this.map?.view ?? {};
      const focused = /** @type {HTMLElement | null} */ (this.mapHost.querySelector("[data-hex]:focus"))?.dataset.hex;
      const fresh = make("div", { class: "view-map" });
      this.mapHost.replaceWith(fresh); // with all that listened to the old map
      this.mapHost = fresh;
      this.map = new HexMap(fresh, svg, { describe: (name) => this.#told(name), say: this.say });
      this.traces = new Traces(this.map);
      this.map.addEventListener("select", (event) => this.#tapped(/** @type {CustomEvent} */ (event).detail));
      this.map.addEventListener("cancel", () => this.#cancel());
      if (scale > 1) {
        this.map.view.zoom(scale, 0, 0);
        this.map.view.pan(x - this.map.view.x, y - this.map.view.y);
      }
      if (focused) this.map.lattice.cells.get(focused)?.node.focus({ preventScroll: true });
    }
    this.#show();
    this.#select();
  }

  // ---- what a touch means

  /** @param {string} name */
  #tapped(name) {
    const { ask } = this.model, from = this.moving;
    this.#hold("");
    if (!from || !ask || from === name) return this.#set("selection", name);
    const [kind, what] = this.#standing(from) ?? [];
    if (kind === "atv") ask("move", what, name);
    else ask("move_landmark", from, name);
  }

  #cancel() {
    this.#hold("");
    this.#set("clue", "");
    this.#set("selection", "");
  }

  /** The heat of the map in view. @returns {Record<string, number>} */
  get #heats() {
    return this.model.get("heated") === this.current.colour ? this.model.get("heat") : {};
  }

  /** Hold what stands on a hex, to put it elsewhere; "" lets it go. @param {string} name */
  #hold(name) {
    if (name === this.moving) return;
    this.moving = name;
    if (name && this.#standing(name)?.[0] !== "atv") this.model.ask?.("hold", name);
    else this.model.set("free", []);
    this.#show();
  }

  /** What can be moved from a hex: an ATV of somebody, or else a landmark. @param {string} name @returns {[string, string] | null} */
  #standing(name) {
    const { atvs, landmarks } = this.ground;
    for (const [player, at] of Object.entries(atvs)) if (at === name) return ["atv", player];
    for (const [kind, at] of Object.entries(landmarks)) if (at.includes(name)) return [kind, kind];
    return null;
  }

  /** Drag through the order of play: what the last clue took flashes. @param {number} step */
  #drag(step) {
    const { maps, order } = this.board, colour = order[step - 1], before = this.model.get("step");
    this.model.set("step", step === order.length ? ALL : step);
    const map = maps.find((one) => one.colour === colour);
    if (!map) return;
    this.model.set("colour", colour);
    if (before !== ALL && step < before) return;
    const laid = this.#lying(map);
    this.#flash(this.#clues.candidates(laid.slice(0, -1)) & ~this.#clues.candidates(laid));
  }

  /** @param {bigint} mask */
  #flash(mask) {
    if (mask) this.map?.flash(this.#clues.hexes(mask));
  }

  /** @param {string} clue */
  #choose(clue) {
    this.#set("clue", this.model.get("clue") === clue ? "" : clue);
  }

  // ---- what is shown

  #select() {
    const name = this.model.get("selection") || null;
    this.map?.select(name, true);
    this.map?.tell(name);
    this.#marked();
    this.#act();
  }

  /** The lines of a hex: its name, what rules it out on the map in view, how likely it is. @param {string} name @returns {string[]} */
  #told(name) {
    const label = this.map?.lattice.cell(name).node.getAttribute("aria-label") ?? name;
    const heat = this.#heats[name], lines = [label];
    if (this.current.removed.includes(name)) return [...lines, this.say("removed")];
    const [one, ...others] = this.#against(name);
    if (!one) lines.push(this.say("candidate"));
    else lines.push(this.say("ruled_out", { clue: this.#listed([one]) })); // one suffices
    if (others.length) lines.push(this.say("ruled_out_too", { clues: this.#listed(others) }));
    if (heat !== undefined) lines.push(this.say("share", { share: `${digits((100 * heat).toFixed(1), this.lang)}` }));
    return lines;
  }

  /** The clues that rule a hex out, each by itself. @param {string} name */
  #against(name) {
    const bit = this.#clues.maskOf([name]);
    return this.#lying(this.current).filter((clue) => !(this.#clues.mask(clue) & bit));
  }

  /** @param {string[]} clues */
  #listed(clues) {
    return clues.map((clue) => this.say("quoted", { text: this.sentences[clue] })).join(this.say("comma"));
  }

  /** Several things change at once, and are shown once. */
  #changed() {
    if (!this.stale) queueMicrotask(() => this.stale && this.#show());
    this.stale = true;
  }

  #show() {
    this.stale = false;
    const clue = this.model.get("clue"), verdict = clue ? this.#judge(this.current, clue) : null;
    this.#light(verdict);
    this.#tell();
    this.#lay();
    this.#said(verdict);
    this.#time();
    this.#act();
  }

  /** @param {Verdict | null} verdict */
  #light(verdict) {
    const map = this.current, laid = this.#lying(map), heat = this.#heats, free = this.model.get("free");
    const removed = this.#clues.maskOf(map.removed), before = this.#clues.candidates(laid, removed);
    const hot = Object.keys(heat).length > 0, lit = laid.length || removed || verdict ? this.#clues.hexes(before) : null;
    const kept = verdict?.legal ? this.#clues.hexes(verdict.after) : null;
    if (free.length) this.map?.show({ lit: free });
    else this.map?.show({ lit, kept, outline: [] });
    this.traces?.show(free.length || hot ? [] : this.#traces(kept));
    this.map?.heat(free.length ? {} : heat);
    this.note.hidden = !hot || !this.ground.reconstructed;
    const cubes = laid.length && size(before) <= this.#clues.cubes && !verdict ? this.#clues.hexes(before) : []; // T-13
    this.map?.mark([
      ...cubes.map((at) => /** @type {Mark} */ ({ at, kind: "cube", colour: map.colour, slot: 0 })),
      ...map.removed.map((at) => /** @type {Mark} */ ({ at, kind: "no", slot: 0 })),
    ]);
  }

  /** The lines around where treasures may be, that of the map in view with `kept` alone. @param {string[] | null} kept @returns {Trace[]} */
  #traces(kept) {
    const traces = this.board.maps.flatMap((map, slot) => {
      const { colour, removed } = map, laid = this.#lying(map), now = map === this.current;
      if (!laid.length && !removed.length && !(now && kept)) return [];
      const names = (now && kept) || this.#clues.hexes(this.#clues.candidates(laid, this.#clues.maskOf(removed)));
      return [{ names, slot, colour, sign: this.colours[colour], now }];
    });
    return traces.sort((one, other) => Number(one.now) - Number(other.now));
  }

  /** @param {string} colour */
  #tab(colour) {
    const drawing = sign(this.colours[colour], "-11 -11 22 22", 18, 18);
    return button("view-tab", () => this.#set("colour", colour), drawing, make("span", {}, this.say(colour)), make("b"));
  }

  /** What the clue that is chosen would leave on each map. */
  #tell() {
    const clue = this.model.get("clue");
    for (const map of this.board.maps) {
      const tab = /** @type {HTMLElement} */ (this.tabs.get(map.colour)), verdict = clue ? this.#judge(map, clue) : null;
      const before = size(this.#clues.candidates(this.#lying(map), this.#clues.maskOf(map.removed)));
      let left = digits(before, this.lang);
      if (verdict) left = verdict.legal ? this.say("leaves", { before, after: size(verdict.after) }) : `${left} ✕`;
      write(/** @type {Element} */ (tab.lastElementChild), left);
      tab.setAttribute("aria-pressed", String(map === this.current));
      tab.classList.toggle("bad", verdict !== null && !verdict.legal);
    }
  }

  /** The cards: those that lie, the hand, and the matrix of all. */
  #lay() {
    const { hand } = this.board, chosen = this.model.get("clue"), map = this.current;
    keyed(this.laid, this.#lying(map), (clue) => this.#card(clue, "span"));
    keyed(this.hand, hand ?? [], (clue) => this.#card(clue, "button"));
    this.hand.hidden = !hand?.length;
    for (const card of /** @type {Iterable<HTMLElement>} */ (this.hand.children)) {
      const clue = card.dataset.clue ?? "";
      card.setAttribute("aria-pressed", String(clue === chosen));
      card.classList.toggle("illegal", !this.#judge(map, clue).legal);
    }
    this.matrixHost.hidden = Boolean(hand?.length) && !this.open;
    this.body.classList.toggle("with-matrix", !this.matrixHost.hidden);
    if (!this.matrixHost.hidden) this.#matrix(map, chosen);
    this.#marked();
  }

  /** @param {TreasureMap} map @param {string} chosen */
  #matrix(map, chosen) {
    const { sentences, pictograms, say } = this, deck = new Set(this.ground.deck);
    this.matrix ??= new Matrix(this.matrixHost, { sentences, pictograms, say, pick: (clue) => this.#choose(clue) });
    this.matrix.show((clue) => {
      const verdict = this.#judge(map, clue), same = verdict.before === verdict.after, pale = !deck.has(clue);
      const state = verdict.legal ? "" : verdict.reason === "removes_nothing" ? "idle" : "illegal";
      const left = same ? "=" : digits(size(verdict.after), this.lang);
      const words = this.#reason(verdict) + (pale ? this.say("comma") + this.say("not_in_deck") : "");
      return { state, sign: state === "illegal" ? "✕" : left, words, pale };
    }, chosen);
  }

  /** @param {string} clue @param {"button" | "span"} tag  whether it can be chosen */
  #card(clue, tag) {
    const inside = [pictogram(this.pictograms[clue], CARD), make("span", {}, this.sentences[clue])];
    const laid = tag === "span";
    const card = laid ? make("span", { class: "view-card laid" }, ...inside) : button("view-card", () => this.#choose(clue), ...inside);
    card.dataset.clue = clue;
    return card;
  }

  /** Frame the clues that rule out the hex in question, or contradict the clue. */
  #marked() {
    const name = this.model.get("selection"), clue = this.model.get("clue");
    const against = clue ? this.#judge(this.current, clue).conflicts : name ? this.#against(name) : [];
    for (const card of /** @type {Iterable<HTMLElement>} */ (this.laid.children)) {
      card.classList.toggle("against", against.includes(card.dataset.clue ?? ""));
    }
  }

  /** @param {Verdict | null} verdict */
  #said(verdict) {
    const told = this.model.get("told"), clue = this.model.get("clue");
    let text = told;
    if (!told && verdict) text = `${this.sentences[clue]}: ${this.#reason(verdict)}`;
    else if (!told && this.moving) text = this.say("moving");
    write(this.verdict, text);
    this.verdict.classList.toggle("bad", Boolean(told || (verdict && !verdict.legal)));
  }

  /** @param {Verdict} verdict */
  #reason({ reason, before, after, conflicts }) {
    if (reason !== "legal") return this.say(reason, { clues: this.#listed(conflicts) });
    return this.say("leaves", { before: size(before), after: size(after) });
  }

  #time() {
    const { order } = this.board, step = this.model.get("step"), at = step === ALL ? order.length : step;
    this.scrub.hidden = order.length < 2;
    this.order.max = String(order.length);
    this.order.value = String(at);
    const last = order[at - 1], words = this.say("step", { step: at, steps: order.length });
    write(this.step, `${this.say("order")}: ${words}`);
    this.order.setAttribute("aria-valuetext", last ? `${words}, ${this.say(last)}` : words);
  }

  // ---- what is done

  #made() {
    return {
      lay: button("view-button main", () => this.#lays()),
      cancel: button("view-button", () => this.#set("clue", ""), this.say("cancel")),
      back: button("view-button", () => this.#takeBack(), this.say("take_back")),
      heat: button("view-button", () => this.#heat(), this.say("heat")),
      move: button("view-button", () => this.#hold(this.moving ? "" : this.model.get("selection"))),
      all: button("view-button", () => this.#opens(), this.say("all_clues")),
    };
  }

  /** Which buttons there are, what they say and which can be pressed. */
  #act() {
    const { lay, cancel, back, heat, move, all } = this.buttons, { ask } = this.model, { hand, maps } = this.board;
    const clue = this.model.get("clue"), map = this.current, now = this.model.get("step") === ALL;
    const stands = this.#standing(this.moving || this.model.get("selection"));
    const focused = Object.values(this.buttons).find((one) => one === document.activeElement);
    lay.hidden = cancel.hidden = !clue;
    lay.disabled = !clue || !now || !this.#judge(map, clue).legal;
    write(lay, this.say("lay", { map: this.say(map.colour) }));
    back.hidden = Boolean(clue) || !now || !maps.some(({ clues }) => clues.length);
    heat.hidden = !ask || Boolean(clue) || !now;
    move.hidden = !ask || !stands || !now;
    if (stands) write(move, this.say("move", { what: this.say(stands[0]) }));
    all.hidden = !hand?.length;
    heat.setAttribute("aria-pressed", String(Object.keys(this.#heats).length > 0));
    move.setAttribute("aria-pressed", String(Boolean(this.moving)));
    all.setAttribute("aria-expanded", String(this.open));
    if (focused?.hidden) Object.values(this.buttons).find((one) => !one.hidden && !one.disabled)?.focus();
  }

  #opens() {
    this.open = !this.open;
    this.#show();
  }

  #heat() {
    if (Object.keys(this.#heats).length) this.model.set("heat", {});
    else this.model.ask?.("heat", this.current.colour);
  }

  #lays() {
    const clue = this.model.get("clue"), { colour } = this.current, { before, after } = this.#judge(this.current, clue);
    if (this.model.ask) this.model.ask("lay", colour, clue);
    else {
      this.model.set("clue", "");
      this.#change(({ maps, order, hand }) => {
        const map = maps.find((one) => one.colour === colour), place = hand?.indexOf(clue) ?? -1;
        map?.clues.push(clue);
        map?.owners.push(null);
        order.push(colour);
        if (place >= 0) hand?.splice(place, 1);
        this.places.push(place);
      });
    }
    this.#flash(before & ~after);
  }

  #takeBack() {
    const { maps, order } = this.board, laid = maps.filter(({ clues }) => clues.length);
    if (this.model.ask) this.model.ask("take_back");
    else if (!order.length && laid.length > 1) this.model.set("told", this.say("no_order"));
    else this.#change((board) => {
      const last = board.order.pop() ?? laid[0].colour, map = board.maps.find(({ colour }) => colour === last);
      const clue = map?.clues.pop(), place = this.places.pop() ?? -1;
      map?.owners.pop();
      if (clue && place >= 0) board.hand?.splice(place, 0, clue);
    });
  }

  /** Change the board where there is no Python. @param {(board: Board) => void} how */
  #change(how) {
    const board = structuredClone(this.board);
    how(board);
    this.model.set("board", board);
    this.model.set("heat", {}); // it was about another board
  }
}

/** What anywidget calls. @param {{model: any, el: HTMLElement}} given */
export function render({ model, el }) {
  /** @type {[string, () => void][]} */
  const listening = [];
  new MapView(el, {
    get: (name) => model.get(name),
    set: (name, value) => {
      model.set(name, value);
      model.save_changes();
    },
    on: (name, tell) => {
      listening.push([`change:${name}`, tell]);
      model.on(`change:${name}`, tell);
    },
    ask: (wish, ...parts) => model.send({ wish, parts }),
  });
  return () => listening.forEach(([name, tell]) => model.off(name, tell));
}
