// What can be done now, as buttons: the session tells the decision and what is legal, the page adds what one is about
// to do. Rules are not known here.
import { make } from "./dom.js";
import { sketch } from "./icons.js";
import { size } from "./clues.js";
import { MAPS } from "./board.js";
import { askClue, askHint, askOne, pieceSign } from "./asking.js";
import { lineTold, named, tableTold } from "./log.js";

/** @import { Play } from "./play.js" */
/** @typedef {{key: string, words: string, act: () => void, kind?: string, picture?: Node, short?: boolean}} Choice  `short` shows the picture alone */

/** Lines that name nothing but perhaps a map, with their words. @type {[RegExp, string][]} */
const PLAIN = [[/^stop$/, "play.stop"], [/^mark (\w+)$/, "play.mark"], [/^show hand$/, "play.show_hand"]];

/** @param {Play} play @returns {Choice[]} */
export function choices(play) {
  const { board, doing } = play, { decision } = board.table;
  if (board.me === null) return [];
  if (doing?.kind === "clue") return holding(play, doing.clue, doing.line);
  if (doing?.kind === "move") return moving(play, doing.way);
  if (doing?.kind === "start") return starting(play, doing.hex);
  if (doing?.kind === "remove") return removing(play, doing.hex);
  if (!board.actor || decision === "reveal" || decision === "take") return [];
  return decision === "starting clue" || decision === "new map" ? opening(play) : turn(play);
}

/** What there is, and the way back, which is a sign beside others. @param {Play} play @param {Choice[]} found @returns {Choice[]} */
function orNot(play, found) {
  return [...found, { key: "cancel", words: play.app.say("cancel"), picture: sketch("close"), short: found.length > 0, act: () => play.stop() }];
}

// ---- a clue in the hand

/** @param {Play} play @param {string} clue @param {string} line @returns {Choice[]} */
function holding(play, clue, line) {
  const { app: { say }, board, colour, cards } = play, verdict = cards.verdict({ colour, clue, free: play.free });
  const taken = play.free && board.map(colour).clues.length > 0;
  const found = [];
  if (board.actor && !taken && verdict?.legal !== false) {
    found.push({ key: "lay", words: say("lay", { map: say(colour) }), kind: "main", picture: cards.sign(colour), act: () => void lay(play, clue, line) });
  }
  const mine = board.table.own?.hand.includes(clue) && line !== "start clue";
  if (mine) found.push({ key: "forget", words: say("play.forget"), act: () => void play.send(`forget ${clue}`, board.me) });
  return orNot(play, found);
}

/** Lay a clue; what it takes flashes, and one tap takes it back. @param {Play} play @param {string} clue @param {string} line */
async function lay(play, clue, line) {
  const { app, board, colour, cards, map } = play, { before, after } = board.verdict(colour, clue);
  if (!(await play.send(`${line} ${colour} ${clue}`, board.actor))) return;
  play.stop();
  map?.flash(board.clues.hexes(before & ~after));
  const { say } = app, change = cards.change(size(before), size(after));
  const laid = say("play.laid", { clue: cards.words(clue), map: say(colour), change }), last = board.table.log.at(-1);
  const changed = last?.clue === clue ? tableTold(cards, last) : "";
  play.undoable(changed ? `${laid} \u2013 ${changed}` : laid);
}

/** A starting clue, or the first one of a new map (T-17, T-29). @param {Play} play @returns {Choice[]} */
function opening(play) {
  const { app: { say }, board, cards } = play, { actor, me } = board, turned = board.table.decision === "starting clue";
  const found = others(play);
  if (!turned && actor === me) return found; // a card of the hand is tapped
  const words = turned ? say("play.turned_up") : say("play.clue_of", { player: cards.name(actor ?? "") });
  const empty = MAPS.find((colour) => !board.map(colour).clues.length) ?? MAPS[0];
  const act = () => askClue(cards, words, empty, (clue) => play.take(clue, turned ? "start clue" : "clue"));
  return [{ key: "clue", words, kind: "main", act }, ...found];
}

// ---- a turn

/** @param {Play} play @returns {Choice[]} */
function turn(play) {
  const { app: { say }, board, cards } = play, { legal, fresh, table } = board;
  const actor = /** @type {string} */ (board.actor);
  /** @type {Choice[]} */
  const found = [];
  for (const line of legal.filter((one) => one.startsWith("raise "))) {
    const map = line.slice("raise ".length), words = say("play.raise", { map: say(map) });
    found.push({ key: line, words, kind: "main", picture: cards.sign(map), act: () => void play.send(line, actor) });
  }
  if (legal.includes("pick up")) {
    found.push({ key: "pick", words: say("play.pick_up"), picture: pieceSign(cards, "purple"), act: () => void play.send("pick up", actor) });
  }
  if (fresh && actor !== board.me) found.push(foreign(play, actor));
  if (fresh && table.atvs[actor]) {
    found.push({ key: "move", words: say("play.move"), picture: pieceSign(cards, actor), act: () => play.begin({ kind: "move", way: play.way() }) });
  }
  if (legal.includes("exchange") || actor !== table.to_act) found.push({ key: "exchange", words: say("play.exchange"), act: () => void exchange(play, "exchange") });
  if (legal.some((line) => line.startsWith("amulet ")) || ((board.player(actor)?.amulets ?? 0) > 0 && actor === table.to_act)) {
    found.push({ key: "amulet", words: say("play.amulet"), picture: pieceSign(cards, "purple"), short: true, act: () => powers(play, actor) });
  }
  found.push(...others(play));
  if (legal.includes("end")) {
    found.push({ key: "end", words: say("play.end"), kind: found.length ? "" : "main", act: () => void play.send("end", actor) });
  }
  if (fresh && table.hints === "full" && actor === board.me) {
    found.push({ key: "hint", words: say("play.hint"), picture: sketch("hint"), short: true, act: () => void hint(play) });
  }
  return found;
}

/** What is legal besides, such as marking a map or ending a move. @param {Play} play @returns {Choice[]} */
function others(play) {
  const { app: { say }, board } = play;
  return board.legal.flatMap((line) => PLAIN.flatMap(([form, key]) => {
    const found = form.exec(line), act = () => void play.send(line, board.actor);
    return found ? [{ key: line, words: say(key, found[1] ? { map: say(found[1]) } : {}), act }] : [];
  }));
}

/** The clue of somebody without a phone. @param {Play} play @param {string} actor @returns {Choice} */
function foreign(play, actor) {
  const { app: { say }, cards } = play, words = say("play.clue_of", { player: cards.name(actor) });
  const picture = make("span", { class: `dot p-${actor}` });
  return { key: "clue", words, kind: "main", picture, act: () => askClue(cards, words, play.colour, (clue) => play.take(clue, "clue")) };
}

/** @param {Play} play @param {string} line */
async function exchange(play, line) {
  const who = play.board.actor;
  if (await play.send(line, who)) play.undoable(play.app.say("play.by", { player: play.cards.name(who ?? ""), what: lineTold(play.cards, line) }));
}

/** @param {Play} play */
async function hint(play) {
  const found = await play.app.ask("hint");
  if (found) askHint(play.cards, found.plays, ({ map, clue }) => {
    play.colour = map;
    play.take(clue, "clue");
  });
}

// ---- amulets (T-33)

/** @param {Play} play @param {string} actor */
function powers(play, actor) {
  const { app: { say }, board, cards } = play, { legal, me, table } = board, own = actor === me ? (table.own?.hand ?? []) : null;
  const cubes = MAPS.find((colour) => board.cubes(colour).length);
  const found = [];
  if (own === null || own.length) found.push({ picture: sketch("plus"), words: say("play.power_clue"), act: () => another(play, actor, own) });
  if (legal.includes("amulet move")) {
    found.push({ picture: pieceSign(cards, actor, 22), words: say("play.power_move"), act: () => play.begin({ kind: "move", way: play.way(true) }) });
  }
  if (cubes) {
    const colour = board.cubes(play.colour).length ? play.colour : cubes;
    found.push({ picture: cards.sign(colour, 22), words: say("play.power_remove"), act: () => {
      play.colour = colour;
      play.begin({ kind: "remove", hex: null });
    } });
  }
  if (legal.includes("amulet exchange")) found.push({ picture: sketch("swap"), words: say("play.power_exchange"), act: () => void exchange(play, "amulet exchange") });
  askOne(cards, say("play.amulet"), found);
}

/** One more clue: of the own hand, or any. @param {Play} play @param {string} actor @param {string[] | null} own */
function another(play, actor, own) {
  const { app: { say }, cards } = play;
  if (own === null) return askClue(cards, say("play.clue_of", { player: cards.name(actor) }), play.colour, (clue) => play.take(clue, "amulet clue"));
  askOne(cards, say("play.power_clue"), own.map((clue) => ({ picture: cards.picture(clue, 56), words: cards.words(clue), act: () => play.take(clue, "amulet clue") })));
}

/** @param {Play} play @param {string | null} hex @returns {Choice[]} */
function removing(play, hex) {
  const { app: { say }, board, colour } = play, found = [];
  const line = `amulet remove ${colour} ${hex}`;
  if (hex) {
    found.push({ key: "remove", words: say("play.remove", { hex: named(hex) }), kind: "main", picture: play.cards.sign(colour), act: async () => {
      if (await play.send(line, board.actor)) play.stop();
    } });
  }
  return orNot(play, found);
}

// ---- ATVs

/** @param {Play} play @param {string | null} hex @returns {Choice[]} */
function starting(play, hex) {
  const { app: { say }, board } = play;
  if (!hex) return [];
  return [{ key: "start", words: say("play.start", { hex: named(hex) }), kind: "main", picture: pieceSign(play.cards, board.actor ?? ""), act: () => void play.send(`start ${hex}`, board.actor) }];
}

/** @param {Play} play @param {import("./board.js").Way} way @returns {Choice[]} */
function moving(play, way) {
  const { app: { say }, board, cards } = play;
  /** @type {Choice[]} */
  const found = [];
  if (way.stops.length) {
    const words = say("play.go", { hex: named(way.end), number: way.stops.length });
    found.push({ key: "go", words, kind: "main", picture: pieceSign(cards, board.actor ?? ""), act: () => void go(play, way) });
  }
  for (const hex of way.amulets) {
    const left = way.left.has(hex), words = say(left ? "play.leave_lying" : "play.take_along", { hex: named(hex) });
    found.push({ key: `amulet ${hex}`, words, picture: pieceSign(cards, "purple"), act: () => {
      if (!way.left.delete(hex)) way.left.add(hex);
      play.draw();
    } });
  }
  return orNot(play, found);
}

/** @param {Play} play @param {import("./board.js").Way} way */
async function go(play, way) {
  const who = play.board.actor;
  if (!(await play.send(way.lines, who))) return;
  play.stop();
  play.undoable(play.app.say("play.moved", { player: play.cards.name(who ?? ""), hex: named(way.end) }));
}
