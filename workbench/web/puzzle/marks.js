// What a solver marked: for each subject its values that are out, perhaps and sure; with undo, and held to the proof.

/** @typedef {"no" | "maybe" | "yes"} Kind */
/** @typedef {{key: string, name: string, count: number, values: string[], given: string[], landmark: string | null, refuted: string[]}} Subject */
/** @typedef {{subject: string, facts: string[], says: string, follows: string, removed: string[], forced: string[]}} Step */
/** @typedef {Record<string, Record<string, Kind>>} Saved */
/** @typedef {{subject: string, values: string[]}} Wrong */

const MOST = 500; // undos that are kept

export class Marks {
  /** @param {Subject[]} subjects @param {Saved} [saved] @param {boolean} [strikes]  whether what a cube refutes is struck by itself */
  constructor(subjects, saved = {}, strikes = false) {
    this.strikes = strikes;
    this.claims = false; // whether what is sure is to be marked, even if nothing else is left
    this.subjects = new Map(subjects.map((one) => [one.key, one]));
    /** @type {Saved[]} */
    this.past = [];
    this.now = this.known(saved);
    /** Whether a value may get a mark, or with null lose its own. @type {(key: string, value: string, kind: Kind | null) => boolean} */
    this.allows = () => true;
  }

  /** Marks with those that cannot be left out. @param {Saved} saved */
  known(saved) {
    const found = this.fresh();
    for (const { key, values } of this.subjects.values()) {
      for (const [value, kind] of Object.entries(saved[key] ?? {})) {
        const free = values.includes(value) && !this.fixed(key, value);
        if (free && ["no", "maybe", "yes"].includes(kind)) found[key][value] = kind;
      }
    }
    return found;
  }

  /** Put other marks in place of all. @param {Saved} saved */
  put(saved) {
    this.keep();
    this.now = this.known(saved);
  }

  /** No marks but on what is known from the start. @returns {Saved} */
  fresh() {
    /** @type {(values: string[], kind: Kind) => [string, Kind][]} */
    const marked = (values, kind) => values.map((value) => [value, kind]);
    return Object.fromEntries([...this.subjects.values()].map(({ key, given, refuted }) =>
      [key, Object.fromEntries([...marked(given, "yes"), ...marked(this.strikes ? refuted : [], "no")])]));
  }

  /** Whether a mark is not the solver's to change. @param {string} key @param {string} value */
  fixed(key, value) {
    const { given, refuted } = this.subject(key);
    return given.includes(value) || (this.strikes && refuted.includes(value));
  }

  /** Strike what a cube refutes, or leave it to the solver; that is no step to undo. @param {boolean} on */
  strike(on) {
    this.strikes = on;
    for (const { key, refuted } of this.subjects.values()) for (const value of refuted) for (const marks of [...this.past, this.now]) {
      if (on) marks[key][value] = "no";
      else delete marks[key][value];
    }
  }

  /** @param {string} key */
  subject(key) {
    const found = this.subjects.get(key);
    if (!found) throw new Error(`no subject ${key}`);
    return found;
  }

  /** The values with a mark. @param {string} key @param {Kind} kind */
  marked(key, kind) {
    return Object.keys(this.now[key]).filter((value) => this.now[key][value] === kind);
  }

  /** The values that are left: those that are not out, or the sure ones once there are enough. @param {string} key */
  left(key) {
    const sure = this.marked(key, "yes");
    return sure.length >= this.subject(key).count ? sure : this.open(key);
  }

  /** The values that are not out. @param {string} key */
  open(key) {
    return this.subject(key).values.filter((value) => this.now[key][value] !== "no");
  }

  /** Whether as many values are left as there are. @param {string} key */
  settled(key) {
    return this.left(key).length === this.subject(key).count;
  }

  /** Begin a stroke, one step of undo: what it does with all values is what it would do with the first.
   * @param {string} key @param {string} first @param {Kind} kind @returns {Kind | null} the mark, or null to take it away */
  begin(key, first, kind) {
    this.keep();
    return this.now[key][first] === kind ? null : kind;
  }

  /** Put a mark on values, or with null take theirs away; a value more that is sure than there are takes the first one's
   * place. How many changed. @param {string} key @param {string[]} values @param {Kind | null} kind */
  set(key, values, kind) {
    const { given, count } = this.subject(key), marks = this.now[key];
    const changing = values.filter((value) => !this.fixed(key, value) && (marks[value] ?? null) !== kind && this.allows(key, value, kind));
    for (const value of changing) {
      const sure = this.marked(key, "yes").filter((one) => !given.includes(one));
      if (kind === "yes" && sure.length && sure.length + given.length >= count) delete marks[sure[0]];
      if (kind) marks[value] = kind;
      else delete marks[value];
    }
    return changing.length;
  }

  /** Mark what a step settles. @param {Step} step */
  settle({ subject, removed, forced }) {
    this.keep();
    for (const value of removed) this.now[subject][value] = "no";
    for (const value of forced) this.now[subject][value] = "yes";
  }

  /** Take marks away. @param {Wrong[]} wrong */
  clear(wrong) {
    this.keep();
    for (const { subject, values } of wrong) for (const value of values) delete this.now[subject][value];
  }

  restart() {
    this.keep();
    this.now = this.fresh();
  }

  keep() {
    this.past.push(structuredClone(this.now));
    if (this.past.length > MOST) this.past.shift();
  }

  undo() {
    this.now = this.past.pop() ?? this.now;
  }

  /** Whether nothing has changed since the last step; then this one is none. */
  idle() {
    return JSON.stringify(this.past.at(-1)) === JSON.stringify(this.now) && Boolean(this.past.pop());
  }

  /** Whether the marks say already what a step does. @param {Step} step */
  has({ subject, removed, forced }) {
    const left = new Set(this.left(subject)), settled = this.settled(subject);
    return removed.every((value) => !left.has(value)) && forced.every((value) => this.now[subject][value] === "yes" || (settled && !this.claims && left.has(value)));
  }

  /** The marks that the answer contradicts. @param {Record<string, string[]>} answer @returns {Wrong[]} */
  wrong(answer) {
    return Object.entries(answer).map(([subject, truth]) => ({
      subject,
      values: Object.entries(this.now[subject])
        .filter(([value, kind]) => kind === (truth.includes(value) ? "no" : "yes")).map(([value]) => value),
    })).filter(({ values }) => values.length);
  }

  /** Whether what is left is the answer. @param {Record<string, string[]>} answer */
  solved(answer) {
    return Object.entries(answer).every(([key, truth]) =>
      this.settled(key) && this.left(key).every((value) => truth.includes(value)));
  }
}
