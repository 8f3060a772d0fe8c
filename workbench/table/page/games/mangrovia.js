// Mangrovia: the twelve piers as one line, below it the island, piers and cards, and the players as zones, then one's own hand.
import "./mangrovia.css";
import { drawn, make } from "./dom.js";
import { openGame } from "./game.js";
import { Places } from "./places.js";
import { sign } from "./signs.js";
import { Zones } from "./zones.js";

/** @import { Game } from "./game.js" */
/** @import { SignName } from "./signs.js" */
/** @typedef {"water" | "sand" | "reed" | "mangrove"} Land */
/** @typedef {"past" | "now" | ""} When */
/** @typedef {{owner: number, double: string}} Hut */
/** @typedef {{told: string, label: string}} Told */
/** @typedef {{label: string, piers: {number: string, owner: number, is: When}[]}} Boat */
/**
 * @typedef {object} Space
 * @property {string} place @property {string} label @property {Land[]} lands @property {string} area @property {string} price
 * @property {boolean} [amulets]  whether it is paid with them
 * @property {string} [points] @property {string} [tile] @property {Hut} [hut]
 * @property {boolean} [pale]  whether no bird marks it
 * @property {boolean} [site]  whether it is being paid for
 */
/** @typedef {{blocked: "stone" | "pole", label: string, tile: string}} Middle */
/**
 * @typedef {object} Island
 * @property {string} label @property {string} note @property {{name: string, head: Told | null}[]} columns
 * @property {{name: string, head: Told | null, cells: (Space | Middle | null)[]}[]} rows
 * @property {{label: string, spaces: Space[]}} beside @property {{kind: string, told: string}[]} key
 */
/** @typedef {{place: string, label: string, count: number, land?: Land, number?: string, kind?: string}} Card  alike ones */
/** @typedef {{title: string, pile: {place: string, label: string, number: string}, cards: Card[], none: number}} Row */
/** @typedef {{place: string, label: string, land: Land, told: string, bird: boolean}} Rock */
/** @typedef {{place: string, label: string, owner: number, piers: {number: string, act: string, is: When}[]}} Ritual */
/**
 * @typedef {object} Supply
 * @property {"rock" | "cards" | "piers"} first  what is chosen from now
 * @property {{title: string, spaces: Rock[]}} rock @property {Row[]} rows
 * @property {{title: string, counts: {number: string, told: string}[], tiles: string[], told: string}} amulets
 * @property {{title: string, spaces: Ritual[]}} piers
 */
/**
 * @typedef {object} Players
 * @property {{seat: number, name: string}[]} seats
 * @property {{sign: SignName, told: string, values: string[], best: boolean[]}[]} counts
 * @property {{told: string, values: string[]}[]} lying
 * @property {{title: string, told: string, owners: {owner: number, name: string}[],
 * rows: {told: string, prizes: string, values: string[], best: boolean[]}[]}} areas
 */
/** @typedef {{label: string, seat: number, told: string, none: string, drawn: string, groups: Card[][]}} Own */
/** @typedef {{zones: Record<string, string>, over: boolean, boat: Boat, island: Island, supply: Supply, players: Players, own: Own | null}} Scene */

/** @type {Record<string, SignName>} */
const ZONES = { island: "island", supply: "ship", players: "people" };
/** @type {Record<Land, SignName>} */
const LANDS = { water: "water", sand: "sun", reed: "reed", mangrove: "leaf" };
const CARD = 22, GROUP = 23, BETWEEN = 8, ROW = 340; // px that a card of the hand takes, alike ones more, kinds more, and a row on a phone
const HUT = "M12 2L1 12h3v10h16V12h3z";

export class Mangrovia extends Places {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    super(host, game);
    this.boat = make("div", { class: "boat", role: "img" });
    this.own = make("section", { class: "zone own" });
    /** @type {Record<string, HTMLElement>} */
    this.parts = {};
    this.over = false;
    this.laid = ""; // the grid for which it was built
    /** @type {HTMLElement[]} */
    this.cells = [];
  }

  /** @param {Scene} scene */
  show({ zones, over, boat, island, supply, players, own }) {
    if (!this.zones) this.#build(zones);
    this.host.classList.toggle("room", !own);
    this.boat.setAttribute("aria-label", boat.label);
    this.part(this.boat, boat.piers, (piers) => piers.map(({ number, owner, is }) => make("span", { class: is }, number, this.#disc(owner))));
    this.#island(island);
    this.#supply(supply);
    this.part(this.parts.players, players, (data) => this.#players(data));
    if (this.over !== over && over) this.zones?.go("players"); // who had what
    this.over = over;
    this.own.hidden = !own;
    if (!own) return;
    this.own.setAttribute("aria-label", own.label);
    this.part(this.own, own, (data) => this.#own(data));
  }

  /** @param {Record<string, string>} titles */
  #build(titles) {
    const { app } = this.game, list = Object.entries(titles).map(([id, title]) => ({ id, sign: ZONES[id], title }));
    this.zones = new Zones(list, (title, number) => app.say("game.zone", { title, number }), (number) => app.number(number));
    for (const name of ["rock", "valuables", "landscapes", "amulets", "piers", "players"]) this.parts[name] = make("div", { class: `box of-${name}` });
    const { island, players } = this.zones.panes;
    players.append(this.parts.players);
    this.grid = make("div", { class: "grid" });
    this.beside = make("div", { class: "beside", role: "group" });
    this.note = make("p", { class: "note" });
    this.key = make("p", { class: "key" });
    island.append(this.grid, this.beside, this.note, this.key);
    this.host.append(this.boat, this.zones.tabs, this.zones.swipe, this.own);
  }

  /** Tell of alike cards how many are paid, too. @param {Map<string, string>} words @param {string[]} chosen @param {string[]} pays */
  ring(words, chosen, pays) {
    super.ring(words, chosen, pays);
    for (const cards of this.own.querySelectorAll(".cards")) {
      const paid = pays.filter((place) => cards instanceof HTMLElement && place === cards.dataset.place).length;
      for (const [i, card] of cards.querySelectorAll(".card").entries()) card.classList.toggle("paid", i < paid);
    }
  }

  // ---- signs ------------------------------------------------------------------------------------------------

  /** Whose a bowl is: somebody's, or a neutral one. @param {number} owner */
  #disc(owner) {
    if (owner < 0) return make("i", { class: "disc free" });
    return owner < this.game.view.seats.length ? this.game.disc(owner) : make("i", { class: "disc" });
  }

  /** @param {Hut} hut */
  #hut({ owner, double }) {
    const disc = this.#disc(owner), looks = `hut seat-${owner}`;
    const roofs = double ? [drawn("path", { d: HUT, transform: "translate(5 -3)" })] : [];
    const drawing = drawn("svg", { viewBox: double ? "0 -3 30 27" : "0 0 24 24", "aria-hidden": "true" }, ...roofs, drawn("path", { d: HUT }));
    return make("i", { class: disc.className.includes("seat-") ? looks : "hut neutral" }, drawing, make("b", {}, disc.textContent ?? ""), ...(double ? [make("small", {}, double)] : []));
  }

  // ---- the island -------------------------------------------------------------------------------------------

  /** @param {Island} island */
  #island({ label, note, columns, rows, beside, key }) {
    const { grid, beside: shore } = this, cells = [...rows.flatMap((row) => row.cells), ...beside.spaces];
    if (!grid || !shore || !this.note || !this.key) return;
    const laid = JSON.stringify([columns, rows.map(({ name, head }) => [name, head]), beside.spaces.length]);
    if (laid !== this.laid) {
      this.laid = laid;
      this.cells = cells.map(() => make("span", { class: "cell" }));
      const left = [...this.cells], take = (/** @type {number} */ many) => left.splice(0, many);
      const head = (/** @type {Told | null} */ one) => (one ? make("span", { class: "prizes", role: "img", "aria-label": one.label }, one.told) : make("span"));
      const row = (/** @type {(Node | string)[]} */ ...inside) => make("div", { class: "row" }, ...inside);
      const tell = (/** @type {string} */ name) => make("span", { class: "edge", "aria-hidden": "true" }, name);
      grid.replaceChildren(
        row(make("span"), ...columns.map((column) => head(column.head)), make("span")),
        ...rows.map((one) => row(head(one.head), ...take(one.cells.length), tell(one.name))),
        row(make("span"), ...columns.map(({ name }) => tell(name)), make("span")),
      );
      shore.replaceChildren(...beside.spaces.map(({ place }) => make("span", { class: "one" }, ...take(1), tell(place))));
      grid.setAttribute("role", "group");
      grid.setAttribute("aria-label", label);
      shore.setAttribute("aria-label", beside.label);
    }
    for (const [i, cell] of cells.entries()) this.part(this.cells[i], cell, (data) => (data ? ["blocked" in data ? this.#middle(data) : this.#space(data)] : []));
    this.part(this.note, note, (text) => [text]);
    this.part(this.key, key, (all) => all.map(({ kind, told }) => make("span", {}, make("i", { class: kind }, ...this.#land(kind)), told)));
  }

  /** The sign of a landscape, if it is one. @param {string} kind */
  #land(kind) {
    return kind in LANDS ? [sign(LANDS[/** @type {Land} */ (kind)])] : [];
  }

  /** @param {Middle} middle */
  #middle({ blocked, label, tile }) {
    return make("span", { class: `middle ${blocked}`, role: "img", "aria-label": label }, sign(blocked === "stone" ? "temple" : "pole"), ...(tile ? [make("b", {}, tile)] : []));
  }

  /** @param {Space} space */
  #space({ place, label, lands, area, price, amulets, points, tile, hut, pale, site }) {
    const [first, second] = lands, half = second ? [make("i", { class: `half ${second}` }, sign(LANDS[second]))] : [];
    const costs = make("b", { class: amulets ? "price amulet" : "price" }, make("span", {}, price));
    const tag = tile ? [make("small", { class: "tile" }, tile)] : [];
    const body = make("span", { class: `body ${first} ${area}` }, ...half, ...(hut ? [this.#hut(hut)] : [sign(LANDS[first], "land"), costs, ...(points ? [make("small", { class: "points" }, points)] : [])]), ...tag);
    return this.place(place, label, `space${pale ? " pale" : ""}${site ? " site" : ""}`, body);
  }

  // ---- piers and cards --------------------------------------------------------------------------------------

  /** @param {Supply} supply */
  #supply({ first, rock, rows, amulets, piers }) {
    const { parts } = this, order = first === "piers" ? ["piers", "rock", "valuables", "landscapes", "amulets"]
      : first === "rock" ? ["rock", "valuables", "landscapes", "amulets", "piers"] : ["valuables", "landscapes", "rock", "amulets", "piers"];
    const pane = this.zones?.panes.supply, lies = [...(pane?.children ?? [])];
    if (pane && order.some((name, i) => lies[i] !== parts[name])) {
      pane.replaceChildren(...order.map((name) => parts[name]));
      pane.scrollTop = 0;
    }
    this.part(parts.rock, rock, ({ title, spaces }) => [make("h2", {}, title), make("div", { class: "four" }, ...spaces.map((one) => this.#rock(one)))]);
    for (const [i, name] of ["valuables", "landscapes"].entries()) this.part(parts[name], rows[i], (row) => this.#row(row));
    this.part(parts.amulets, amulets, ({ title, counts, tiles, told }) => [make("h2", {}, title), make("div", { class: "cards-row" },
      ...counts.map(({ number, told: what }) => make("span", { class: "counted" }, make("b", { class: "card amulet" }, number), make("small", {}, what))),
      make("span", { class: "counted" }, ...tiles.map((tile) => make("b", { class: "tile" }, tile)), make("small", {}, told)))]);
    this.part(parts.piers, piers, ({ title, spaces }) => [make("h2", {}, title), ...spaces.map((one) => this.#ritual(one))]);
  }

  /** @param {Rock} rock */
  #rock({ place, label, land, told, bird }) {
    return this.place(place, label, `rock-space ${land}`, sign(LANDS[land]), make("span", {}, told), ...(bird ? [sign("pigeon", "bird")] : []));
  }

  /** @param {Row} row */
  #row({ title, pile, cards, none }) {
    const down = this.place(pile.place, pile.label, "cards", make("span", { class: "card back" }, pile.number));
    const free = Array.from({ length: none }, () => make("span", { class: "card none" }));
    return [make("h2", {}, title), make("div", { class: "cards-row" }, down, make("i", { class: "bar-between" }), ...cards.map((card) => this.#cards(card)), ...free)];
  }

  /** @param {Card} card */
  #cards({ place, label, count, land, number = "", kind = "" }) {
    const one = () => make("span", { class: `card ${land ?? kind}` }, ...(land ? [sign(LANDS[land])] : [number]), ...(kind === "start" ? [sign("star")] : []));
    return this.place(place, label, "cards", ...Array.from({ length: count }, one));
  }

  /** @param {Ritual} ritual */
  #ritual({ place, label, owner, piers }) {
    const [there, back] = piers.map(({ number, act, is }) => make("span", { class: `pier ${is}` }, make("b", {}, number), make("span", {}, act)));
    return this.place(place, label, "ritual", there, this.#disc(owner), back);
  }

  // ---- the players ------------------------------------------------------------------------------------------

  /** @param {Players} players */
  #players({ seats, counts, lying, areas }) {
    const cell = (/** @type {string} */ text, /** @type {boolean} */ best) => make("td", best ? { class: "best" } : {}, text);
    const heads = seats.map(({ seat, name }) => make("th", { scope: "col" }, this.game.disc(seat), make("bdi", {}, name)));
    const rows = counts.map(({ sign: name, told, values, best }) =>
      make("tr", {}, make("th", { scope: "row" }, sign(name), told), ...values.map((value, i) => cell(value, best[i]))));
    const more = lying.map(({ told, values }) => make("tr", { class: "lying" }, make("th", { scope: "row" }, told), ...values.map((value) => cell(value, false))));
    const owners = areas.owners.map(({ owner, name }) => make("th", { scope: "col", "aria-label": name }, this.#disc(owner)));
    const paths = areas.rows.map(({ told, prizes, values, best }) =>
      make("tr", {}, make("th", { scope: "row" }, told, ...(prizes ? [make("small", {}, prizes)] : [])), ...values.map((value, i) => cell(value, best[i]))));
    return [
      make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...rows, ...more)),
      make("section", { class: "areas" }, make("h2", {}, areas.title),
        make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...owners)), make("tbody", {}, ...paths)),
        make("p", { class: "muted" }, areas.told)),
    ];
  }

  // ---- the own hand -----------------------------------------------------------------------------------------

  /** @param {Own} own */
  #own({ label, seat, told, none, drawn: fresh, groups }) {
    const all = groups.flat(), wide = all.reduce((sum, { count }) => sum + GROUP + count * CARD, groups.length * BETWEEN);
    const cards = groups.flatMap((group, i) => [...(i ? [make("i", { class: "bar-between" })] : []), ...group.map((card) => this.#cards(card))]);
    const who = make("p", { class: "who" }, this.game.disc(seat), make("span", {}, label), make("small", {}, told));
    return [who, make("div", { class: wide > ROW ? "held close" : "held" }, ...cards, ...(none ? [make("span", { class: "muted" }, none)] : []), ...(fresh ? [make("small", { class: "fresh" }, fresh)] : []))];
  }
}

openGame(Mangrovia); // the page of its tables begins here
