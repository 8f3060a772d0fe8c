// A game without a page of its own: who plays, and the picture of what the seat sees, with rings.
import { make } from "./dom.js";
import { Picture } from "./picture.js";

/** @import { Game, Table } from "./game.js" */

export class Pictured {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    this.game = game;
    this.players = make("ol", { class: "players", "aria-label": game.app.say("game.players") });
    const frame = make("div");
    host.append(this.players, frame);
    this.picture = new Picture(frame, game.app.say, (place) => game.choosing.tap(place));
  }

  leave() {
    this.picture.leave();
  }

  /** @param {Table} table */
  show({ picture, to_act, outcome }) {
    const { game } = this;
    this.players.replaceChildren(...game.view.seats.map(({ seat }) => {
      const acts = seat === to_act && !outcome, node = make("li", { class: acts ? "acting" : "" }, ...game.who(seat));
      if (acts) node.setAttribute("aria-current", "true");
      return node;
    }));
    if (picture) this.picture.show(picture);
  }

  /** @param {string} place */
  has(place) {
    return this.picture.has(place);
  }

  /** @param {string} place */
  found(place) {
    return this.picture.found(place);
  }

  /** @param {Map<string, string>} words @param {string[]} chosen */
  ring(words, chosen) {
    this.picture.ring(words, chosen);
  }
}
