// What a game's page has in common: things that are buttons, each with the name of its place, ringed when they can be
// chosen; parts that are drawn anew only when they are other ones. Of a rule it knows nothing.
import { button } from "./dom.js";
import { ledByKeys, metOnce } from "./keys.js";

/** @import { Game } from "./game.js" */

/**
 * @typedef {object} Stage  how a game is shown: by a page of its own, or by its picture
 * @property {(scene: any) => void} show  what the seat sees
 * @property {(place: string) => boolean} has  whether it shows a place that an action names
 * @property {(place: string) => Element[]} found  what it shows there
 * @property {(words: Map<string, string>, chosen: string[], pays: string[]) => void} ring  what can be done at places, which
 * are chosen, and which would be given up for it
 * @property {(open: import("./choices.js").Action[]) => string[]} [propose]  places for what a tap leaves open, such as what is in view
 * @property {() => void} leave
 * @property {(place: string) => string[] | null} [about]  what a thing is called and what is said of it, where that is much
 */

/** @typedef {new (host: HTMLElement, game: Game) => Stage} StageType */

export class Places {
  /** @param {HTMLElement} host @param {Game} game */
  constructor(host, game) {
    this.host = host;
    this.game = game;
    /** @type {WeakMap<Element, string>} */
    this.drawn = new WeakMap();
    this.ringed = "";
    /** @type {import("./zones.js").Zones | null} */
    this.zones = null; // of a game that fills more than a screen
    ledByKeys(host, () => game.confirming);
    host.addEventListener("click", ({ target }) => {
      const place = /** @type {Element} */ (target).closest("[data-place]");
      if (place instanceof HTMLElement) game.choosing.tap(place.dataset.place ?? null);
    });
  }

  leave() {
    this.zones?.leave();
  }

  /** Fill a node when what it shows is other than before; what had the focus has it again. @template T
   * @param {Element} node @param {T} data @param {(data: T) => (Node | string)[]} draw */
  part(node, data, draw) {
    const now = JSON.stringify(data ?? null);
    if (this.drawn.get(node) === now) return;
    this.drawn.set(node, now);
    const focused = node.contains(document.activeElement) ? placeOf(document.activeElement) : undefined;
    node.replaceChildren(...draw(data));
    this.ringed = "";
    if (focused !== undefined) this.#things(focused)[0]?.focus({ preventScroll: true });
  }

  /** A thing that answers a tap: with what can be done there, or why nothing can. @param {string} id  the name of its place
   * @param {string} label  all that is to be seen of it, in words @param {string} kind @param {...(Node | string)} inside */
  place(id, label, kind, ...inside) {
    const node = button(`pick ${kind}`, () => {}, ...inside);
    node.dataset.place = id;
    node.dataset.label = label;
    node.setAttribute("aria-label", label);
    return node;
  }

  /** @param {string} id @returns {Element[]} */
  found(id) {
    return this.#things(id);
  }

  /** @param {string} id @returns {HTMLElement[]} */
  #things(id) {
    return [...this.host.querySelectorAll(`[data-place="${CSS.escape(id)}"]`)].filter((node) => node instanceof HTMLElement);
  }

  /** @param {string} id */
  has(id) {
    return this.#things(id).length > 0;
  }

  /** @param {Map<string, string>} words @param {string[]} chosen @param {string[]} pays */
  ring(words, chosen, pays) {
    const now = JSON.stringify([...words, chosen, pays]);
    if (now === this.ringed) return;
    this.ringed = now;
    for (const node of this.host.querySelectorAll("[data-place]")) {
      if (!(node instanceof HTMLElement)) continue;
      const { place = "", label = "" } = node.dataset, can = words.has(place), on = chosen.includes(place);
      node.classList.toggle("can", can);
      node.classList.toggle("on", on);
      node.classList.toggle("pays", pays.includes(place));
      node.tabIndex = -1; // whoever goes by keys meets what can be chosen; what else there is can be read
      node.setAttribute("aria-label", can ? `${label}. ${words.get(place)}` : label);
      if (can || on) node.setAttribute("aria-pressed", String(on));
      else node.removeAttribute("aria-pressed");
      if (can || on) node.removeAttribute("aria-disabled");
      else node.setAttribute("aria-disabled", "true");
    }
    if (words.size || this.zones) this.host.removeAttribute("tabindex");
    else this.host.tabIndex = 0; // by keys it can be scrolled where nothing in it can be met
    metOnce(this.host);
    this.zones?.follow();
  }
}

/** @param {Element | null} node */
function placeOf(node) {
  return node instanceof HTMLElement ? node.dataset.place : undefined;
}
