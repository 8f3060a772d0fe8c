// The log: what was done, by whom, in words; a line can be taken back with all that came after it.
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { sentence } from "./sentence.js";

/** @import { Cards } from "./cards.js" */
/** @import { Entry } from "./board.js" */

/** Lines of the engine's notation, with what is said of them and how its gaps are called. @type {[RegExp, string, string[]][]} */
const SAYINGS = [
  [/^start (\w+)$/, "start", ["hex"]],
  [/^move ([\w-]+)$/, "move", ["way"]],
  [/^pick up$/, "pick_up", []],
  [/^amulet remove (\w+) (\w+)$/, "remove", ["map", "hex"]],
  [/^amulet move$/, "extra_move", []],
  [/^amulet exchange$/, "extra_exchange", []],
  [/^exchange$/, "exchange", []],
  [/^raise (\w+)$/, "raise", ["map"]],
  [/^reveal (\d+)$/, "reveal", ["number"]],
  [/^reveal curse\b/, "reveal_curse", []],
  [/^taken nobody$/, "taken_nobody", []],
  [/^taken (\w+)$/, "taken", ["player"]],
  [/^take$/, "take", []],
  [/^pass$/, "pass", []],
  [/^mark (\w+)$/, "mark", ["map"]],
  [/^show hand$/, "show_hand", []],
  [/^know (.+)$/, "know", ["clue"]],
  [/^forget (.+)$/, "forget", ["clue"]],
  [/^end$/, "end", []],
  [/^stop$/, "stop", []],
];

/** A name such as that of a hex, which is read from the left also in a text that is not. @param {string} name */
export function named(name) {
  return `\u2066${name}\u2069`;
}

/** What a line of the notation says. @param {Cards} cards @param {string} line @returns {string} */
export function lineTold(cards, line) {
  const { say } = cards.app;
  for (const [form, key, gaps] of SAYINGS) {
    const found = form.exec(line);
    if (!found) continue;
    const values = gaps.map((gap, i) => [gap, value(cards, gap, found[i + 1])]);
    return say(`play.did.${key}`, Object.fromEntries(values));
  }
  return line;
}

/** @param {Cards} cards @param {string} gap @param {string} text @returns {string | number} */
function value(cards, gap, text) {
  const { say } = cards.app;
  if (gap === "number") return Number(text);
  if (gap === "player") return cards.name(text);
  if (gap === "clue") return cards.words(text);
  if (gap === "map") return say(text);
  return named(text.replaceAll("-", " → "));
}

/** What an entry says, without who did it. @param {Cards} cards @param {Entry} entry */
export function entryTold(cards, { do: lines, map, clue }) {
  const { say } = cards.app;
  if (map && clue) return say("play.did.clue", { clue: cards.words(clue), map: say(map) });
  return [lines].flat().map((line) => lineTold(cards, line)).join(say("comma"));
}

/** What people do on the table when a treasure was divided: amulets appear and the statues turn. @param {Cards} cards @param {Entry} entry */
export function tableTold(cards, { amulets, facings }) {
  const { say } = cards.app, hexes = (amulets ?? []).map(named).join(say("comma"));
  return [...(hexes ? [say("play.did.amulets", { hexes })] : []), ...(facings ? [say("play.did.turned")] : [])].join(" ");
}

/** Lines of what lies on the table, whoever tells it. */
const SEEN = /^(reveal|taken) /;

/** Whose deed an entry is: not that of who told what all see. @param {Entry} entry @returns {string | null} */
function doer({ by, do: lines }) {
  const [line] = [lines].flat(), taker = /^taken (?!nobody)(\w+)$/.exec(line);
  return taker ? taker[1] : SEEN.test(line) ? null : by;
}

/** What an entry says, with who did it. @param {Cards} cards @param {Entry} entry */
export function entryBy(cards, entry) {
  const what = entryTold(cards, entry);
  return SEEN.test([entry.do].flat()[0]) ? what : cards.app.say("play.by", { player: cards.name(entry.by), what });
}

/** The newest first. @param {Cards} cards @param {((seq: number) => void) | null} back  which takes back to a line */
export function logList(cards, back) {
  const { say } = cards.app, { log } = cards.board.table;
  if (!log.length) return make("p", { class: "muted" }, say("play.log_empty"));
  return make("ol", { class: "play-log" }, ...log.toReversed().map((entry) => {
    const { map, clue, before, after, seq } = entry, by = doer(entry);
    const who = by ? make("span", { class: `dot p-${by}`, role: "img", "aria-label": cards.name(by) }) : make("span", { class: "dot", "aria-hidden": "true" });
    const words = map && clue ? cards.words(clue) : entryTold(cards, entry), line = make("li", {}, who);
    if (clue && map) line.append(cards.picture(clue, 44));
    const changed = entry.facings ? [make("small", { class: "play-changed" }, tableTold(cards, entry))] : [];
    line.append(make("span", { class: "grow" }, ...sentence(cards.app, words), ...changed));
    if (map && clue) line.append(make("span", { role: "img", "aria-label": say(map) }, cards.sign(map)));
    if (before !== after) line.append(make("bdi", { class: "num muted", dir: document.dir }, cards.change(before ?? "", after ?? "")));
    if (back) line.append(icon("undo", say("play.back_to", { what: entryTold(cards, entry) }), () => back(seq)));
    return line;
  }));
}

/** What each player holds that all may see. @param {Cards} cards */
export function playerList(cards) {
  const { say } = cards.app, { players, to_act } = cards.board.table;
  return make("ul", { class: "play-players" }, ...players.map(({ colour, coins, amulets, roses }) => {
    const held = { coins: say("play.coins", { number: coins }), amulets: say("play.amulets", { number: amulets }), roses: say("play.roses_held", { number: roses }) };
    const holds = make("small", { class: "muted num" }, say("play.holds", held));
    const line = make("li", {}, make("span", { class: `dot p-${colour}` }), make("b", { class: "grow name", dir: "auto" }, cards.name(colour)), holds);
    if (colour === to_act) line.setAttribute("aria-current", "true");
    return line;
  }));
}
