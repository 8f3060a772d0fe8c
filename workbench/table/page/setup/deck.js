// The clue cards of an owner's box: the matrix of all clues, a tap for one card more, a long press for one less; it is
// saved when there are 52.
import { button, make, parsed, write } from "./dom.js";
import { icon } from "./icons.js";
import { Matrix } from "./matrix.js";

/** @import { App } from "./table.js" */
/** @typedef {Record<string, number>} Copies */
/** @typedef {{deck: Copies, reconstructed: Copies, own: boolean, pictograms: Record<string, string>, signs: string, words: Record<string, string>}} DeckData */

const CARDS = 52; // T-10
const LONG = 420, WANDER = 9; // ms, px: a finger that rests means one less
const LESS = ["-", "Backspace", "Delete"], MORE = ["+", "="];

export class DeckEditor {
  /** @param {HTMLElement} host @param {App} app @param {DeckData} data @param {() => void} done */
  constructor(host, app, data, done) {
    this.app = app;
    this.data = data;
    this.done = done;
    /** @type {Copies} */
    this.copies = data.own ? { ...data.deck } : {};
    /** @type {Copies[]} */
    this.past = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pressing = undefined;
    this.held = false;
    this.saving = false;
    const { say } = app;
    this.sprite = /** @type {Element} */ (parsed(data.signs));
    document.body.append(this.sprite);
    const field = make("div", { class: "deck-matrix" });
    this.meter = make("div", { class: "deck-meter", role: "progressbar", "aria-label": say("edit.deck"), "aria-valuemin": "0", "aria-valuemax": String(CARDS) }, make("i"));
    this.save = button("btn main wide", () => this.#save(), say("edit.save"));
    this.clear = button("btn", () => this.#change({}), say("edit.clear"));
    const known = button("btn", () => this.#change({ ...data.reconstructed }), say("edit.reconstructed"));
    host.append(
      make("section", { class: "board deck", "aria-label": say("edit.deck") }, this.meter, field),
      make("section", { class: "panel setup-panel stack" },
        make("p", { class: "muted small" }, say("edit.deck_how")),
        make("div", { class: "row deck-acts" }, known, this.clear),
        this.save,
      ),
    );
    this.matrix = new Matrix(field, { sentences: data.words, pictograms: data.pictograms, say, pick: (clue) => this.#add(clue, 1) });
    this.#listen(field);
    this.undo = icon("undo", say("common.undo"), () => this.#undo());
    app.bar.replaceChildren(icon("back", say("common.back"), () => this.done()), this.undo);
    this.#show();
  }

  leave() {
    clearTimeout(this.pressing);
    this.sprite.remove();
  }

  /** Before the matrix hears of it: a long press, a click with Shift and minus are one less. @param {HTMLElement} field */
  #listen(field) {
    let x = 0, y = 0;
    field.addEventListener("pointerdown", (event) => {
      const clue = clueOf(event);
      [x, y, this.held] = [event.clientX, event.clientY, false];
      clearTimeout(this.pressing);
      if (clue && !event.button) this.pressing = setTimeout(() => this.#hold(clue), LONG);
    });
    field.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > WANDER) clearTimeout(this.pressing);
    });
    for (const end of ["pointerup", "pointercancel"]) field.addEventListener(end, () => clearTimeout(this.pressing));
    field.addEventListener("contextmenu", (event) => clueOf(event) && event.preventDefault());
    field.addEventListener("click", (event) => {
      const clue = clueOf(event);
      if (!clue || !(this.held || event.shiftKey)) return;
      event.stopPropagation();
      if (!this.held) this.#add(clue, -1);
      this.held = false;
    }, true);
    field.addEventListener("keydown", (event) => {
      const clue = clueOf(event), by = LESS.includes(event.key) ? -1 : MORE.includes(event.key) ? 1 : 0;
      if (!clue || !by) return;
      event.preventDefault();
      event.stopPropagation();
      this.#add(clue, by);
    }, true);
  }

  /** @param {string} clue */
  #hold(clue) {
    this.held = true;
    navigator.vibrate?.(8);
    this.#add(clue, -1);
  }

  /** @param {string} clue @param {number} by */
  #add(clue, by) {
    const now = this.copies[clue] ?? 0;
    if (now + by >= 0) this.#change({ ...this.copies, [clue]: now + by });
  }

  /** @param {Copies} copies */
  #change(copies) {
    this.past.push(this.copies);
    this.copies = copies;
    this.#show();
  }

  #undo() {
    this.copies = this.past.pop() ?? this.copies;
    this.#show();
  }

  #show() {
    const { say, number } = this.app, all = Object.values(this.copies).reduce((sum, one) => sum + one, 0);
    this.app.title(say("edit.cards", { number: all, all: CARDS }));
    this.meter.setAttribute("aria-valuenow", String(all));
    this.meter.classList.toggle("over", all > CARDS);
    /** @type {HTMLElement} */ (this.meter.firstElementChild).style.width = `${Math.min((100 * all) / CARDS, 100)}%`;
    this.matrix.show((clue) => {
      const copies = this.copies[clue] ?? 0;
      return { state: "", sign: copies > 1 ? `×${number.call(this.app, copies)}` : "", words: say("edit.copies", { number: copies }), pale: !copies };
    }, "");
    this.save.disabled = all !== CARDS || this.saving;
    write(this.save, all < CARDS ? say("edit.cards_left", { number: CARDS - all }) : all > CARDS ? say("edit.cards_over", { number: all - CARDS }) : say("edit.save"));
    this.clear.disabled = !all;
    this.undo.disabled = !this.past.length;
  }

  async #save() {
    this.saving = true;
    this.#show();
    const saved = await this.app.act("deck", { text: toml(this.copies) });
    this.saving = false;
    if (!saved) return this.#show();
    this.app.toast(this.app.say(this.app.view.host ? "edit.saved" : "edit.saved_by_guest", { file: "my-deck.toml" }));
    this.done();
  }
}

/** @param {Event} event */
function clueOf(event) {
  const cell = /** @type {Element} */ (event.target).closest("[data-clue]");
  return cell instanceof HTMLElement ? cell.dataset.clue : undefined;
}

/** A deck as its file has it. @param {Copies} copies */
function toml(copies) {
  const cards = Object.entries(copies).filter(([, number]) => number).map(([clue, number]) => `"${clue}" = ${number}`);
  return ['format = "tobago-deck/1"', 'title = "my deck"', "", "[cards]", ...cards, ""].join("\n");
}
