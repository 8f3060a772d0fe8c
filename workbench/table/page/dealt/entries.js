// What has happened, one sentence a line, with the disc of who did it.
import { make } from "./dom.js";

/** @import { Game } from "./game.js" */
/** @typedef {{by: number | null, text: string}} Entry  whom it is about, or nobody, and the sentence */

/** @param {Game} game @param {Entry} entry @param {Node} told  its sentence */
export function entry(game, { by }, told) {
  return make("span", { class: by === null ? "entry apart" : "entry" }, ...(by === null ? [] : [game.disc(by)]), told);
}

/** All lines, the newest first. @param {Game} game @param {Entry[]} log */
export function entries(game, log) {
  return [...log].reverse().map((one) => make("li", {}, entry(game, one, game.sentence(one.text))));
}
