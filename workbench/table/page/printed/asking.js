// Sheets that ask for one thing: any clue by the matrix, what an amulet is used for, what a hint proposes.
import { button, make, sign } from "./dom.js";
import { Matrix } from "./matrix.js";
import { size } from "./clues.js";

/** @import { Cards } from "./cards.js" */
/** @typedef {{map: string, clue: string, before: number, after: number, why: string}} Proposal */

/**
 * Ask for a clue. With a map, each shows what it would leave there, as far as the table wants to be told.
 * @param {Cards} cards @param {string} title @param {string | null} colour @param {(clue: string) => void} pick
 */
export function askClue(cards, title, colour, pick) {
  const { app, board } = cards, { words, pictograms } = board.setting;
  const host = make("div", { class: "play-matrix" }), sheet = app.sheet({ title, kind: "tall" }, host);
  const matrix = new Matrix(host, { sentences: words, pictograms, say: app.say, pick: (clue) => {
    sheet.close();
    pick(clue);
  } });
  if (!colour || board.table.hints === "off") return;
  matrix.show((clue) => {
    const verdict = board.verdict(colour, clue), idle = verdict.reason === "removes_nothing";
    const left = idle ? "=" : app.number(size(verdict.after)), state = verdict.legal ? "" : idle ? "idle" : "illegal";
    return { state, sign: state === "illegal" ? "✕" : left, words: cards.reason(verdict), pale: false };
  }, "");
}

/**
 * Ask for one of several things to do, each with its picture and words.
 * @param {Cards} cards @param {string} title @param {{picture: Node, words: string, act: () => void}[]} choices
 */
export function askOne(cards, title, choices) {
  const list = make("div", { class: "play-choices" }), sheet = cards.app.sheet({ title }, list);
  list.append(...choices.map(({ picture, words, act }) => button("play-choice", () => {
    sheet.close();
    act();
  }, picture, make("span", {}, words))));
}

/** Show the proposals for the own hand, best first. @param {Cards} cards @param {Proposal[]} plays @param {(play: Proposal) => void} pick */
export function askHint(cards, plays, pick) {
  const { say } = cards.app, title = say("play.hint_title");
  if (!plays.length) return void cards.app.sheet({ title }, make("p", {}, say("play.hint_none")));
  askOne(cards, title, plays.map((play) => {
    const { map, clue, before, after } = play, picture = make("span", { class: "play-pair" }, cards.picture(clue, 56), cards.sign(map));
    return { picture, words: say("play.hint_line", { clue: cards.words(clue), map: say(map), change: cards.change(before, after) }), act: () => pick(play) };
  }));
}

/** A piece such as an ATV, as a picture of a button. @param {Cards} cards @param {string} piece */
export function pieceSign({ board }, piece, width = 24) {
  return sign(board.setting.pieces[piece], "-11 -11 22 22", width, width);
}
