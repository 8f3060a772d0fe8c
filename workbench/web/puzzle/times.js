// Solving times: the browser keeps one for each puzzle that was solved, and a button saves them as `toolkit-times/1`.
import { keep, kept } from "./kept.js";
import { object } from "./look.js";

/** @typedef {{format: "toolkit-times/1", puzzle: string, solver: string, seconds: number, hints: number}} Time */

const KEY = "tobago-times";

export class Times {
  constructor() {
    this.solver = newSolver();
    /** @type {Record<string, Time>} */
    this.all = {};
    this.read();
  }

  /** Take in what the browser keeps: pages in other tabs note times, too. */
  read() {
    const { solver, all } = object(kept(KEY));
    if (typeof solver === "string") this.solver = solver;
    this.all = { ...this.all, ...object(JSON.stringify(all ?? {})) };
  }

  /** Note the first solution of a puzzle; a second one is no time of its own.
   * @param {string} puzzle @param {number} seconds @param {number} hints */
  note(puzzle, seconds, hints) {
    this.read();
    if (puzzle in this.all) return;
    this.all[puzzle] = { format: "toolkit-times/1", puzzle, solver: this.solver, seconds: Math.max(1, seconds), hints };
    keep(KEY, JSON.stringify({ solver: this.solver, all: this.all }));
  }

  /** Offer all times as a file; false when there is none. */
  save() {
    this.read();
    const lines = Object.values(this.all).map((time) => `${JSON.stringify(time)}\n`);
    if (!lines.length) return false;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
    link.download = "tobago-times.jsonl";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    return true;
  }
}

/** A name that tells solvers apart and says nothing of them. */
function newSolver() {
  return Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
