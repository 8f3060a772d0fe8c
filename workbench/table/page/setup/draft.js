// What a phone knows of a set-up: what stands where, where further landmarks may stand (T-5), and the lines that lead
// from one state of it to another.

/**
 * @typedef {object} SetUp  what the view tells of a set-up
 * @property {string | null} layout
 * @property {string | null} drawing
 * @property {string[]} huts
 * @property {string[]} palms
 * @property {string[]} statues  such as A23>NE, or without a facing
 * @property {Record<string, number>} left
 * @property {string[]} order  of the players, by their colours
 * @property {Record<string, string | number>} rules
 * @property {string} edition
 * @property {string} deck
 * @property {string[]} sides
 * @property {string} hints
 * @property {string[]} missing
 */
/**
 * @typedef {object} Island
 * @property {string} svg
 * @property {string[]} names
 * @property {string} coast
 * @property {string[]} apart
 * @property {number} gap
 * @property {string[]} directions
 * @property {string[]} editions
 * @property {Record<string, string>} landmarks
 * @property {Record<string, string>} facings
 * @property {Record<string, string>} words
 * @property {string} signs
 */
/** @typedef {Map<string, [kind: string, facing: string]>} Standing  the landmarks by their hexes */
/** @typedef {{layout: string | null, standing: [string, [string, string]][]}} Snapshot */
/** @typedef {{why: string, values: (say: (key: string) => string) => Record<string, string | number>}} Fault */

export const KINDS = ["hut", "palm", "statue"];

export class Draft {
  /** @param {SetUp} setup */
  constructor(setup = /** @type {any} */ (null)) {
    this.setup = setup;
    /** @type {Island | null} */
    this.island = null;
  }

  /** The hexes of a kind of landmark. @param {string} kind @returns {string[]} */
  of(kind) {
    const { huts, palms, statues } = this.setup;
    return kind === "hut" ? huts : kind === "palm" ? palms : statues.map((one) => one.split(">")[0]);
  }

  /** @returns {Standing} */
  standing() {
    return new Map(KINDS.flatMap((kind) => this.of(kind).map((name) => [name, [kind, this.facing(name)]])));
  }

  /** @returns {Snapshot} */
  snapshot() {
    return { layout: this.setup.layout, standing: [...this.standing()].sort() };
  }

  /** The kind of the landmark on a hex. @param {string} name */
  at(name) {
    return KINDS.find((kind) => this.of(kind).includes(name));
  }

  /** Where the statue on a hex looks; nothing if it has not been told. @param {string} name */
  facing(name) {
    const found = this.setup.statues.find((one) => one.startsWith(`${name}>`));
    return found ? found.slice(name.length + 1) : "";
  }

  /** A facing in words. @param {string} direction */
  faces(direction) {
    const words = this.island?.words ?? {};
    return (words.facing ?? "{}").replace("{}", words[direction] ?? direction);
  }

  /** Where the statue on a hex looks after a tap: the next direction clockwise, at first the first. @param {string} name */
  turned(name) {
    const ways = this.island?.directions ?? [];
    return ways[(ways.indexOf(this.facing(name)) + 1) % ways.length];
  }

  /** The statues of which nobody has told where they look. */
  unturned() {
    return this.of("statue").filter((name) => !this.facing(name));
  }

  /** Why a landmark may not stand on a hex, if it may not (T-5); one that moves is not in its own way.
   * @param {string} name @param {string} kind @param {string | null} [moved] @returns {Fault | null} */
  fault(name, kind, moved = null) {
    const island = /** @type {Island} */ (this.island), bit = 1n << BigInt(island.names.indexOf(name));
    const there = this.at(name);
    if (there) return { why: "taken", values: (say) => ({ landmark: say(there) }) };
    if (kind === "statue" && mask(island.coast) & bit) return { why: "coast", values: () => ({}) };
    const near = this.of(kind).find((other) => other !== moved && !(mask(island.apart[island.names.indexOf(other)]) & bit));
    return near ? { why: "near", values: (say) => ({ landmark: say(kind), hex: near, number: island.gap }) } : null;
  }
}

/** @param {string} hex */
function mask(hex) {
  return BigInt(`0x${hex}`);
}

/** The lines that lead from one state of a set-up back to another. @param {Snapshot} now @param {Snapshot} then */
export function undoing(now, then) {
  const anew = now.layout !== then.layout; // a layout comes without landmarks
  const here = new Map(anew ? [] : now.standing), there = new Map(then.standing);
  const lines = anew && then.layout ? [`layout ${then.layout}`] : [];
  const lifted = [...here].filter(([name, [kind, facing]]) => {
    const back = there.get(name);
    return !back || kind !== back[0] || (facing && !back[1]);
  }).map(([name]) => name);
  lines.push(...lifted.map((name) => `lift ${name}`));
  for (const [name, [kind, facing]] of there) {
    const stood = lifted.includes(name) ? undefined : here.get(name);
    if (!stood) lines.push(`place ${kind} ${name}`);
    if (facing && stood?.[1] !== facing) lines.push(`face ${name} ${facing}`);
  }
  return lines;
}
