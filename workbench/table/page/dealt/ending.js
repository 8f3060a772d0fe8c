// The end of a game: what each had, the winner first; another game, a look back, and the record. Who has won, and why, is said above.
import { note } from "./advice.js";
import { button, make } from "./dom.js";
import { sketch } from "./icons.js";
import { lookBack } from "./lookback.js";

/** @import { Game, Outcome } from "./game.js" */

/** @param {Game} game @param {Outcome} outcome @returns {Node[]} */
export function ending(game, { winners, scores, had }) {
  const { app, writes } = game, { seats, host, kind } = game.view;
  const best = (/** @type {number} */ seat) => Number(winners.includes(seat));
  const sign = winners.length && scores[winners[0]] === Math.min(...scores) ? 1 : -1; // where the least wins, it comes first
  const order = [...seats].sort((a, b) => best(b.seat) - best(a.seat) || sign * ((scores[a.seat] ?? 0) - (scores[b.seat] ?? 0)) || a.seat - b.seat);
  const rows = order.map(({ seat }) => make("tr", { class: winners.includes(seat) ? "won" : "" },
    make("th", { scope: "row" }, game.disc(seat), make("span", {}, make("bdi", {}, seat === game.view.you ? app.say("join.you") : game.name(seat)), ...(had[seat] ? [make("small", {}, had[seat])] : []))),
    make("td", { class: "num" }, app.number(scores[seat])),
    make("td", {}, winners.includes(seat) ? app.say("common.won") : ""),
  ));
  const record = make("a", { class: "btn wide", href: "record", download: "" }, sketch("load"), app.say("game.record"));
  const again = app.say("common.again"), sure = () => app.sure(again, app.say("game.again_sure"), again, () => void app.act("again"));
  const back = button("btn wide", () => lookBack(game), sketch("undo"), app.say("game.look_back"));
  const made = make("table", { class: "scores" }, make("tbody", {}, ...rows)), more = button("btn main wide", sure, again);
  if (kind === "noted") return [made, note(app.say("game.no_review_noted")), ...(writes ? [more, game.takeBack(), game.notes("btn wide")] : [])];
  return [made, ...(host ? [more] : []), back, record];
}
