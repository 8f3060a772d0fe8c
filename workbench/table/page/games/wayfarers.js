// Wayfarers by zones: the journal, the market, the own board and cards, the others; dice, workers and supply stay at hand.
import "./wayfarers.css";
import { button, drawn, make } from "./dom.js";
import { openGame } from "./game.js";
import { Places } from "./places.js";
import { sign } from "./signs.js";
import { Zones } from "./zones.js";

/** @import { Game } from "./game.js" */
/** @import { SignName } from "./signs.js" */
/**
 * @typedef {object} Card  a card; a place of the market without one has only what is beside it
 * @property {string} [gap]  what is missing there
 * @property {string} place @property {string} kind @property {string[]} told @property {string[]} tags
 * @property {boolean} [wanted]  whether the rival wants it
 * @property {string[][]} lines @property {string} [name] @property {string[]} [price] @property {string[]} [spot]
 * @property {string[][][]} [links]  of a water card, row by row, at its left and at its right
 * @property {number} [owner] @property {string[]} [workers]
 */
/** @typedef {{place: string, kind: string, told: string[], faces: string[][][], tags: string[], vp: number, left?: string}} Tile */
/** @typedef {{place: string, told: string[], kind: string, needs: string[], brings: string, folk: string, die: number, later: boolean}} Slot */
/** @typedef {{place?: string, label?: string, signs: string[], kind?: string, edges?: string}} Cell */
/**
 * @typedef {object} Player
 * @property {number} seat @property {string} who @property {{face: number, signs: string[], label: string}[]} numbers
 * @property {Slot[]} slots @property {Cell[]} caravan @property {Tile | null} laid
 * @property {{kind: string, cards: (Card | null)[]}[]} columns @property {[string, number, string][]} tags
 */
/** @typedef {{place: string, label: string, signs: string[], here: number[]}} Space */
/** @typedef {{from: number, to: number, signs: string[], open: boolean}} Way */
/** @typedef {{told: string, spaces: Space[], ways: Way[], green: number[], columns: string[], at: string}} Journal */
/** @typedef {{place: string, sign: string, number: number, name: string, label: string, used?: boolean}} Thing */
/**
 * @typedef {object} Own
 * @property {{place: string, face: number, label: string}[]} dice @property {{face: number, label: string} | null} held
 * @property {{place: string, colour: string, label: string}[]} workers @property {Thing[]} things @property {Thing[]} guilds
 */
/** @typedef {{seats: number[], rows: [string, string, string[]][]}} Sums */
/** @typedef {{told: string[], track: [string, boolean][]}} Rival */
/** @typedef {{kind: string, title: string, note: string}} Shelf */
/**
 * @typedef {object} Scene
 * @property {Record<string, string>} zones @property {Record<string, string>} words @property {Journal} journal
 * @property {Card[]} drawn @property {(Shelf & {cards: Card[]})[]} market @property {(Shelf & {tiles: Tile[]})[]} tiles
 * @property {number | null} me @property {Own | null} own @property {Player[]} players @property {Sums} sums
 * @property {Rival | null} rival @property {string} rival_name @property {boolean} over
 */

/** @type {Record<string, SignName>} */
const ZONES = { journal: "quill", market: "cards3", board: "die", cards: "vista", others: "people", players: "people" };
/** @type {Record<string, SignName>} */
const KINDS = { townsfolk: "person", land: "vista", water: "harbour", space: "star", inspiration: "bulb", basic: "basic", special: "tile", all: "tile" };
/** @type {Record<string, SignName>} */
const SIGNS = {
  silver: "coin", provision: "sack", science: "cube", trade: "cube", exploration: "cube", any_guild: "cube", influence_card: "hand", move_influence: "swap",
  retrieve_worker: "meeple", green: "meeple", yellow: "meeple", blue: "meeple", adjust_die: "die", refresh_die: "flip", new_die: "die", raise: "plus", lower: "minus",
  vp: "medal", vp1: "medal", free_silver: "coin", free_provision: "sack", journal: "quill", arrow: "arrow", bolt: "bolt", link: "bolt", reaction: "bell", rest: "tent",
  die: "die", compass: "compass", camel: "camel", telescope: "telescope", pigeon: "pigeon", ship: "ship", open_water: "water", moon: "crescent",
  city: "city", vista: "vista", harbour: "harbour", observatory: "observatory", library: "library", star: "star", planet: "planet", sun: "sun", comet: "comet",
};
/** What stands before a sign that changes something. @type {Record<string, string>} */
const BEFORE = { adjust_die: "±", new_die: "+", vp1: "1", free_silver: "−1", free_provision: "−1" };
const STEP = 9, LEFT = 5; // per cent of the journal's width between its columns, and before the first one
const MANY = 6; // dice and workers in a row of a phone
/** How far down the spaces of the journal are, by the last letters of their names. @type {Record<string, number>} */
const ROWS = { t: 38, u: 80, m: 132, l: 184, b: 226, 0: 132, 1: 28, 2: 80, 3: 132, 4: 184, 5: 236 };

export class Wayfarers extends Places {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    super(host, game);
    this.built = ""; // the zones and the people for which it was built
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Record<string, HTMLElement>} */
    this.parts = {};
    this.at = ""; // the space to which the journal was scrolled
    this.over = false;
    /** @type {Element | null} */
    this.wanted = null; // the card that the rival wants
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    const built = JSON.stringify([scene.zones, this.game.view.seats.map(({ seat }) => this.game.name(seat)), scene.players.map(({ seat }) => seat)]);
    if (built !== this.built) this.#build(scene);
    this.built = built;
    const { words, players, me } = scene;
    this.host.classList.toggle("room", me === null && !scene.over);
    this.#part("journal", scene.journal, (data) => this.#journal(data));
    this.#part("drawn", scene.drawn, (cards) => (cards.length ? this.#shelf({ kind: "", title: words.drawn, note: "" }, cards) : []));
    for (const shelf of scene.market) this.#part(`shelf ${shelf.kind}`, shelf, (data) => this.#shelf(data, data.cards));
    for (const shelf of scene.tiles) this.#part(`tiles ${shelf.kind}`, shelf, (data) => this.#tiles(data));
    if (me !== null) {
      this.#board("board", players[0]);
      this.#cards("cards", players[0]);
    }
    this.#part("sums", scene.sums, (data) => [this.#sums(data)]);
    this.#part("rival", scene.rival, (data) => (data ? this.#rival(data) : []));
    for (const player of players) this.#all(player);
    if (scene.own) this.#part("own", scene.own, (data) => this.#own(data));
    if (this.at !== scene.journal.at) this.#follow(scene.journal.at);
    const wanted = this.host.querySelector(".wanted");
    if (wanted && wanted !== this.wanted) {
      this.zones?.go("market");
      wanted.scrollIntoView({ block: "center", inline: "nearest" });
    }
    this.wanted = wanted;
    if (this.over !== scene.over && scene.over) this.zones?.go(me === null ? "players" : "others"); // why each has so many points
    this.over = this.parts.own.hidden = scene.over;
  }

  /** What a card or a tile is called, and what is said of it. @param {string} place */
  about(place) {
    const { market = [], tiles = [], drawn: hand = [], players = [] } = this.scene ?? {};
    const owned = players.flatMap(({ columns, laid }) => [...columns.flatMap(({ cards }) => cards), laid]);
    const all = [...market.flatMap(({ cards }) => cards), ...hand, ...tiles.flatMap((shelf) => shelf.tiles), ...owned];
    return all.find((one) => one?.place === place)?.told ?? null;
  }

  /** @param {Scene} scene */
  #build({ zones, players, me, words }) {
    const { app } = this.game;
    this.zones?.leave();
    const list = Object.entries(zones).map(([id, title]) => ({ id, sign: ZONES[id], title }));
    this.zones = new Zones(list, (title, number) => app.say("game.zone", { title, number }), (number) => app.number(number));
    const { panes } = this.zones;
    /** @type {Record<string, HTMLElement>} */
    const parts = {};
    const add = (/** @type {string} */ pane, /** @type {string[]} */ ...names) => {
      for (const name of names) panes[pane].append(parts[name] = make("div", { class: `part ${name.split(" ")[0]}` }));
    };
    add("journal", "journal");
    add("market", "drawn", ...["townsfolk", "land", "water", "space", "inspiration"].map((kind) => `shelf ${kind}`), ...["land", "water", "space", "basic", "special"].map((kind) => `tiles ${kind}`));
    if (me !== null) {
      for (const pane of ["board", "cards"]) this.#rooms(panes[pane], pane, parts);
    }
    add(me === null ? "players" : "others", "sums", "rival");
    for (const { seat, who } of players.filter((one) => one.seat !== me)) {
      const all = make("details", { class: "all" }, make("summary", {}, this.game.disc(seat), make("span", {}, who)));
      for (const pane of ["board", "cards"]) this.#rooms(all, `${pane}${seat}`, parts);
      all.addEventListener("toggle", () => this.scene && this.show(this.scene));
      panes[me === null ? "players" : "others"].append(all);
      parts[`all${seat}`] = all;
    }
    parts.own = make("section", { class: "zone own", "aria-label": words.mine });
    this.parts = parts;
    this.host.replaceChildren(this.zones.tabs, this.zones.swipe, ...(me === null ? [] : [parts.own]));
    this.at = "";
  }

  /** The parts of a player's board or cards. @param {Element} host @param {string} name @param {Record<string, HTMLElement>} parts */
  #rooms(host, name, parts) {
    const kinds = name.startsWith("board") ? ["numbers", "slots", "caravan"] : ["columns", "tags"];
    host.append(...kinds.map((kind) => (parts[`${name} ${kind}`] = make("div", { class: `part ${kind}` }))));
  }

  /** @template T @param {string} name @param {T} data @param {(data: T) => (Node | string)[]} draw */
  #part(name, data, draw) {
    this.part(this.parts[name], data, draw);
  }

  // ---- signs ------------------------------------------------------------------------------------------------

  /** A number, or a sign with a number before it, or a word. @param {string} token */
  #token(token) {
    const { app } = this.game, [name, inside = ""] = token.split("="), [, kind, what] = /^(\w+)-(card|tile)$/.exec(name) ?? [];
    const digits = (/** @type {string} */ text) => text.replace("-", "−").replace(/\d+/g, (number) => app.number(Number(number)));
    const before = digits(inside || BEFORE[name] || "");
    if (name === "die" && inside) return make("span", { class: "t die-on" }, digits(inside));
    if (name === "slot") return make("span", { class: "t hole" });
    if (kind) return make("span", { class: `t ${what} k-${kind}` }, sign(what === "tile" ? "tile" : KINDS[kind]));
    if (SIGNS[name]) return make("span", { class: `t s-${name}` }, before, sign(SIGNS[name], name === "arrow" ? "turn" : ""));
    return make("span", { class: "t" }, digits(token));
  }

  /** @param {string[]} tokens @param {string} kind */
  #line(tokens, kind = "line") {
    return make("span", { class: kind }, ...tokens.map((one) => this.#token(one)));
  }

  /** Whose a marker or an influence is. @param {number} seat */
  #disc(seat) {
    if (seat >= 0) return this.game.disc(seat);
    return make("i", { class: "disc", "aria-hidden": "true" }, sign("compass"));
  }

  /** A heading; what stands below it is told in words when it is tapped. @param {Shelf} shelf @param {string[][]} told */
  #heading({ kind, title, note }, told) {
    const open = button("telling led", () => this.game.app.sheet({ title }, ...told.map(([name, ...lines]) =>
      make("section", { class: "told" }, make("h3", {}, name.replace(/\.$/, "")), ...lines.map((line) => make("p", {}, line))))),
    ...(KINDS[kind] ? [sign(KINDS[kind])] : []), title, sign("info", "info"));
    return make("h2", { class: `head k-${kind}` }, open, make("small", {}, note));
  }

  // ---- the journal ------------------------------------------------------------------------------------------

  /** @param {Journal} journal */
  #journal({ told, spaces, ways, green, columns }) {
    const at = spaces.map(({ place }) => this.#spot(place));
    const lines = ways.map(({ from, to, open }) =>
      drawn("line", { class: open ? "way open" : "way", x1: `${at[from][0]}%`, y1: `${at[from][1]}`, x2: `${at[to][0]}%`, y2: `${at[to][1]}` }));
    const chips = ways.filter(({ signs }) => signs.length > 1).map(({ from, to, signs, open }) => {
      const [x, y] = [0, 1].map((i) => (at[from][i] + at[to][i]) / 2), chip = this.#line(signs, open ? "ask open" : "ask");
      return drawn("foreignObject", { x: `${x}%`, y: `${y - 13}`, width: "90", height: "26", transform: "translate(-45)" }, make("div", { class: "asks" }, chip));
    });
    const named = columns.map((name, i) => make("span", { class: `column c${i + 1}` }, name));
    const nodes = spaces.map(({ place, label, signs, here }) => this.place(place, label, `space c${parseInt(place.slice(1))} r${place.at(-1)}`,
      this.#line(signs.length ? signs : ["compass"]), make("span", { class: "here" }, ...here.map((seat) => this.#disc(seat)))));
    const workers = green.map((n) => make("span", { class: `green c${2 * n + 1}` }, sign("meeple")));
    const track = make("div", { class: "track" }, drawn("svg", { "aria-hidden": "true" }, ...lines, ...chips), ...workers, ...nodes, ...named);
    return [make("h2", {}, told), make("div", { class: "slide", role: "group", tabindex: "0", "aria-label": told }, track)];
  }

  /** @param {string} place @returns {[number, number]} */
  #spot(place) {
    return [LEFT + STEP * parseInt(place.slice(1)), ROWS[place.at(-1) ?? ""]];
  }

  /** Let the journal begin a little before a space. @param {string} place */
  #follow(place) {
    this.at = place;
    const slide = this.parts.journal.querySelector(".slide");
    if (slide && place) slide.scrollLeft = (slide.scrollWidth * (this.#spot(place)[0] - LEFT)) / 100;
  }

  // ---- the market -------------------------------------------------------------------------------------------

  /** @param {Shelf} shelf @param {Card[]} cards */
  #shelf(shelf, cards) {
    const told = cards.filter((card) => !card.gap).map((card) => card.told);
    return [this.#heading(shelf, told), make("div", { class: "four" }, ...cards.map((card) => this.#card(card)))];
  }

  /** @param {Card} card */
  #card({ gap, place, kind, told, tags, lines, name, price, spot, links, owner, wanted, workers = [] }) {
    const below = spot ? [this.#line(spot, "spot")] : [];
    if (gap) return make("div", { class: "mc none" }, make("span", { class: "body", role: "img", "aria-label": gap }), ...below);
    const body = make("span", { class: "body" }, ...(name ? [make("span", { class: "nm" }, name)] : []), this.#line(tags, "tags"), ...lines.map((line) => this.#line(line)));
    if (price) body.append(this.#line(price, "price"));
    for (const [i, side] of (links ?? []).entries()) body.append(make("span", { class: i ? "links end" : "links" }, ...side.map((row) => this.#line(row, "link"))));
    const on = workers.map((colour) => this.#token(colour));
    if (owner !== undefined) on.push(this.#disc(owner));
    if (on.length) body.append(make("span", { class: "on-it" }, ...on));
    return this.place(place, told.join(" "), `mc k-${kind}${wanted ? " wanted" : ""}`, body, ...below);
  }

  /** @param {Shelf & {tiles: Tile[]}} shelf */
  #tiles(shelf) {
    return [this.#heading(shelf, shelf.tiles.map(({ told }) => told)), make("div", { class: "row" }, ...shelf.tiles.map((tile) => this.#tile(tile)))];
  }

  /** @param {Tile} tile */
  #tile({ place, kind, told, faces, tags, vp, left }) {
    const sides = faces.map((face) => make("span", { class: "face" }, ...face.map((icons) => this.#line([...icons, ...tags]))));
    const more = [...(vp ? [this.#token(`vp=${vp}`)] : []), ...(left ? [make("small", {}, left)] : [])];
    return this.place(place, told.join(" "), `upgrade k-${kind}`, ...sides, make("span", { class: "line" }, ...more));
  }

  // ---- what a player has ------------------------------------------------------------------------------------

  /** Board and cards of somebody else, once somebody looks. @param {Player} player */
  #all(player) {
    const all = this.parts[`all${player.seat}`];
    if (!(all instanceof HTMLDetailsElement) || !all.open) return;
    this.#board(`board${player.seat}`, player);
    this.#cards(`cards${player.seat}`, player);
  }

  /** @param {string} name @param {Player} player */
  #board(name, { numbers, slots, caravan, laid }) {
    const words = this.scene?.words ?? {};
    this.#part(`${name} numbers`, numbers, (data) => [make("h2", {}, words.numbers), make("div", { class: "six" }, ...data.map(({ face, signs, label }) =>
      make("div", { class: "number", role: "img", "aria-label": label }, make("b", {}, this.game.app.number(face)), this.#line(signs))))]);
    this.#part(`${name} slots`, slots, (data) => [
      this.#heading({ kind: "", title: words.slots, note: "" }, data.map(({ told }) => told)),
      make("div", { class: "two" }, ...data.map((slot) => this.#slot(slot)))]);
    this.#part(`${name} caravan`, { caravan, laid }, (data) => [
      make("h2", {}, words.caravan), ...(data.laid ? [make("div", { class: "laid" }, make("small", {}, words.laid), this.#tile(data.laid))] : []),
      make("div", { class: "six cells" }, ...data.caravan.map((one) => this.#cell(one)))]);
  }

  /** @param {Slot} slot */
  #slot({ place, told, kind, needs, brings, folk, die, later }) {
    const hole = die ? this.#token(`die=${die}`) : this.#line(needs, "hole");
    const brought = make("span", { class: "brings" }, brings, ...(folk ? [make("small", {}, folk)] : []));
    return this.place(place, told.join(" "), `slot${kind ? ` k-${kind}` : ""}${later ? " later" : ""}`, make("span", { class: "body" }, hole, brought));
  }

  /** @param {Cell} cell */
  #cell({ place, label, signs, kind, edges = "" }) {
    if (!place || !label) return make("span", { class: "cell off" }, this.#line(signs));
    return this.place(place, label, `cell${kind ? ` tiled k-${kind}` : ""} ${[...edges].map((edge) => `to-${edge}`).join(" ")}`, this.#line(signs));
  }

  /** @param {string} name @param {Player} player */
  #cards(name, { columns, tags }) {
    const words = this.scene?.words ?? {};
    this.#part(`${name} columns`, columns, (data) => {
      const told = data.flatMap(({ cards }) => cards.flatMap((card) => (card ? [card.told] : [])));
      const high = [0, 1, 2, 3].map((i) => data.some(({ cards }) => cards[i]));
      const made = data.map(({ kind, cards }) => make("div", { class: `stack ${kind}` }, ...cards.flatMap((card, i) => (card ? [this.#card(card)]
        : high[i] ? [make("span", { class: `free f${i}` })] : []))));
      return [this.#heading({ kind: "", title: words.cards_of, note: "" }, told), make("div", { class: "slide pano", role: "group", tabindex: "0", "aria-label": words.cards_of }, ...made)];
    });
    this.#part(`${name} tags`, tags, (data) => [make("h2", {}, words.tags), make("p", { class: "facts" }, ...data.map(([tag, many, called]) =>
      make("span", { class: "fact" }, this.#token(tag), `${called} ${this.game.app.number(many)}`)))]);
  }

  /** @param {Own} own */
  #own({ dice, held, workers, things, guilds }) {
    const { app } = this.game;
    const hand = dice.map(({ place, face, label }) => this.place(place, label, "wdie", app.number(face)));
    const placing = held ? [make("span", { class: "wdie gone", role: "img", "aria-label": held.label }, app.number(held.face))] : [];
    const people = workers.map(({ place, colour, label }) => this.place(place, label, "worker", this.#token(colour)));
    const thing = (/** @type {Thing} */ { place, sign: token, number, name, label, used }) => this.place(place, label, used ? "thing used" : "thing",
      make("span", {}, this.#token(token), make("b", {}, app.number(number))), make("small", {}, name));
    const pieces = hand.length + placing.length + people.length;
    return [make("div", { class: pieces > MANY ? "hand many" : "hand" }, ...hand, ...placing, ...people), make("div", { class: "things" }, ...[...things, ...guilds].map(thing))];
  }

  // ---- all beside each other --------------------------------------------------------------------------------

  /** @param {Sums} sums */
  #sums({ seats, rows }) {
    const { game } = this, name = (/** @type {number} */ seat) => (seat < 0 ? this.scene?.rival_name ?? "" : seat === game.view.you ? game.app.say("join.you") : game.name(seat));
    const heads = seats.map((seat) => make("th", { scope: "col" }, this.#disc(seat), make("bdi", {}, name(seat))));
    const lines = rows.map(([token, title, values]) => make("tr", {}, make("th", { scope: "row" }, ...(token ? [this.#token(token)] : []), title), ...values.map((value) => make("td", {}, value))));
    return make("table", { class: "sum" }, make("thead", {}, make("tr", {}, make("td"), ...heads)), make("tbody", {}, ...lines));
  }

  /** @param {Rival} rival */
  #rival({ told, track }) {
    const spots = track.map(([token, here]) => make("span", { class: here ? "number now" : "number" }, this.#token(token)));
    return [make("h2", {}, this.scene?.rival_name ?? ""), make("div", { class: "track-of", "aria-hidden": "true" }, ...spots), ...told.map((one) => make("p", {}, one))];
  }
}

openGame(Wayfarers); // the page of its tables begins here
