// The hexes of a picture that Python drew: where they lie, which is nearest, the lines around a set of them.

/** @typedef {[number, number]} Point */
/** @typedef {{name: string, x: number, y: number, corners: Point[], face: string, node: SVGElement}} Cell */
/** @typedef {Iterable<string>} Names */

const REACH = 1.15; // radii: farther out a tap belongs to no hex

export class Lattice {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    for (const node of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-hex]"))) {
      const cell = read(node);
      this.cells.set(cell.name, cell);
    }
    const [first] = this.cells.values();
    if (!first) throw new Error("the picture has no hex: it needs polygons with data-hex");
    this.radius = Math.hypot(first.corners[0][0] - first.x, first.corners[0][1] - first.y);
  }

  /** @param {string} name @returns {Cell} */
  cell(name) {
    const found = this.cells.get(name);
    if (!found) throw new Error(`no hex ${name} in the picture`);
    return found;
  }

  /** The hex of an element of the picture. @param {Element} node */
  named(node) {
    return node instanceof SVGElement ? node.dataset.hex : undefined;
  }

  /** The cells of names. @param {Names} names */
  of(names) {
    return Array.from(names, (name) => this.cell(name));
  }

  /**
   * The hex whose centre is nearest to a point of the window, so that no tap falls between two hexes.
   * @param {number} clientX @param {number} clientY @returns {string | null}
   */
  nearest(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let best = null, least = this.radius * REACH;
    for (const cell of this.cells.values()) {
      const far = Math.hypot(cell.x - x, cell.y - y);
      if (far < least) [best, least] = [cell.name, far];
    }
    return best;
  }

  /**
   * The hex that an arrow key leads to: left and right keep to one row of a zigzag lattice, and cross bays.
   * @param {string} name @param {number} dx @param {number} dy @param {number} row  the height to keep to
   * @returns {string | null}
   */
  step(name, dx, dy, row) {
    const from = this.cell(name);
    let best = null, least = Infinity;
    for (const { name: other, x, y } of this.cells.values()) {
      const ahead = dx ? (x - from.x) * dx : (y - from.y) * dy;
      const aside = dx ? Math.abs(y - row) : Math.abs(x - from.x);
      if (ahead < this.radius / 10 || aside > this.radius * 0.95) continue;
      const cost = ahead + aside * 0.6;
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /**
   * The steps from a hex to all that can be reached from it; `overland` they cross no water.
   * @param {string} from @returns {Map<string, number>}
   */
  steps(from, overland = false) {
    const start = this.cell(from);
    if (!overland) return new Map([...this.cells.values()].map((cell) => [cell.name, this.#far(start, cell)]));
    const far = new Map([[from, 0]]);
    for (const [at, steps] of far) {
      for (const cell of this.cells.values()) {
        if (!far.has(cell.name) && this.#far(this.cell(at), cell) === 1) far.set(cell.name, steps + 1);
      }
    }
    return far;
  }

  /** The steps between two hexes over land and water: what is as far lies on a hexagon around them, turned to the corners. @param {Cell} one @param {Cell} other */
  #far(one, other) {
    const along = one.corners.map(([x, y]) => (other.x - one.x) * (x - one.x) + (other.y - one.y) * (y - one.y));
    return Math.round((Math.max(...along) * 2) / (3 * this.radius ** 2));
  }

  /** Faces of hexes as one path; `scale` shrinks each. @param {Names} names */
  faces(names, scale = 1) {
    return this.of(names).map((cell) => (scale === 1 ? cell.face : face(cell, scale))).join("");
  }

  /** One path around a set of hexes. @param {Names} names */
  outline(names) {
    return path(this.rings(names));
  }

  /** The closed lines around a set of hexes: the edges that belong to one of them only. @param {Names} names @returns {Point[][]} */
  rings(names) {
    /** @type {Map<string, [string, string]>} */
    const edges = new Map();
    for (const { corners } of this.of(names)) {
      corners.forEach((corner, i) => {
        const a = corner.map(Math.round).join(" "), b = corners[(i + 1) % 6].map(Math.round).join(" ");
        if (!edges.delete(`${b}|${a}`)) edges.set(`${a}|${b}`, [a, b]);
      });
    }
    const ahead = new Map(edges.values()), rings = [];
    for (const [start] of ahead) {
      const ring = [];
      for (let at = start; ahead.has(at);) {
        ring.push(/** @type {Point} */ (at.split(" ").map(Number)));
        const next = ahead.get(at) ?? "";
        ahead.delete(at);
        at = next;
      }
      rings.push(ring);
    }
    return rings;
  }
}

/** @param {SVGElement} node @returns {Cell} */
function read(node) {
  const numbers = (node.getAttribute("points") ?? "").trim().split(/[\s,]+/).map(Number);
  const corners = /** @type {Point[]} */ ([]);
  for (let i = 0; i < numbers.length; i += 2) corners.push([numbers[i], numbers[i + 1]]);
  const x = corners.reduce((sum, corner) => sum + corner[0], 0) / corners.length;
  const y = corners.reduce((sum, corner) => sum + corner[1], 0) / corners.length;
  const cell = { name: node.dataset.hex ?? "", x, y, corners, face: "", node };
  cell.face = face(cell, 1);
  return cell;
}

/** @param {Cell} cell @param {number} scale */
function face({ x, y, corners }, scale) {
  const at = corners.map((c) => `${(x + (c[0] - x) * scale).toFixed(1)} ${(y + (c[1] - y) * scale).toFixed(1)}`);
  return `M${at.join("L")}Z`;
}

/** Closed lines as one path. @param {Point[][]} rings */
export function path(rings) {
  return rings.map((ring) => `M${ring.map((spot) => spot.join(" ")).join("L")}Z`).join("");
}
