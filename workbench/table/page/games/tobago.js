// Tobago, dealt: tabs, map, clues and hand of the printed page, and round them what only a dealt game knows. What a card
// would do is told by masks, in all tabs at once; what may be done, and why not, is the engine's to say.
import "./play.css";
import "./tobago.css";
import { Board, MAPS, Way } from "./board.js";
import { Cards } from "./cards.js";
import { make, parsed } from "./dom.js";
import { openGame } from "./game.js";
import { HexMap } from "./hexmap.js";
import { metOnce } from "./keys.js";
import { Pieces } from "./pieces.js";
import { Places } from "./places.js";
import { sign } from "./signs.js";
import { faceUp, raised } from "./treasure.js";

/** @import { Setting, Table } from "./board.js" */
/** @import { Action } from "./choices.js" */
/** @import { Game } from "./game.js" */
/** @typedef {{number: string, label: string}} Counted */
/** @typedef {{seat: number, name: string, acts: boolean, coin: Counted, amulet: Counted}} Person */
/** @typedef {{seat: number, name: string, told: string, coin: Counted, amulet: Counted}} Own */
/** @typedef {{told: string, label: string, faces: {curse: boolean, text: string}[]}} Looked */
/**
 * @typedef {object} Scene
 * @property {string} setting  the hash of the setting, which is asked for once
 * @property {string | null} me  the colour of the seat
 * @property {Table} table  as the printed page is told it, but for what is decided on paper
 * @property {boolean} free  whether a clue goes on an empty map
 * @property {string[]} stops  where the steps of a move under way have ended
 * @property {Person[]} people
 * @property {Counted} deck
 * @property {Own | null} own
 * @property {Looked | null} looked  while a treasure is divided, the cards that the seat has looked at
 */

/** The board as the scene tells it: who acts here is the seat alone. */
class Dealt extends Board {
  /** @param {Setting} setting @param {Scene} scene */
  constructor(setting, scene) {
    super(setting);
    this.scene = scene;
  }

  /** @returns {Table} */
  get table() {
    return { ...this.scene.table, legal: [], hints: "legal", log: [] };
  }

  get me() {
    return this.scene.me;
  }
}

export class Tobago extends Places {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    super(host, game);
    this.colour = MAPS[0]; // the map in view
    /** @type {string | null} */
    this.held = null; // a card that is looked at and cannot be laid
    /** @type {Map<string, string>} */
    this.words = new Map(); // what can be chosen, by its places
    /** @type {string[]} */
    this.chosen = [];
    this.hash = "";
    /** @type {Dealt | null} */
    this.known = null;
    /** @type {Cards | null} */
    this.dealt = null;
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {Pieces | null} */
    this.pieces = null;
    this.people = make("div", { class: "people", role: "group", "aria-label": game.app.say("game.players") });
    this.division = make("section", { class: "division" });
    this.own = make("p", { class: "who own" });
  }

  /** @returns {Dealt} */
  get board() {
    return /** @type {Dealt} */ (this.known);
  }

  /** @returns {Cards} */
  get cards() {
    return /** @type {Cards} */ (this.dealt);
  }

  /** @param {Scene} scene */
  show(scene) {
    if (scene.setting !== this.hash) return void this.#load(scene);
    if (!this.known) return; // it is on its way
    this.#follow(this.known.scene, scene);
    this.known.scene = scene;
    const { own, looked, people, deck, table } = scene;
    this.people.classList.toggle("three", people.length > 2);
    this.part(this.people, [people, deck], () => [...people.map((one) => this.#person(one)), this.#fact("deck", deck)]);
    this.host.classList.toggle("dividing", table.treasure !== null);
    this.host.classList.toggle("ended", table.decision === null);
    this.part(this.division, [table.treasure, looked], () => (table.treasure ? this.#divided(table.treasure, looked) : []));
    this.own.hidden = !own;
    if (!own) return;
    this.cards.hand.setAttribute("aria-label", own.name);
    this.part(this.own, own, ({ seat, name, told, coin, amulet }) => [this.game.disc(seat), make("bdi", {}, name), make("small", {}, told), this.#fact("coin", coin), this.#fact("amulet", amulet)]);
  }

  /** Ask for the setting, and build what shows it. @param {Scene} scene */
  async #load(scene) {
    this.hash = scene.setting;
    const data = await this.game.app.ask(`setting?hash=${scene.setting}`);
    if (scene.setting !== this.hash) return; // another one came meanwhile
    if (!data) {
      this.hash = ""; // asked again with the next view, which comes when the connection is back
      return;
    }
    this.#build(data, scene);
    this.game.draw();
  }

  /** @param {Setting} setting @param {Scene} scene */
  #build(setting, scene) {
    const { app } = this.game;
    this.known = new Dealt(setting, scene);
    this.dealt = new Cards(app, this.known, {
      colour: (colour) => this.#look(colour),
      card: (clue) => this.#take(clue),
      laid: (clue) => {
        this.map?.flash(this.board.took(this.colour, clue));
        app.toast(this.cards.words(clue));
      },
      draw: () => {},
    });
    this.pieces = new Pieces(this.known);
    const mapHost = make("div", { class: "play-map" }), { tabs, laid, hand } = this.dealt;
    this.host.replaceChildren(parsed(setting.signs), this.people, tabs, mapHost, laid, this.division, this.own, ...(scene.own ? [hand] : []));
    this.map = new HexMap(mapHost, setting.svg, { describe: (name) => this.cards.describe(this.#label(name), name, this.colour), say: app.say });
    for (const name of this.map.names) this.#hex(name).dataset.label = this.#label(name);
    this.map.addEventListener("select", (event) => this.#tapped(/** @type {CustomEvent<string | null>} */ (event).detail));
    this.map.addEventListener("cancel", () => this.map?.tell(null));
  }

  /** @param {string} name */
  #hex(name) {
    return /** @type {HexMap} */ (this.map).lattice.cell(name).node;
  }

  /** What a hex is, in words. @param {string} name */
  #label(name) {
    const node = this.#hex(name);
    return node.dataset.label ?? node.getAttribute("aria-label") ?? name;
  }

  /** Look at the map on which somebody laid a clue. @param {Scene} before @param {Scene} after */
  #follow(before, after) {
    const longer = after.table.maps.find(({ clues }, i) => clues.length > before.table.maps[i].clues.length);
    const { treasure } = after.table;
    if (treasure && !before.table.treasure) this.colour = treasure.map;
    else if (longer) this.colour = longer.colour;
    if (longer) this.map?.flash(this.board.clues.hexes(this.board.candidates(longer.colour, before.table.maps.find(({ colour }) => colour === longer.colour)?.clues) & ~this.board.clues.candidates(longer.clues)));
    if (this.held && !after.table.own?.hand.includes(this.held)) this.held = null;
  }

  // ---- people and treasure ----------------------------------------------------------------------------------

  /** @param {import("./signs.js").SignName} name @param {Counted} counted */
  #fact(name, { number, label }) {
    return make("span", { class: "fact", role: "img", "aria-label": label }, sign(name), number);
  }

  /** @param {Person} person */
  #person({ seat, name, acts, coin, amulet }) {
    const node = make("div", { class: acts ? "person acts" : "person" }, this.game.disc(seat), make("bdi", {}, name), make("span", { class: "facts" }, this.#fact("coin", coin), this.#fact("amulet", amulet)));
    if (acts) node.setAttribute("aria-current", "true");
    return node;
  }

  /** @param {import("./board.js").Treasure} treasure @param {Looked | null} looked */
  #divided(treasure, looked) {
    const { app } = this.game, { face } = treasure;
    const shown = face === null ? [] : [faceUp(app.number(face), false)];
    const seen = looked ? [make("p", { class: "small muted" }, looked.told), make("span", { class: "looked", role: "img", "aria-label": looked.label }, ...looked.faces.map(({ text, curse }) => faceUp(text, curse)))] : [];
    return [...raised(this.cards, treasure), make("div", { class: "row" }, ...shown, make("div", { class: "grow" }, ...seen))];
  }

  // ---- what can be chosen -----------------------------------------------------------------------------------

  /** @param {string} place */
  has(place) {
    if (!this.known || !this.map) return true; // it is on its way
    if (place.startsWith("map ")) return true;
    return place.startsWith("clue ") ? Boolean(this.known.scene.table.own?.hand.includes(place.slice(5))) : this.map.lattice.cells.has(place);
  }

  /** @param {string} place @returns {Element[]} */
  found(place) {
    const [kind, name] = place.split(/ (.*)/);
    if (kind === "map") return [...this.cards.tabs.children].filter((tab) => tab instanceof HTMLElement && tab.dataset.map === name);
    if (kind === "clue") return [...this.cards.hand.children].filter((card) => card instanceof HTMLElement && card.dataset.clue === name);
    return this.map?.lattice.cells.has(place) ? [this.#hex(place)] : [];
  }

  /** The map in view, or else the first one that is left open. @param {Action[]} open */
  propose(open) {
    const fits = MAPS.filter((colour) => open.some(({ places }) => places.includes(`map ${colour}`)));
    return fits.length ? [`map ${fits.includes(this.colour) ? this.colour : fits[0]}`] : [];
  }

  /** @param {Map<string, string>} words @param {string[]} chosen */
  ring(words, chosen) {
    if (!this.known) return;
    this.words = words;
    this.chosen = chosen;
    const map = chosen.find((place) => place.startsWith("map "));
    if (map) this.colour = map.slice(4);
    this.#draw();
  }

  /** The card that is chosen, or looked at. */
  get clue() {
    return this.chosen.find((place) => place.startsWith("clue "))?.slice(5) ?? this.held;
  }

  /** Whether an amulet is being used: then hexes mean cubes of the map in view. */
  get removing() {
    return this.game.choosing.group === "amulet/cube";
  }

  /** The move that is thought out, or null. */
  get way() {
    const { scene } = this.board, own = scene.me && scene.table.atvs[scene.me];
    const moves = this.game.choosing.group === "drive" || (scene.table.decision === "move" && !this.game.choosing.group);
    if (!own || !this.game.mine || !moves) return null;
    const way = new Way(this.board, own);
    way.stops = [...scene.stops];
    return way;
  }

  /** Whether the card may be laid on a map, or which map is all that is asked, for a starting clue or a mark.
   * @param {string} colour */
  #fits(colour) {
    const { clue, board: { scene } } = this;
    if (!this.words.has(`map ${colour}`)) return false;
    return scene.table.decision === "starting clue" || Boolean(clue && this.cards.verdict({ colour, clue, free: scene.free })?.legal);
  }

  #draw() {
    const { cards, board, colour, clue } = this, { free } = board.scene;
    cards.show({ colour, clue, free });
    for (const tab of /** @type {Iterable<HTMLElement>} */ (cards.tabs.children)) {
      const { map = "" } = tab.dataset;
      tab.classList.add("led");
      tab.classList.toggle("can", this.#fits(map));
      tab.classList.toggle("wanted", !this.clue && !this.chosen.includes(`map ${map}`)); // with a card in hand they say what it would do
    }
    for (const card of /** @type {Iterable<HTMLElement>} */ (cards.hand.children)) this.#ringed(card, `clue ${card.dataset.clue}`);
    metOnce(this.host);
    this.#light();
  }

  /** @param {HTMLElement} card @param {string} place */
  #ringed(card, place) {
    const can = this.words.has(place);
    card.classList.toggle("can", can);
    card.classList.toggle("led", can || this.chosen.includes(place));
    card.tabIndex = -1; // as of what is not led to
  }

  /** What is in the light on the island, and which hexes can be chosen. */
  #light() {
    const { map, board, colour, clue, words, removing, way } = this, { scene } = board;
    if (!map) return;
    const cubes = removing ? board.cubes(colour).filter((name) => words.has(name)) : [];
    const starts = scene.table.decision === "start" && this.game.mine;
    const outline = board.light(colour, null).lit ?? []; // the treasure stays in view
    if (way) map.show({ lit: [...way.reach().keys(), way.end], outline });
    else if (starts) map.show({ outline });
    else if (cubes.length) map.show({ lit: cubes });
    else map.show(board.light(colour, this.cards.verdict({ colour, clue, free: scene.free })));
    this.host.classList.toggle("driving", Boolean(way || starts));
    this.host.classList.toggle("on-island", Boolean(way || starts || cubes.length));
    this.host.classList.toggle("by-amulet", this.game.choosing.group === "amulet");
    map.mark(board.marks(colour, cubes));
    this.pieces?.show(map, way);
    const open = map.names.filter((name) => (removing ? cubes.includes(name) : words.has(name)));
    for (const name of map.names) {
      const node = this.#hex(name), can = open.includes(name);
      node.classList.toggle("can", can);
      if (node.hasAttribute("aria-disabled")) node.setAttribute("aria-disabled", String(!can)); // what is in the dark can be chosen, too
      node.setAttribute("aria-label", can ? `${this.#label(name)}. ${words.get(name)}` : this.#label(name));
    }
    if (open.length && !map.svg.contains(document.activeElement)) map.gestures.roving(open[0]); // where Tab comes in
    map.select(this.chosen.find((place) => map.lattice.cells.has(place)) ?? null, true);
  }

  // ---- what a tap means -------------------------------------------------------------------------------------

  /** Look at a map; with a card in hand, lay it there or say why not. @param {string} colour */
  #look(colour) {
    const { clue, game } = this, place = `map ${colour}`, card = `clue ${clue}`;
    if (this.chosen.includes(place)) return;
    this.colour = colour;
    if (this.#fits(colour)) return void game.choosing.tap(place);
    if (!this.chosen.includes(card)) return this.#draw();
    game.choosing.hold([card]);
    void game.whyNot(card, place);
  }

  /** Take a card up, or put it down; what cannot be laid can be looked at. @param {string} clue */
  #take(clue) {
    const place = `clue ${clue}`, { game } = this, again = this.clue === clue;
    this.held = this.words.has(place) || again ? null : clue;
    if (game.mine && (!again || this.chosen.includes(place))) void game.choosing.tap(place);
    this.#draw();
  }

  /** @param {string | null} name */
  #tapped(name) {
    if (!name || !this.map) return;
    const { game, board, way } = this, own = board.me && board.scene.table.atvs[board.me];
    if (way && !this.words.has(name) && way.reach().has(name)) {
      way.tap(name);
      void game.choosing.follow(way.stops.slice(board.scene.stops.length));
    } else if (this.words.has(name) || way || this.chosen.includes(name)) void game.choosing.tap(name);
    else if (name === own && game.choosing.inside("drive").length) void game.choosing.open("drive");
    else this.map.tell(name);
  }
}

openGame(Tobago); // the page of its tables begins here
