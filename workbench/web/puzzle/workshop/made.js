// The puzzles that this browser ordered or made, the newest first.
import { keep, kept } from "./kept.js";
import { object } from "./look.js";

/** @typedef {{id: string, kind: string, level: number, minutes: number}} Made */

const MADE = "tobago-made", MOST = 200;

/** @returns {Made[]} */
export function made() {
  const { all } = object(kept(MADE));
  return Array.isArray(all) ? all.filter((one) => typeof one?.id === "string") : [];
}

/** @param {Made} puzzle */
export function note(puzzle) {
  keep(MADE, JSON.stringify({ all: [puzzle, ...made().filter(({ id }) => id !== puzzle.id)].slice(0, MOST) }));
}
