// A sheet over the page: from below on phones, a column on wide screens. The browser keeps the focus inside, closes
// it by Escape, and gives the focus back to what opened it.
import { button, make, scrolled } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} SheetOptions
 * @property {string} title
 * @property {string} [kind]              a class of its own
 * @property {(Node | string)[]} [foot]   what stays in view below, such as the button that does it
 */

export class Sheet {
  /** @param {SheetOptions} options @param {string} close  the name of the closing button @param {...(Node | string)} inside */
  constructor({ title, kind = "", foot = [] }, close, ...inside) {
    const head = make("h2", { tabindex: "-1" }, title);
    this.body = make("div", { class: "sheet-body", role: "group", "aria-label": title }, ...inside);
    scrolled(this.body, !this.body.querySelector("button, a, input, select"));
    if (!this.body.querySelector("[autofocus]")) head.autofocus = true; // else the closing button would have the focus
    this.foot = make("div", { class: "sheet-foot" }, ...foot);
    this.node = /** @type {HTMLDialogElement} */ (make("dialog", { class: `sheet ${kind}`, "aria-label": title },
      make("div", { class: "sheet-head" }, head, icon("close", close, () => this.close())),
      this.body,
      this.foot,
    ));
    this.foot.hidden = !foot.length;
    /** @type {Promise<void>} */
    this.closed = new Promise((done) => this.node.addEventListener("close", () => {
      this.node.remove();
      done();
    }));
    this.node.addEventListener("click", (event) => event.target === this.node && this.#outside(event) && this.close());
    document.body.append(this.node);
    this.node.showModal();
  }

  close() {
    this.node.close();
  }

  /** Whether a click on the dialog was on the page behind it. @param {MouseEvent} event */
  #outside({ clientX: x, clientY: y }) {
    const box = this.node.getBoundingClientRect();
    return x < box.left || x > box.right || y < box.top || y > box.bottom;
  }
}

/** A switch with words beside it; it is as before when `press` answers that it was not done.
 * @param {string} words @param {string} more @param {boolean} on @param {(on: boolean) => Promise<boolean>} press */
export function toggle(words, more, on, press) {
  const node = button("switch", async () => {
    node.setAttribute("aria-checked", String(!on));
    if (await press(!on)) on = !on;
    node.setAttribute("aria-checked", String(on));
  }, make("span", {}, words, make("small", {}, more)), make("i"));
  node.setAttribute("role", "switch");
  node.setAttribute("aria-checked", String(on));
  return node;
}

/** A row of buttons of which one is chosen; it is the one before again when `choose` answers that it was not done.
 * @template {string} T @param {string} name @param {[T, string][]} choices @param {T} chosen @param {(choice: T) => Promise<boolean>} choose */
export function segments(name, choices, chosen, choose) {
  /** @param {T} choice */
  const press = (choice) => {
    chosen = choice;
    for (const [i, [one]] of choices.entries()) buttons[i].setAttribute("aria-pressed", String(one === choice));
  };
  const buttons = choices.map(([choice, words]) => button("", async () => {
    const before = chosen;
    press(choice);
    if (!(await choose(choice)) && chosen === choice) press(before);
  }, words));
  press(chosen);
  return make("div", { class: "seg", role: "group", "aria-label": name }, ...buttons);
}
