// Advice, in a sheet: what is best, by how much and why, reckoned from what the asker sees; its places are marked then. Whether
// the table gives any, the host says.
import { make } from "./dom.js";
import { advising } from "./join.js";

/** @import { Game } from "./game.js" */
/** @typedef {{told: string, figure: string, why: string, share: number | null}} Tip  a choice, how good it is, why, the length of its bar, if it has one */
/** @typedef {{do: string, places: string[]}} Best  an action than which none is better */
/** @typedef {{unit: "chance" | "points", told: string[], best: Best[], tips: Tip[]}} Advice */

/** @param {Game} game */
export function showAdvice(game) {
  const { app, app: { say }, decided } = game, body = make("div", { class: "tips", role: "status" });
  const fill = async () => {
    const { view: { table, advice } } = app;
    if (!advice || !table.advises) return body.replaceChildren(...(advice ? [note(say("game.advice_in_turn"))] : []));
    body.replaceChildren(busy(game));
    /** @type {Advice | null} */
    const found = await app.ask("advice", () => body.isConnected && game.decided === decided);
    body.replaceChildren(...(found ? told(game, found) : []));
    if (found && game.decided === decided) game.advise(found.best);
  };
  const host = app.view.host && !app.view.read_only ? [advising(app, () => void fill())] : [];
  const sheet = app.sheet({ title: say("game.advice") }, ...host, body);
  void sheet.closed.then(() => game.bring());
  void fill();
}

/** @param {Game} game @param {Advice} advice @returns {Node[]} */
function told(game, { unit, told: [first, ...more], tips }) {
  const { say } = game.app;
  if (!first) return [note(say("game.no_advice"))];
  const best = [make("p", {}, make("b", {}, game.sentence(first))), ...more.map((one) => make("p", { class: "small" }, game.words(one)))];
  const list = tips.map(({ told: words, figure, why, share }) => {
    const bar = share === null ? [] : [make("meter", { min: "0", max: "1", value: String(share), "aria-hidden": "true" })];
    const reason = why ? [make("small", {}, game.sentence(why))] : [];
    return make("li", {}, make("b", {}, game.words(words)), make("span", { class: "num" }, figure), ...bar, ...reason);
  });
  const tipped = list.length ? [note(say(`game.by_${unit}`)), make("ol", { class: "tip-list" }, ...list)] : [];
  return [...best, ...tipped, note(say("game.advice_from"))];
}

/** That something is reckoned, nobody knows how long. @param {Game} game */
export function busy({ app: { say } }) {
  return make("p", { class: "muted small busy", role: "status" }, say("game.reckoning"), make("progress", { "aria-hidden": "true" }));
}

/** @param {string} text */
export function note(text) {
  return make("p", { class: "muted small" }, text);
}
