// The printed game set up: the layout by its picture, landmarks by taps, statues turned by further taps. Where no
// landmark may stand lies in fog before the tap, and a tap there says why (T-5), all without a request.
import "./setup.css";
import { button, drawn, group, make, parsed, scrolled, write } from "./dom.js";
import { DeckEditor } from "./deck.js";
import { HexMap } from "./hexmap.js";
import { icon, sketch } from "./icons.js";
import { KINDS, Draft, undoing } from "./draft.js";
import { more, players } from "./rules.js";
import { sentence } from "./sentence.js";
import { SideEditor } from "./side.js";

/** @import { View } from "./client.js" */
/** @import { Island, SetUp, Snapshot } from "./draft.js" */
/** @import { App } from "./table.js" */
/** @typedef {{show: (view: View) => void, body: HTMLElement}} Form  what is in a sheet, and follows the table */

export class Setup {
  /** @param {HTMLElement} host @param {App} app */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    host.className = "fixed";
    this.draft = new Draft();
    /** @type {string | null} */
    this.kind = KINDS[0]; // that the next tap places
    /** @type {string | null} */
    this.touched = null; // the hex of the landmark that was tapped
    this.moving = false; // it, by the next tap
    /** @type {Snapshot[]} */
    this.past = [];
    this.queue = Promise.resolve();
    this.acting = false;
    this.expected = "";
    /** @type {SideEditor | DeckEditor | null} */
    this.editor = null;
    /** @type {Form | null} */
    this.form = null;
    /** @type {HexMap | null} */
    this.map = null;
    this.shownIsland = this.shownLayouts = "";
    /** @type {Set<string>} */
    this.standing = new Set();
    /** @type {Element | null} */
    this.sprite = null;
    this.closeSheet = () => {};
    const { say } = app;
    this.strip = make("div", { class: "layouts", role: "radiogroup", "aria-label": say("setup.layout") });
    this.field = make("div", { class: "setup-map" });
    this.told = make("p", { class: "setup-told", role: "status" });
    this.tray = make("div", { class: "tray", role: "group", "aria-label": say("setup.landmarks") }, ...KINDS.map((kind) => this.#pick(kind)));
    this.chosen = make("div", { class: "row setup-acts" });
    this.random = button("btn", () => this.#act(() => ["random"]), say("setup.random"));
    this.seats = button("btn", () => this.#open(say("setup.players"), players(app)));
    const settings = button("btn", () => this.#open(say("setup.more"), more(app, this.draft.island?.editions ?? [], () => this.#editDeck())), say("setup.more"));
    this.acts = make("div", { class: "row setup-acts" }, this.random, this.seats, settings);
    this.missing = make("p", { class: "muted small setup-missing" });
    this.begin = button("btn main wide", () => this.#act(() => ["begin"]), say("setup.begin"));
    this.board = make("section", { class: "board setup", "aria-label": say("setup.island") }, this.strip, this.field);
    this.parts = [
      this.board,
      make("section", { class: "panel setup-panel stack" }, this.told, this.tray, this.chosen,
        this.acts, this.missing, this.begin),
    ];
    this.undo = icon("undo", say("common.undo"), () => this.#undo());
    this.#return();
  }

  leave() {
    this.editor?.leave();
    this.sprite?.remove();
  }

  /** @param {string} kind */
  #pick(kind) {
    const node = button("pick", () => {
      this.kind = kind;
      this.#let();
    }, make("span", { class: "pick-sign" }), make("span", { class: "grow" }, make("span", {}, this.app.say(kind)), make("b", { class: "num" })));
    node.dataset.kind = kind;
    return node;
  }

  /** The set-up itself, after an editor. */
  #return() {
    this.editor?.leave();
    this.editor = null;
    this.host.replaceChildren(...this.parts);
    this.app.bar.replaceChildren(this.undo);
  }

  /** @param {View} view */
  show(view) {
    if (this.draft.setup && !this.acting && this.expected !== JSON.stringify(snapshotOf(view.setup))) this.past = []; // somebody else's hand
    this.draft.setup = view.setup;
    this.expected = JSON.stringify(snapshotOf(view.setup));
    if (this.touched && !this.draft.at(this.touched)) this.#let();
    this.form?.show(view);
    void this.#layouts();
    void this.#island();
    if (!this.editor) this.#show();
  }

  /** Whether this phone may set anything up. */
  get #mine() {
    const { you, read_only } = this.app.view;
    return you !== null && !read_only;
  }

  // ---- island and layouts

  async #layouts() {
    const { setup } = this.draft, key = JSON.stringify([setup.sides, setup.layout === null, setup.drawing !== null]);
    if (key === this.shownLayouts) return;
    this.shownLayouts = key;
    this.strip.hidden = setup.drawing !== null;
    if (setup.drawing !== null) return;
    /** @type {{layouts: {layout: string, svg: string}[]} | null} */
    const found = await this.app.ask("layouts");
    if (key !== this.shownLayouts) return; // there are others meanwhile
    if (!found) {
      this.shownLayouts = ""; // asked again with the next view
      return;
    }
    const { say } = this.app;
    const more = button("layout other", () => this.#editSide("a"), sketch("plus"), make("small", {}, say("setup.other_side")));
    this.strip.replaceChildren(...found.layouts.map(({ layout, svg }) => {
      const node = button("layout", () => this.#choose(layout), parsed(svg), make("small", { dir: "ltr" }, layout));
      node.setAttribute("role", "radio");
      node.dataset.layout = layout;
      node.setAttribute("aria-label", say("setup.layout_of", { layout }));
      return node;
    }), more);
    this.#show();
  }

  async #island() {
    const { layout, drawing } = this.draft.setup, key = `${layout}|${drawing}|${this.draft.setup.sides.join()}`;
    if (key === this.shownIsland) return;
    this.shownIsland = key;
    this.map = this.draft.island = null;
    this.standing.clear();
    this.field.replaceChildren();
    if (layout === null && drawing === null) return;
    /** @type {Island | null} */
    const island = await this.app.ask(layout === null ? "island" : `island?layout=${encodeURIComponent(layout)}`);
    if (key !== this.shownIsland) return; // another one was chosen meanwhile
    if (!island) {
      this.shownIsland = ""; // asked again with the next view
      return;
    }
    this.sprite?.remove();
    this.sprite = /** @type {Element} */ (parsed(island.signs));
    document.body.append(this.sprite);
    this.draft.island = island;
    this.map = new HexMap(this.field, island.svg, { say: this.app.say, describe: (name) => this.#lines(name) });
    this.map.addEventListener("select", (event) => {
      const name = /** @type {CustomEvent<string | null>} */ (event).detail;
      if (name) this.#tap(name);
    });
    this.map.addEventListener("cancel", () => this.#let());
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.tray.querySelectorAll(".pick"))) {
      const kind = /** @type {string} */ (node.dataset.kind);
      node.firstElementChild?.replaceChildren(parsed(`<svg xmlns="http://www.w3.org/2000/svg" class="hexmap theme-auto" viewBox="-30 -30 60 60" width="36" height="36" aria-hidden="true"><g class="landmark">${island.landmarks[kind]}</g></svg>`));
    }
    this.#show();
  }

  /** @param {string} layout */
  #choose(layout) {
    if (layout !== this.draft.setup.layout) void this.#act(() => [`layout ${layout}`]);
    else void this.#island(); // asked again where there was no answer
  }

  /** @param {string} name */
  #lines(name) {
    const { draft } = this, kind = draft.at(name), facing = draft.facing(name);
    const label = this.map?.lattice.cell(name).node.getAttribute("aria-label") ?? name;
    const stands = kind ? [facing ? `${this.app.say(kind)}, ${draft.faces(facing)}` : this.app.say(kind)] : [];
    const why = this.kind || this.moving ? this.#why(name) : "";
    return [label, ...stands, ...(why && !kind ? [why] : [])];
  }

  // ---- taps

  /** @param {string} name */
  #tap(name) {
    this.map?.select(null, true);
    if (!this.#mine) return;
    const stands = this.draft.at(name);
    if (this.moving && name !== this.touched) return this.#move(name);
    if (stands === "statue" && !this.moving) {
      this.touched = name;
      void this.#act(() => [`face ${name} ${this.draft.turned(name)}`]);
    } else if (stands) {
      this.moving = !this.moving;
      this.touched = this.moving ? name : null;
      this.#show();
    } else if (this.kind) this.#place(name, this.kind);
  }

  /** @param {string} name @param {string} kind */
  #place(name, kind) {
    const why = this.draft.fault(name, kind);
    if (why) return this.#refuse(name);
    this.touched = kind === "statue" ? name : null;
    void this.#act(() => [`place ${kind} ${name}`]);
  }

  /** Put the landmark that is chosen on another hex. @param {string} name */
  #move(name) {
    const from = /** @type {string} */ (this.touched), kind = /** @type {string} */ (this.draft.at(from)), facing = this.draft.facing(from);
    if (this.draft.fault(name, kind, from)) return this.#refuse(name);
    const face = facing ? [`face ${name} ${facing}`] : [];
    this.moving = false;
    this.touched = kind === "statue" ? name : null;
    void this.#act(() => [`lift ${from}`, `place ${kind} ${name}`, ...face]);
  }

  /** @param {string} name */
  #refuse(name) {
    this.map?.tell(name);
    this.map?.flash([name]);
    this.#tell(this.told, `${name}: ${this.#why(name)}`);
  }

  /** Why what is chosen may not stand on a hex. @param {string} name */
  #why(name) {
    const moved = this.moving ? this.touched : null, kind = moved ? this.draft.at(moved) : this.kind;
    const fault = kind && this.draft.fault(name, kind, moved);
    return fault ? this.app.say(`setup.${fault.why}`, fault.values(this.app.say)) : "";
  }

  /** Let go of what was chosen. */
  #let() {
    this.touched = null;
    this.moving = false;
    this.#show();
  }

  /** Do lines, one after the other with what was tapped before; an undo takes them back together. @param {() => string[]} lines */
  #act(lines) {
    const acted = this.queue.then(async () => {
      const before = snapshotOf(this.app.view.setup), all = lines();
      this.acting = true;
      const done = all.length > 0 && await this.app.act(all.length === 1 ? all[0] : all).finally(() => {
        this.acting = false;
      });
      if (this.app.view.phase !== "setup") return;
      if (done && JSON.stringify(before) !== JSON.stringify(snapshotOf(this.app.view.setup))) this.past.push(before);
      this.#show();
    });
    this.queue = acted.catch(() => {}); // what failed holds up nothing that comes after it
    return acted;
  }

  #undo() {
    const then = this.past.pop();
    if (!then) return;
    this.touched = null;
    this.moving = false;
    const kept = this.past;
    void this.#act(() => undoing(snapshotOf(this.app.view.setup), then)).then(() => {
      this.past = kept;
      this.#show();
    });
  }

  // ---- what is told

  #show() {
    if (this.editor) return;
    const { draft, map, app } = this, { say } = app, { setup } = draft;
    if (!setup) return;
    const all = KINDS.reduce((sum, kind) => sum + setup.left[kind], 0);
    const chosen = setup.layout !== null || setup.drawing !== null;
    this.board.classList.toggle("unlaid", !chosen); // then the layouts have its room
    this.tray.hidden = !chosen;
    if (!this.kind || setup.left[this.kind] <= 0) this.kind = KINDS.find((kind) => setup.left[kind] > 0) ?? null;
    app.title(all ? say("setup.left", { number: all }) : say(setup.missing.length ? "setup.almost" : "setup.ready"));
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (this.strip.querySelectorAll("[data-layout]"))) {
      const mine = node.dataset.layout === setup.layout;
      if (mine && node.getAttribute("aria-checked") !== "true") node.scrollIntoView({ block: "nearest", inline: "center" });
      node.setAttribute("aria-checked", String(mine));
    }
    for (const node of /** @type {NodeListOf<HTMLButtonElement>} */ (this.tray.querySelectorAll(".pick"))) {
      const kind = /** @type {string} */ (node.dataset.kind), needed = setup.left[kind] + draft.of(kind).length;
      node.disabled = setup.left[kind] <= 0 || !this.#mine;
      node.setAttribute("aria-pressed", String(kind === this.kind && !this.moving));
      write(/** @type {Element} */ (node.querySelector("b")), `${app.number(draft.of(kind).length)}/${app.number(needed)}`);
    }
    if (map) this.#showMap(map);
    this.#showChosen();
    this.#tell(this.told, this.#what());
    this.#tell(this.missing, this.#lacking());
    this.missing.hidden = !this.missing.textContent;
    write(this.seats, say("setup.players_of", { number: setup.order.length }));
    this.random.hidden = !all || !draft.island;
    this.begin.hidden = setup.missing.length > 0;
    this.undo.disabled = !this.past.length;
    for (const node of [this.random, this.begin]) node.disabled = !this.#mine;
    scrolled(this.strip, !this.#mine);
    for (const node of /** @type {NodeListOf<HTMLButtonElement>} */ (this.strip.querySelectorAll("button"))) node.disabled = !this.#mine;
  }

  /** Say a sentence where another one stands. @param {Element} node @param {string} text */
  #tell(node, text) {
    if (node.textContent !== text) node.replaceChildren(...sentence(this.app, text));
  }

  /** @param {HexMap} map */
  #showMap(map) {
    const { draft } = this, island = /** @type {Island} */ (draft.island), wanted = new Set();
    for (const [name, [kind, facing]] of draft.standing()) {
      const key = `${kind} ${name} ${facing}`;
      wanted.add(key);
      map.piece(key, name, () => group(`<g class="landmark" transform="scale(1.2)">${island.landmarks[kind]}</g>${facing ? island.facings[facing] : ""}`));
    }
    for (const key of this.standing) if (!wanted.has(key)) map.piece(key, null, () => drawn("g"));
    this.standing = wanted;
    const moved = this.moving ? this.touched : null, kind = moved ? draft.at(moved) : this.kind;
    map.show({ lit: kind ? island.names.filter((name) => !draft.fault(name, kind, moved)) : null, outline: [] });
    map.layers.ring(this.touched);
  }

  #showChosen() {
    const { say } = this.app, name = this.touched, kind = name && this.draft.at(name);
    this.chosen.hidden = !kind || !this.#mine;
    this.acts.hidden = !this.chosen.hidden;
    if (!kind || !name) return this.chosen.replaceChildren();
    const turn = () => this.#act(() => [`face ${name} ${this.draft.turned(name)}`]);
    const move = button("btn", () => {
      this.moving = !this.moving;
      this.#show();
    }, say("setup.move"));
    move.setAttribute("aria-pressed", String(this.moving));
    this.chosen.replaceChildren(
      ...(kind === "statue" ? [button("btn", turn, say("setup.turn")), move] : []),
      button("btn", () => this.#act(() => [`lift ${name}`]), say("setup.lift")),
    );
  }

  /** What the next tap does. */
  #what() {
    const { say } = this.app, { setup } = this.draft;
    if (!this.#mine) return say("setup.watching");
    if (!this.draft.island) return setup.layout === null && setup.drawing === null ? say("setup.choose_layout") : "";
    if (this.moving && this.touched) return say("setup.tap_new", { landmark: say(this.draft.at(this.touched) ?? "hut") });
    const statue = this.touched && this.draft.at(this.touched) === "statue" ? this.touched : "", facing = this.draft.facing(statue);
    if (facing) return say("setup.looks", { hex: statue, facing: this.draft.faces(facing) });
    if (statue) return say("setup.tap_statue", { hex: statue });
    if (this.kind) return say("setup.tap", { landmark: say(this.kind) });
    const [unturned] = this.draft.unturned();
    return unturned ? say("setup.tap_statue", { hex: unturned }) : say("setup.tap_more");
  }

  /** What is still to be told besides the layout and the landmarks, which are asked for above: in the language of the page,
   * and what only the server knows in its words. */
  #lacking() {
    const { say } = this.app, { setup } = this.draft, found = [], turns = this.draft.unturned();
    if (turns.length) found.push(say("setup.need_facing", { hexes: turns.join(say("comma")) }));
    if (setup.order.length < 2) found.push(say("setup.need_players"));
    if (!found.length && !KINDS.some((kind) => setup.left[kind] > 0)) found.push(...setup.missing);
    return found.length ? say("setup.missing", { what: found.join(" · ") }) : "";
  }

  // ---- sheets and editors

  /** @param {string} title @param {Form} form */
  #open(title, form) {
    this.form = form;
    form.show(this.app.view);
    const sheet = this.app.sheet({ title }, form.body);
    this.closeSheet = () => sheet.close();
    void sheet.closed.then(() => {
      this.form = null;
    });
  }

  /** @param {string} side */
  async #editSide(side) {
    const data = await this.app.ask(`side?side=${side}`);
    if (!data || this.app.screen !== this) return;
    this.editor?.leave();
    this.host.replaceChildren();
    this.editor = new SideEditor(this.host, this.app, data, (other) => (other ? void this.#editSide(other) : this.#edited()));
  }

  async #editDeck() {
    this.closeSheet();
    const data = await this.app.ask("deck");
    if (!data || this.app.screen !== this) return;
    this.host.replaceChildren();
    this.editor = new DeckEditor(this.host, this.app, data, () => this.#edited());
  }

  #edited() {
    this.shownLayouts = this.shownIsland = ""; // a side of the same letter may look otherwise now
    this.past = [];
    this.touched = null;
    this.moving = false;
    this.#return();
    this.show(this.app.view);
  }
}

/** @param {SetUp} setup */
function snapshotOf(setup) {
  return new Draft(setup).snapshot();
}
