// What a phone knows of the printed game: what lies on the maps, who acts, how far ATVs go. All by masks of the
// setting, without a request; rules beyond clues and steps are the server's.
import { Clues, size } from "./clues.js";

/** @import { SettingData, Verdict } from "./clues.js" */
/** @import { View } from "./client.js" */
/** @typedef {SettingData & {svg: string, steps: string[], words: Record<string, string>, signs: string, pictograms: Record<string, string>, colours: Record<string, string>, pieces: Record<string, string>, facings: Record<string, string>}} Setting */
/** @typedef {{colour: string, clues: string[], owners: (string | null)[], removed: string[]}} TreasureMap */
/** @typedef {{colour: string, name: string | null, amulets: number, roses: number, coins: number, cards: number}} Player */
/** @typedef {{map: string, hex: string, raiser: string, roses: string[], face: number | "curse" | null, place: number, cards: number, curses: string[]}} Treasure  `curses`: the lines by which one may be told to be turned up */
/** @typedef {{seq: number, by: string, do: string | string[], map?: string, clue?: string, before?: number, after?: number, amulets?: string[], facings?: Record<string, string>}} Entry */
/** @typedef {{to: number | null, by: string, wait: string[]}} Wish  to take back to an event, or to finish the evening */
/**
 * @typedef {object} Table  what the view tells of a printed game in play
 * @property {string} setting  the hash of the setting
 * @property {TreasureMap[]} maps
 * @property {Record<string, string>} atvs
 * @property {string[]} amulets
 * @property {Record<string, string>} facings
 * @property {Player[]} players  in turn order
 * @property {string | null} to_act
 * @property {string | null} decision
 * @property {Treasure | null} treasure
 * @property {string[]} legal  of who acts, as far as it names no card of a hand and no hex
 * @property {{hand: string[], unknown: number} | null} own
 * @property {"off" | "legal" | "full"} hints
 * @property {Entry[]} log
 * @property {Wish | null} wish  what others are asked to agree to
 * @property {number | null} finished  the event by which the evening was ended early
 * @property {any} outcome
 */

export const MAPS = ["brown", "white", "grey", "black"];
const STEPS = 3; // of a move (T-22)

export class Board {
  /** @param {Setting} setting */
  constructor(setting) {
    this.setting = setting;
    this.clues = new Clues(setting);
    this.steps = setting.steps.map((mask) => BigInt(`0x${mask}`));
    /** @type {View | null} */
    this.view = null;
  }

  /** @returns {Table} */
  get table() {
    return this.view?.table;
  }

  /** The colour of this phone's seat, or null for those who look on. @returns {string | null} */
  get me() {
    const { you, seats, read_only } = /** @type {View} */ (this.view);
    return read_only ? null : (seats.find(({ seat }) => seat === you)?.colour ?? null);
  }

  /** For whom this phone may act now, or null. Who is next may act while a turn is open that could end. @returns {string | null} */
  get actor() {
    const { to_act, legal, players } = this.table;
    if (to_act && this.#mine(to_act)) return to_act;
    if (!to_act || !legal.includes("end")) return null;
    const next = players[(players.findIndex(({ colour }) => colour === to_act) + 1) % players.length].colour;
    return this.#mine(next) ? next : null;
  }

  /** Whether the turn of who acts here has its main action before it: only then it cannot be ended (T-20b). */
  get fresh() {
    const { to_act, decision, legal } = this.table;
    return decision === "turn" && (this.actor !== to_act || !legal.includes("end"));
  }

  /** What is open to who acts here. @returns {string[]} */
  get legal() {
    return this.actor && this.actor === this.table.to_act ? this.table.legal : [];
  }

  /** Whether this phone speaks for somebody: its own seat, or one without a phone. @param {string} colour */
  #mine(colour) {
    const seat = this.view?.seats.find((one) => one.colour === colour);
    return this.me !== null && (colour === this.me || (seat !== undefined && !seat.phone && !seat.bot));
  }

  /** @param {string} colour @returns {TreasureMap} */
  map(colour) {
    const found = this.table.maps.find((one) => one.colour === colour);
    if (!found) throw new Error(`no map ${colour}`);
    return found;
  }

  /** @param {string} colour @returns {Player | undefined} */
  player(colour) {
    return this.table.players.find((one) => one.colour === colour);
  }

  /** @param {string} colour */
  candidates(colour, laid = this.map(colour).clues) {
    return this.clues.candidates(laid, this.#removed(colour));
  }

  /** @param {string} colour @param {string} clue @returns {Verdict} */
  verdict(colour, clue) {
    return this.clues.verdict(this.map(colour).clues, clue, this.#removed(colour));
  }

  /** The hexes that a clue which lies took from its map. @param {string} colour @param {string} clue */
  took(colour, clue) {
    const laid = this.map(colour).clues, before = laid.slice(0, laid.indexOf(clue));
    return this.clues.hexes(this.candidates(colour, before) & ~this.clues.mask(clue));
  }

  /** The clues of a map that rule a hex out, each by itself. @param {string} colour @param {string} hex */
  against(colour, hex) {
    const bit = this.clues.maskOf([hex]);
    return this.map(colour).clues.filter((clue) => !(this.clues.mask(clue) & bit));
  }

  /** The cubes of a map that an amulet may take: never the last one (T-33). @param {string} colour */
  cubes(colour) {
    const left = this.candidates(colour), lie = this.map(colour).clues.length > 0 && size(left) <= this.clues.cubes;
    return lie && size(left) > 1 ? this.clues.hexes(left) : [];
  }

  /** What of the island is in the light: where the treasure of a map may lie, and with a verdict on a card what would stay.
   * @param {string} colour @param {Verdict | null} verdict @returns {import("./layers.js").Light} */
  light(colour, verdict) {
    const { clues, removed } = this.map(colour), told = clues.length || removed.length || verdict;
    return { lit: told ? this.clues.hexes(this.candidates(colour)) : null, kept: verdict?.legal ? this.clues.hexes(verdict.after) : null };
  }

  /** Cubes of a map that an amulet took, and those that one may take now. @param {string} colour @param {string[]} cubes @returns {import("./layers.js").Mark[]} */
  marks(colour, cubes) {
    return [
      ...this.map(colour).removed.map((at) => /** @type {const} */ ({ at, kind: "no", slot: 0 })),
      ...cubes.map((at) => /** @type {const} */ ({ at, kind: "cube", colour, slot: 0 })),
    ];
  }

  /** The hexes that one step leads to from any of some. @param {bigint} from */
  around(from) {
    let found = 0n;
    this.steps.forEach((mask, i) => {
      if ((from >> BigInt(i)) & 1n) found |= mask;
    });
    return found;
  }

  /** @param {string} colour */
  #removed(colour) {
    return this.clues.maskOf(this.map(colour).removed);
  }
}

/** A move as it is thought out: where its steps end, and which amulets are taken on the way (T-22, T-32). */
export class Way {
  /** @param {Board} board @param {string} from @param {boolean} extra  by an amulet: then none is picked up (T-33) */
  constructor(board, from, extra = false) {
    this.board = board;
    this.from = from;
    this.extra = extra;
    /** @type {string[]} */
    this.stops = [];
    /** @type {Set<string>} */
    this.left = new Set(); // amulets that stay where they are
  }

  /** Where the last step ended. */
  get end() {
    return this.stops.at(-1) ?? this.from;
  }

  /** The amulets where steps end. */
  get amulets() {
    const lie = this.extra ? [] : this.board.table.amulets;
    return [...new Set(this.stops)].filter((hex) => lie.includes(hex));
  }

  /** The fewest steps to each hex that the steps left reach, from where the last one ended. */
  reach(from = this.end, left = STEPS - this.stops.length) {
    /** @type {Map<string, number>} */
    const found = new Map();
    this.#layers(from, left).forEach((layer, steps) => {
      if (steps) for (const hex of this.board.clues.hexes(layer)) found.set(hex, steps);
    });
    return found;
  }

  /** Go on to a hex; if the steps left do not reach it, go there from the start. The last stop is taken back. @param {string} hex */
  tap(hex) {
    if (hex === this.end && this.stops.length) this.stops.pop();
    else if (this.reach().has(hex)) this.stops.push(...this.#path(this.end, hex, STEPS - this.stops.length));
    else if (this.reach(this.from, STEPS).has(hex)) this.stops = this.#path(this.from, hex, STEPS);
    else return;
    this.left = new Set([...this.left].filter((one) => this.stops.includes(one)));
  }

  /** The lines that do it, in one go: each names the hex where it begins. */
  get lines() {
    const lines = this.extra ? ["amulet move"] : [], taken = new Set(this.amulets.filter((hex) => !this.left.has(hex)));
    let run = [this.from];
    for (const hex of this.stops) {
      run.push(hex);
      if (!taken.delete(hex)) continue;
      lines.push(`move ${run.join("-")}`, "pick up");
      run = [hex];
    }
    return run.length > 1 ? [...lines, `move ${run.join("-")}`] : lines;
  }

  /** The hexes that are 0, 1, 2 ... steps away, as masks. @param {string} from @param {number} left */
  #layers(from, left) {
    const layers = [this.board.clues.maskOf([from])];
    let seen = layers[0];
    for (let steps = 1; steps <= left; steps++) {
      const next = this.board.around(layers[steps - 1]) & ~seen;
      layers.push(next);
      seen |= next;
    }
    return layers;
  }

  /** Where the fewest steps end: by an amulet, where there is the choice. @param {string} from @param {string} to @param {number} left */
  #path(from, to, left) {
    const { clues, table } = this.board, layers = this.#layers(from, left), amulets = this.extra ? 0n : clues.maskOf(table.amulets);
    const path = [to];
    const steps = layers.findIndex((layer) => layer & clues.maskOf([to]));
    for (let at = steps - 1; at > 0; at--) {
      const before = layers[at] & this.board.around(clues.maskOf([path[0]])); // steps lead back as well
      path.unshift(clues.hexes(before & amulets)[0] ?? clues.hexes(before)[0]);
    }
    return path;
  }
}
