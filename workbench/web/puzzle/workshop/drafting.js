// The lines of a draft, as buttons and taps read and change them. They are all there is of it: what is typed counts as well.

/** @typedef {{player: string, holds: boolean, at: string}} Cube */

const COLOURS = ["brown", "white", "grey", "black"], LANDMARKS = ["huts", "palms", "statues"], PAIR = "two treasures";
/** What is said in a puzzle of a kind, beside what stands on the island; of all others OTHERS. @type {Record<string, string[]>} */
const SAID = { pinpoint: [...COLOURS, PAIR], lie: COLOURS, "best-card": ["hand", ...COLOURS], "whose-clue": ["listed", "player"] };
const OTHERS = [...COLOURS, PAIR, ...LANDMARKS], PLACES = [...COLOURS, "hand", "listed"], ALL = [...OTHERS, "hand", "listed", "player"];
const NAMES = /^(?:[a-z]+\d+(?:[\s,]+|$))*$/i; // perhaps none yet, or a comma with nothing behind it
const TWO = /^\s*(?:brown|white|grey|black)\s+(?:not\s+)?within\s/i;
const MOST = 500; // undos that are kept

/** Where clues are put in a puzzle of a kind: to treasures or maps, into a hand, on a list. @param {string} kind */
export function placesOf(kind) {
  return (SAID[kind] ?? OTHERS).filter((one) => PLACES.includes(one));
}

export class Lines {
  /** @param {string} text */
  constructor(text) {
    this.rows = text.split("\n");
  }

  get text() {
    return this.rows.join("\n");
  }

  get kind() {
    return read(this.rows[this.#at("kind")] ?? "").value;
  }

  /** Name another kind; what it cannot say goes. @param {string} kind */
  become(kind) {
    this.#write(this.#at("kind"), "kind", kind, 0);
    this.rows = this.rows.filter((row) => {
      const { key, value } = read(row), sort = sortOf(row);
      const says = ALL.includes(sort) && !(LANDMARKS.includes(key) && NAMES.test(value));
      return !says || (SAID[kind] ?? OTHERS).includes(sort);
    });
  }

  /** The hexes of the known landmarks of a kind. @param {string} plural */
  standing(plural) {
    return read(this.rows[this.#at(plural, NAMES)] ?? "").value.split(/[\s,]+/).filter(Boolean);
  }

  /** Put a landmark on a hex, or take it away; one of another kind that stands there goes. @param {string} plural @param {string} name */
  place(plural, name) {
    for (const kind of LANDMARKS) {
      const names = this.standing(kind), stands = names.some((one) => same(one, name));
      if (!stands && kind !== plural) continue;
      const left = stands ? names.filter((one) => !same(one, name)) : [...names, name].sort();
      this.#write(this.#at(kind, NAMES), kind, left.join(", "), this.#behind(["kind", "island"]));
    }
  }

  /** @returns {Cube[]} */
  get cubes() {
    return this.rows.map(read).flatMap(({ key, value }) => {
      const found = /^(yes|no) at (\S+)$/i.exec(value);
      return found && /^player \d$/.test(key) ? [{ player: key, holds: found[1].toLowerCase() === "yes", at: found[2] }] : [];
    });
  }

  /** Put a cube of a player on a hex: yes, then no, then none. @param {string} player @param {string} name */
  cube(player, name) {
    const now = this.cubes.find((one) => one.player === player && same(one.at, name));
    const said = now ? (now.holds ? `no at ${name}` : "") : `yes at ${name}`;
    this.#write(this.#at(player, now ? new RegExp(`^(yes|no) at ${name}$`, "i") : /^$/), player, said, this.#behind([player]));
  }

  /** The clues of a place. @param {string} place */
  clues(place) {
    const values = this.rows.map(read).filter(({ key }) => key === place).map(({ value }) => value.toLowerCase());
    return place === "hand" ? values.flatMap(cardsOf) : values;
  }

  /** Put a clue into a place, or take it away. @param {string} place @param {string} clue */
  clue(place, clue) {
    const has = this.clues(place), at = this.#at(place);
    if (place === "hand") {
      const left = has.includes(clue) ? has.filter((one) => one !== clue) : [...has, clue];
      this.#write(at, place, left.join("; "), this.#behind(["kind", "island", ...LANDMARKS]));
    } else if (has.includes(clue)) {
      this.rows = this.rows.filter((row) => read(row).key !== place || read(row).value.toLowerCase() !== clue);
    } else {
      const cubes = this.rows.findIndex((row) => read(row).key.startsWith("player ")); // cards are listed before them
      this.#write(this.#at(place, /^$/), place, clue, at < 0 && cubes >= 0 && place === "listed" ? cubes : this.#behind([place]));
    }
  }

  /** The first line with a key, and such a value. @param {string} key */
  #at(key, value = /^/) {
    return this.rows.findIndex((row) => read(row).key === key && value.test(read(row).value));
  }

  /** Where a line goes that stands behind the last one with such a key, or else behind all. @param {string[]} keys */
  #behind(keys) {
    const last = this.rows.findLastIndex((row) => keys.includes(read(row).key));
    if (last >= 0) return last + 1;
    const end = this.rows.findLastIndex((row) => row.trim()) + 1, open = this.rows.findLast((row) => read(row).key);
    if (read(open ?? "").key !== "drawing") return end;
    this.rows.splice(end, 0, ""); // an empty line ends a drawing
    return end + 1;
  }

  /** Write a line, with its note; without a value it goes. @param {number} at  which one, or -1 for a new one @param {string} key @param {string} value @param {number} place  of a new one */
  #write(at, key, value, place) {
    const { note } = read(this.rows[at] ?? "");
    this.rows.splice(at < 0 ? place : at, at < 0 ? 0 : 1, ...(value ? [`${key}: ${value}${note && ` ${note}`}`] : []));
  }
}

/** What a row says: the words before and behind its colon, and its note. @param {string} row */
function read(row) {
  const [, key = "", value = "", note = ""] = /^([^:#]*):([^#]*)(#.*)?$/.exec(row) ?? [];
  return { key: tidy(key).toLowerCase(), value: tidy(value), note };
}

/** What a row is about: a place, a kind of landmarks, players, or how near two treasures are. @param {string} row */
function sortOf(row) {
  return TWO.test(row) ? PAIR : read(row).key.replace(/ \d+$/, "");
}

/** Whether two names are of one hex. @param {string} one @param {string} other */
function same(one, other) {
  return one.toLowerCase() === other.toLowerCase();
}

/** @param {string} text */
function tidy(text) {
  return text.trim().replace(/\s+/g, " ");
}

/** @param {string} hand */
function cardsOf(hand) {
  return hand.split(";").map(tidy).filter(Boolean);
}

/** What was written before: one step for each tap, or for what is typed at a stretch. */
export class Past {
  constructor() {
    /** @type {string[]} */
    this.before = [];
    /** @type {string[]} */
    this.after = [];
  }

  /** Begin a step at a text. @param {string} text */
  keep(text) {
    this.before.push(text);
    if (this.before.length > MOST) this.before.shift();
    this.after = [];
  }

  /** The text of a step before, or null. @param {string} now */
  back(now) {
    const found = this.before.pop() ?? null;
    if (found !== null) this.after.push(now);
    return found;
  }

  /** The text of a step that was taken back, or null. @param {string} now */
  again(now) {
    const found = this.after.pop() ?? null;
    if (found !== null) this.before.push(now);
    return found;
  }
}
