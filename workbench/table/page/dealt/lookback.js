// A look back on a game that is over: the table as this seat saw it before each choice, step by step; the chances of all, and
// the turning points, each with what would have been better, to which a tap leads.
import { busy, note } from "./advice.js";
import { Chart } from "./chart.js";
import { button, make } from "./dom.js";
import { sketch } from "./icons.js";

/** @import { Moment, Review } from "./chart.js" */
/** @import { Game, Table } from "./game.js" */

export class LookBack {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Table | null} */
    this.table = null; // as it was
    this.wanted = 0; // while one is asked for, the last one that was wanted
    this.asking = false;
    /** @type {Moment[]} */
    this.turning = [];
    /** @type {Chart | null} */
    this.chart = null;
    const { say } = game.app;
    this.slider = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: "0", "aria-label": say("review.order") }));
    this.slider.addEventListener("input", () => void this.to(Number(this.slider.value)));
    this.told = make("span", { class: "small muted" });
    this.judged = make("div", { class: "judged" }, busy(game));
    this.way = make("div", { class: "look-back" }, this.slider);
    const earlier = button("btn", () => void this.to(this.wanted - 1), sketch("back"), say("game.earlier"));
    const later = button("btn", () => void this.to(this.wanted + 1), say("game.later"), sketch("next"));
    this.nodes = [this.way, make("div", { class: "look-steps" }, earlier, this.told, later), this.judged, button("btn wide", () => this.#end(), say("game.to_end"))];
  }

  /** Show the table before a choice; after the last one it is as it was left. @param {number} step */
  async to(step) {
    this.wanted = Math.max(0, this.table ? Math.min(step, Number(this.slider.max)) : step);
    if (this.asking) return;
    this.asking = true;
    for (let asked = -1; asked !== this.wanted;) {
      asked = this.wanted;
      /** @type {{steps: number, table: Table} | null} */
      const found = await this.game.app.ask(`review?at=${asked}`);
      if (!found) break;
      this.#show(asked, found);
    }
    this.asking = false;
  }

  /** Ask how the chances went; it may take a while. */
  async judge() {
    const { game, judged, game: { app: { say } } } = this;
    /** @type {Review | null} */
    const found = await game.app.ask("review", () => game.past === this);
    judged.replaceChildren();
    if (!found || game.past !== this) return;
    if (!found.chances.length) return judged.append(note(say("game.no_review")));
    this.chart = new Chart(game, found, this.slider);
    this.way.replaceChildren(this.chart.node);
    this.turning = found.turning;
    const cards = found.turning.map((moment, i) => make("li", {}, this.#card(moment, i + 1)));
    judged.append(make("h3", {}, say(cards.length ? "game.turning" : "game.no_turning")), make("ol", {}, ...cards), ...(found.judged ? [note(found.judged)] : []));
    this.#tell();
    game.draw();
  }

  /** The turning point that is looked at. @returns {Moment | undefined} */
  get moment() {
    return this.turning.find(({ step }) => step === Number(this.slider.value));
  }

  /** Who chose what and when, and what would have been better. @param {Moment} moment @param {number} number */
  #card({ step, seat, when, chosen, better }, number) {
    const { game } = this, { app } = game;
    const head = make("span", { class: "who" }, make("b", { class: "chart-mark" }, app.number(number)), game.disc(seat), make("bdi", {}, seat === game.view.you ? app.say("join.you") : game.name(seat)), make("small", {}, when));
    const card = button("moment", () => void this.to(step), head, make("span", { class: "was-it" }, game.words(chosen.told)), make("span", { class: "best-it" }, game.words(better.told)));
    card.dataset.step = String(step);
    return card;
  }

  /** @param {number} at @param {{steps: number, table: Table}} found */
  #show(at, { steps, table }) {
    this.table = table;
    this.slider.max = String(steps);
    this.slider.value = String(at);
    this.#tell();
    this.game.draw();
    if (this.moment) this.game.bring();
  }

  /** Say which step is shown, and what the chances were. */
  #tell() {
    const at = Number(this.slider.value), told = this.game.app.say("step", { step: at, steps: Number(this.slider.max) }), chances = this.chart?.show(at);
    this.told.textContent = told;
    this.slider.setAttribute("aria-valuetext", chances ? `${told}: ${chances}` : told);
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (this.judged.querySelectorAll(".moment"))) card.setAttribute("aria-current", String(card.dataset.step === String(at)));
  }

  #end() {
    this.game.past = null;
    this.game.draw();
  }
}

/** Begin at the beginning. @param {Game} game */
export function lookBack(game) {
  const past = new LookBack(game);
  game.past = past;
  void past.to(0);
  void past.judge();
}
