// A table that fills more than a screen, as tabs over panes that can be swiped, too; on wide screens all panes are seen.
// A badge says how many choices are open in a pane; where none is in sight, the first pane with one comes.
import { make } from "./dom.js";
import { sign } from "./signs.js";

/** @import { SignName } from "./signs.js" */
/** @typedef {{id: string, sign: SignName, title: string}} Zone */

const WIDE = "(min-width: 900px)"; // as in game.css
const SETTLED = 80; // ms without scrolling after which a pane is taken to be the one in sight

export class Zones {
  /** @param {Zone[]} zones @param {(title: string, open: number) => string} told  the name of a tab with open choices
   * @param {(number: number) => string} digits */
  constructor(zones, told, digits) {
    this.zones = zones;
    this.told = told;
    this.digits = digits;
    this.at = zones[0].id;
    this.tabs = make("div", { class: "zones", role: "tablist" });
    this.swipe = make("div", { class: "swipe" });
    /** @type {Record<string, HTMLElement>} */
    this.panes = {};
    for (const { id, sign: name, title } of zones) {
      const tab = make("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `pane-${id}`, "data-zone": id }, sign(name), make("span", {}, title));
      tab.addEventListener("click", () => this.go(id));
      this.tabs.append(tab);
      this.panes[id] = make("section", { class: "pane", role: "tabpanel", id: `pane-${id}`, "aria-labelledby": `tab-${id}` });
      this.swipe.append(this.panes[id]);
    }
    this.tabs.addEventListener("keydown", (event) => this.#key(event));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    this.swipe.addEventListener("scroll", () => {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.#settled(), SETTLED);
    });
    this.wide = matchMedia(WIDE);
    this.wide.addEventListener("change", this.#met);
    this.#met();
    this.#mark();
  }

  leave() {
    clearTimeout(this.settling);
    this.wide.removeEventListener("change", this.#met);
  }

  /** A pane that scrolls by itself can have the focus. */
  #met = () => {
    for (const pane of Object.values(this.panes)) pane.tabIndex = this.wide.matches ? -1 : 0;
  };

  /** Bring a pane into sight. @param {string} id */
  go(id) {
    this.at = id;
    this.#mark();
    if (this.wide.matches) return;
    this.swipe.scrollLeft += this.panes[id].getBoundingClientRect().left - this.swipe.getBoundingClientRect().left;
  }

  /** Count the choices in each pane, and go where there is one if none is in sight. */
  follow() {
    const open = (/** @type {string} */ id) => this.panes[id].querySelectorAll(".can").length;
    for (const { id, title } of this.zones) {
      const tab = this.#tab(id), count = open(id);
      tab.querySelector(".count")?.remove();
      if (count) tab.append(make("b", { class: "count", "aria-hidden": "true" }, this.digits(count)));
      tab.setAttribute("aria-label", count ? this.told(title, count) : title);
    }
    const next = this.zones.find(({ id }) => open(id));
    if (next && !open(this.at)) this.go(next.id);
    if (this.wide.matches && !next) this.swipe.tabIndex = 0; // by keys it can be scrolled where nothing in it can be met
    else this.swipe.removeAttribute("tabindex");
    requestAnimationFrame(() => this.#bring(next && this.wide.matches ? next.id : this.at)); // when all is drawn that takes room
  }

  /** Scroll a pane to its first choice if none is in sight. @param {string} id */
  #bring(id) {
    const frame = this.swipe.getBoundingClientRect();
    const choices = [...this.panes[id].querySelectorAll(".can")];
    const seen = choices.some((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
    });
    if (!seen) choices[0]?.scrollIntoView({ block: this.wide.matches ? "center" : "start", inline: "nearest" });
  }

  #settled() {
    if (this.wide.matches) return;
    const width = this.swipe.clientWidth || 1, i = Math.round(Math.abs(this.swipe.scrollLeft) / width);
    this.at = this.zones[i]?.id ?? this.at;
    this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #key({ key, altKey, ctrlKey, metaKey }) {
    if (altKey || ctrlKey || metaKey) return; // the browser's own, such as a page back
    const forward = getComputedStyle(this.tabs).direction === "rtl" ? -1 : 1;
    const step = key === "ArrowRight" ? forward : key === "ArrowLeft" ? -forward : 0, number = this.zones.length;
    if (!step) return;
    const to = this.zones[(this.zones.findIndex(({ id }) => id === this.at) + step + number) % number].id;
    this.go(to);
    this.#tab(to).focus();
  }

  /** @param {string} id */
  #tab(id) {
    return /** @type {HTMLElement} */ (this.tabs.querySelector(`[data-zone="${id}"]`));
  }

  #mark() {
    for (const { id } of this.zones) {
      this.#tab(id).setAttribute("aria-selected", String(id === this.at));
      this.#tab(id).tabIndex = id === this.at ? 0 : -1;
    }
  }
}
