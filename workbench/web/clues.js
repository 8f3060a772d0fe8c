// The clues of a setting as masks, one bit for each hex, as Python sends them: verdict, reason and preview of every
// card on every map without a request. What holds is T-12 as in toolkit/games/tobago/maps.py.

/** @typedef {"legal" | "contradicts" | "leaves_nothing" | "removes_nothing"} Reason */
/** @typedef {{names: string[], masks: Record<string, string>, cubes: number, may_idle: boolean}} SettingData */
/** @typedef {{legal: boolean, reason: Reason, before: bigint, after: bigint, conflicts: string[]}} Verdict */

export class Clues {
  /** @param {SettingData} data */
  constructor({ names, masks, cubes, may_idle }) {
    this.names = names;
    this.cubes = cubes;
    this.mayIdle = may_idle; // T-15: until cubes lie, a clue need not remove anything
    /** @type {Map<string, bigint>} */
    this.masks = new Map(Object.entries(masks).map(([clue, mask]) => [clue, BigInt(`0x${mask}`)]));
    this.all = (1n << BigInt(names.length)) - 1n;
    this.numbers = new Map(names.map((name, i) => [name, BigInt(i)]));
  }

  /** Where a clue is true. @param {string} clue */
  mask(clue) {
    const found = this.masks.get(clue);
    if (found === undefined) throw new Error(`no clue ${clue}`);
    return found;
  }

  /** The hexes of a mask. @param {bigint} mask */
  hexes(mask) {
    return this.names.filter((_, i) => (mask >> BigInt(i)) & 1n);
  }

  /** The mask of hexes. @param {Iterable<string>} hexes */
  maskOf(hexes) {
    let mask = 0n;
    for (const name of hexes) {
      const number = this.numbers.get(name);
      if (number === undefined) throw new Error(`no hex ${name}`);
      mask |= 1n << number;
    }
    return mask;
  }

  /** What clues leave, without the hexes that an amulet took. @param {Iterable<string>} laid */
  candidates(laid, removed = 0n) {
    let left = this.all & ~removed;
    for (const clue of laid) left &= this.mask(clue);
    return left;
  }

  /** Whether a clue may follow those that lie on a map, and if not, why (T-12, T-12a, T-15). @param {string[]} laid @param {string} clue @returns {Verdict} */
  verdict(laid, clue, removed = 0n) {
    const holds = this.mask(clue), before = this.candidates(laid, removed), after = before & holds;
    const conflicts = laid.filter((other) => !(this.mask(other) & holds));
    const marked = laid.length > 0 && size(before) <= this.cubes; // T-13
    /** @type {Reason} */
    let reason = "legal";
    if (conflicts.length) reason = "contradicts";
    else if (!after) reason = "leaves_nothing";
    else if (after === before && (marked || !this.mayIdle)) reason = "removes_nothing";
    return { legal: reason === "legal", reason, before, after, conflicts };
  }
}

/** How many hexes a mask has. @param {bigint} mask */
export function size(mask) {
  let count = 0;
  for (; mask; mask &= mask - 1n) count++;
  return count;
}
