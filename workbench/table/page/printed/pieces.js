// What stands on the island besides landmarks: ATVs and amulets in a row at the foot of their hex, where statues look,
// and while a move is thought out the steps to each hex.
import { drawn, group } from "./dom.js";

/** @import { Board, Way } from "./board.js" */
/** @import { HexMap } from "./hexmap.js" */

const WIDTH = 19, MOST = 2.1, ROOM = 92, FOOT = 24, HERE = 41, ASIDE = 34, APART = 15, DOT = 5.5; // units of the picture, whose hexes have radius 50

export class Pieces {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, SVGElement>} */
    this.standing = new Map();
  }

  /** @param {HexMap} map @param {Way | null} way */
  show(map, way) {
    /** @type {Map<string, [hex: string, parts: () => SVGElement, transform: string]>} */
    const wanted = new Map();
    const { facings, pieces } = this.board.setting, { table, actor } = this.board;
    for (const [hex, direction] of Object.entries(table.facings)) {
      wanted.set(`facing ${hex} ${direction}`, [hex, () => group(facings[direction]), ""]);
    }
    for (const [hex, row] of this.#rows()) {
      const scale = Math.min(MOST, ROOM / (WIDTH * row.length));
      row.forEach(([key, piece], i) => {
        const x = scale * WIDTH * (i - (row.length - 1) / 2);
        wanted.set(key, [hex, () => group(pieces[piece]), `translate(${x} ${FOOT}) scale(${scale})`]);
      });
    }
    const own = actor && table.atvs[actor];
    if (own) wanted.set("here", [own, () => drawn("circle", { class: "play-here", r: String(HERE) }), ""]);
    if (way) for (const [key, hex, text] of steps(way)) wanted.set(key, [hex, text, ""]);
    for (const key of this.standing.keys()) if (!wanted.has(key)) this.#lift(map, key);
    for (const [key, [hex, parts, transform]] of wanted) this.#put(map, key, hex, parts, transform);
  }

  /** What stands on each hex, by key and drawing. */
  #rows() {
    /** @type {Map<string, [string, string][]>} */
    const rows = new Map();
    const { atvs, amulets } = this.board.table;
    const all = [...Object.entries(atvs).map(([player, hex]) => [`atv ${player}`, player, hex]), ...amulets.map((hex) => [`amulet ${hex}`, "purple", hex])];
    for (const [key, piece, hex] of all) rows.set(hex, [...(rows.get(hex) ?? []), [key, piece]]);
    return rows;
  }

  /** @param {HexMap} map @param {string} key @param {string} hex @param {() => SVGElement} parts @param {string} transform */
  #put(map, key, hex, parts, transform) {
    let node = this.standing.get(key);
    if (!node) {
      node = parts();
      this.standing.set(key, node);
    }
    if (transform && node.getAttribute("transform") !== transform) node.setAttribute("transform", transform);
    const stands = node;
    map.piece(key, hex, () => stands);
  }

  /** @param {HexMap} map @param {string} key */
  #lift(map, key) {
    this.standing.delete(key);
    map.piece(key, null, () => drawn("g"));
  }
}

/** Where the steps of a move end, and how many each hex takes from there: as dots, beside what stands in its middle.
 * @param {Way} way @returns {[string, string, () => SVGElement][]} */
function steps(way) {
  /** @param {number} number @param {string} kind */
  const dots = (number, kind) => {
    const at = Array.from({ length: number }, (_, i) => String(APART * (i - (number - 1) / 2)));
    return drawn("g", { class: kind }, ...at.map((cy) => drawn("circle", { cx: String(ASIDE), cy, r: String(DOT) })));
  };
  const stops = way.stops.map((hex, i) => [`stop ${hex} ${i}`, hex, () => dots(i + 1, "play-stop")]);
  const ahead = [...way.reach()].filter(([hex]) => !way.stops.includes(hex)).map(([hex, count]) => {
    const number = way.stops.length + count;
    return [`step ${hex} ${number}`, hex, () => dots(number, "play-step")];
  });
  return /** @type {[string, string, () => SVGElement][]} */ ([...stops, ...ahead]);
}
