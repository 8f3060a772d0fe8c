// A look back on a game that is over: the table as this seat saw it before each choice, step by step.
import { button, make } from "./dom.js";
import { sketch } from "./icons.js";

/** @import { Game, Table } from "./game.js" */

export class LookBack {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Table | null} */
    this.table = null; // as it was
    this.wanted = 0; // while one is asked for, the last one that was wanted
    this.asking = false;
    const { say } = game.app;
    this.slider = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: "0", "aria-label": say("review.order") }));
    this.slider.addEventListener("input", () => void this.to(Number(this.slider.value)));
    this.told = make("span", { class: "small muted" });
    const earlier = button("btn", () => void this.to(this.wanted - 1), sketch("back"), say("game.earlier"));
    const later = button("btn", () => void this.to(this.wanted + 1), say("game.later"), sketch("next"));
    this.nodes = [make("label", { class: "look-back" }, this.told, this.slider), earlier, later, button("btn wide", () => this.#end(), say("game.to_end"))];
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

  /** @param {number} at @param {{steps: number, table: Table}} found */
  #show(at, { steps, table }) {
    const { say } = this.game.app;
    this.table = table;
    this.slider.max = String(steps);
    this.slider.value = String(at);
    this.told.textContent = say("step", { step: at, steps });
    this.slider.setAttribute("aria-valuetext", this.told.textContent ?? "");
    this.game.draw();
  }

  #end() {
    this.game.past = null;
    this.game.draw();
  }
}

/** Begin at the beginning. @param {Game} game */
export function lookBack(game) {
  game.past = new LookBack(game);
  void game.past.to(0);
}
