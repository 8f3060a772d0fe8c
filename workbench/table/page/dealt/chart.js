// The chances of all over a game, as bands that fill its height, the own one at the bottom. What moves through the game lies over it.
import { drawn, make } from "./dom.js";

/** @import { Game } from "./game.js" */
/** @typedef {{step: number, shares: number[]}} Chances  so many choices came before */
/** @typedef {{told: string, places: string[]}} Choice */
/** @typedef {{step: number, seat: number, when: string, chosen: Choice, better: Choice}} Moment  a turning point */
/** @typedef {{steps: number, chances: Chances[], judged: string, turning: Moment[]}} Review  judged: who did, if that must be said */

const MARK = 23; // px from one to the next

export class Chart {
  /** @param {Game} game @param {Review} review @param {HTMLInputElement} slider */
  constructor(game, { steps, chances, turning }, slider) {
    const seats = game.view.seats.map(({ seat }) => seat), own = game.view.you ?? -1;
    this.game = game;
    this.chances = chances;
    this.order = [...seats.filter((seat) => seat === own), ...seats.filter((seat) => seat !== own)]; // from below
    const first = chances[0], along = [{ ...first, step: 0 }, ...chances, { ...chances[chances.length - 1], step: steps }];
    const bands = this.order.map((_, i) => this.#band(along, i));
    const svg = drawn("svg", { viewBox: `0 0 ${Math.max(steps, 1)} 1`, preserveAspectRatio: "none", role: "img", "aria-label": this.#told() }, ...bands);
    const marks = turning.map(({ step }, i) => {
      const mark = make("b", { class: "chart-mark", "aria-hidden": "true" }, game.app.number(i + 1));
      mark.style.insetInlineStart = `${(100 * step) / Math.max(steps, 1)}%`;
      mark.style.insetBlockEnd = `${4 + MARK * i}px`; // those beside each other can be told apart
      return mark;
    });
    this.figures = new Map(seats.map((seat) => [seat, make("b", { class: "num" })]));
    const people = [...this.order].reverse().map((seat) => make("li", {}, game.disc(seat), make("bdi", {}, this.#name(seat)), /** @type {HTMLElement} */ (this.figures.get(seat))));
    this.node = make("div", { class: "chart" },
      make("ul", { class: "chart-people" }, ...people),
      make("div", { class: "chart-box" }, make("div", { class: "chart-bands" }, svg), slider, make("div", { class: "chart-bands" }, ...marks)),
    );
  }

  /** Write the chances at a step; they are told in words. @param {number} at */
  show(at) {
    const { shares } = this.chances.findLast(({ step }) => step <= at) ?? this.chances[0];
    for (const [seat, node] of this.figures) node.textContent = this.#percent(shares[seat]);
    return shares.map((share, seat) => `${this.#name(seat)} ${this.#percent(share)}`).join(this.game.app.say("comma"));
  }

  /** @param {Chances[]} along @param {number} i  in the order from below */
  #band(along, i) {
    const below = (/** @type {number[]} */ shares, /** @type {number} */ count) => this.order.slice(0, count).reduce((sum, seat) => sum + shares[seat], 0);
    const edge = (/** @type {number} */ count) => along.map(({ step, shares }) => `${step},${(1 - below(shares, count)).toFixed(4)}`);
    const colour = /** @type {HTMLElement} */ (this.game.disc(this.order[i])).className.replace("disc ", "");
    return drawn("polygon", { class: colour, points: [...edge(i), ...edge(i + 1).reverse()].join(" ") });
  }

  /** All of it in words. */
  #told() {
    const { say } = this.game.app;
    const each = this.order.map((seat) => {
      const all = this.chances.map(({ shares }) => shares[seat]), last = all[all.length - 1];
      const places = { first: all[0], low: Math.min(...all), high: Math.max(...all), last };
      return say("game.chart_of", { name: this.#name(seat), ...Object.fromEntries(Object.entries(places).map(([key, share]) => [key, this.#percent(share)])) });
    });
    return [say("game.chart"), ...each].join(" ");
  }

  /** @param {number} seat */
  #name(seat) {
    return seat === this.game.view.you ? this.game.app.say("join.you") : this.game.name(seat);
  }

  /** @param {number} share */
  #percent(share) {
    return this.game.app.number(`${Math.round(100 * share)}%`);
  }
}
