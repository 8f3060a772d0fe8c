// Advice, in a sheet: off until its switch is on, off again with the next game; reckoned from what the asker sees.
import { button, make } from "./dom.js";

/** @import { Game } from "./game.js" */
/** @typedef {{told: string, figure: string, share: number}} Tip  a choice, how good it is, against the best one */

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
    /** @type {{unit: "chance" | "points", tips: Tip[]} | null} */
    const found = await game.app.ask("advice");
    if (game.advising) body.replaceChildren(...(found ? told(game, found.unit, found.tips) : []));
  };
  game.app.sheet({ title: say("game.advice") }, turn, body);
  void fill();
}

/** @param {Game} game @param {"chance" | "points"} unit @param {Tip[]} tips @returns {Node[]} */
function told(game, unit, tips) {
  if (!tips.length) return [make("p", { class: "muted" }, game.app.say("game.no_advice"))];
  return [make("p", { class: "muted small" }, game.app.say(`game.by_${unit}`)), make("ol", { class: "tip-list" }, ...tips.map(({ told: words, figure, share }) => {
    const bar = /** @type {HTMLMeterElement} */ (make("meter", { min: "0", max: "1", value: String(share), "aria-hidden": "true" }));
    return make("li", {}, make("b", {}, game.words(words)), make("span", { class: "num" }, figure), bar);
  }))];
}
