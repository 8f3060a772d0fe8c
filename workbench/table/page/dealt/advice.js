// Advice, in a sheet: off until its switch is on, off again with the next game; reckoned from what the asker sees.
import { button, make } from "./dom.js";

/** @import { Game } from "./game.js" */
/** @typedef {{told: string, figure: string, share: number}} Tip  a choice, how good it is, the length of its bar */
/** @typedef {{unit: "chance" | "points", tips: Tip[], more: number}} Advice  `more` are as good as the last one that is told */

/** @param {Game} game */
export function showAdvice(game) {
  const { say } = game.app, body = make("div", { class: "tips" });
  const turn = button("switch", () => void press(), make("span", {}, say("game.advise"), make("small", {}, say("game.advice_from"))), make("i"));
  turn.setAttribute("role", "switch");
  const press = async () => {
    game.advising = !game.advising;
    await fill();
  };
  const fill = async () => {
    turn.setAttribute("aria-checked", String(game.advising));
    body.replaceChildren();
    if (!game.advising) return;
    body.replaceChildren(make("p", { class: "muted" }, say("game.reckoning")));
    /** @type {Advice | null} */
    const found = await game.app.ask("advice");
    if (game.advising) body.replaceChildren(...(found ? told(game, found) : []));
  };
  game.app.sheet({ title: say("game.advice") }, turn, body);
  void fill();
}

/** @param {Game} game @param {Advice} advice @returns {Node[]} */
function told(game, { unit, tips, more }) {
  const { say } = game.app, others = more ? [make("p", { class: "muted" }, say("game.as_good", { number: more }))] : [];
  if (!tips.length) return [make("p", { class: "muted" }, say("game.no_advice"))];
  return [make("p", { class: "muted small" }, say(`game.by_${unit}`)), make("ol", { class: "tip-list" }, ...tips.map(({ told: words, figure, share }) => {
    const bar = /** @type {HTMLMeterElement} */ (make("meter", { min: "0", max: "1", value: String(share), "aria-hidden": "true" }));
    return make("li", {}, make("b", {}, game.words(words)), make("span", { class: "num" }, figure), bar);
  })), ...others];
}
