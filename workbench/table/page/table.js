// The page of a table: the bar, the screen that fits what is going on, messages; and `app`, by which screens reach them.
// Which screens it has beside the seats, the module says with which the page of this kind of table begins.
import "./shell.css";
import { Client, Refusal } from "./client.js";
import { button, make } from "./dom.js";
import { icon, sketch } from "./icons.js";
import { Join } from "./join.js";
import { keep, kept, switchable } from "./kept.js";
import { sentence } from "./sentence.js";
import { Sheet } from "./sheet.js";
import { digits, speaker } from "./words.js";

/** @import { Ask, More, Seat, View } from "./client.js" */
/** @import { IconName } from "./icons.js" */
/** @import { SheetOptions } from "./sheet.js" */
/**
 * @typedef {object} Screen  one of the page's; it is made anew when the language changes
 * @property {(view: View) => void} show  at first, and whenever something has changed
 * @property {() => void} leave
 * @property {(told: string) => void} [refuse]  say why something was not done; without it, it is said over the screen
 * @property {(close: () => void) => Node[]} [menu]  what the menu holds of it
 */
/** @typedef {(new (host: HTMLElement, app: App) => Screen) & {compact?: boolean}} ScreenType  with a menu instead of all icons, or not */
/** @typedef {Record<View["phase"], ScreenType>} Screens */

const LANGUAGES = ["en", "fa"];
const TOAST = 5000; // ms
const ASKED = "tobago-asked"; // under which a browser keeps which seat it asks for, and as whom
const LEFT = "tobago-left"; // under which a browser keeps from which seat of which table it got up
const NOTATION = "tobago-notation"; // under which a browser keeps that games are told in notation
const NAME = "tobago-name"; // under which a browser keeps how its owner is called

export class App {
  /** @param {Screens} screens  those of a phone that has a seat or looks on, by the phase */
  constructor(screens) {
    this.screens = screens;
    this.root = document.documentElement;
    this.client = new Client();
    this.bar = make("div", { class: "bar-acts" }); // of the screen: its buttons
    this.heading = make("h1");
    this.shellBar = make("header", { class: "bar" });
    this.host = /** @type {HTMLElement} */ (document.getElementById("screen"));
    this.lost = make("p", { class: "lost", role: "alert", hidden: "" });
    this.asks = make("div", { class: "asks" });
    this.asked = ""; // what they show
    this.toasts = make("div", { class: "toasts", role: "status" });
    /** @type {ReturnType<typeof speaker>} */
    this.say = () => "";
    this.watching = false; // looks on without a seat
    this.seating = false; // looks at the seats though the game goes on
    /** @type {Screen | null} */
    this.screen = null;
    /** @type {ScreenType | null} */
    this.kind = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.toasting = undefined;
  }

  get language() {
    return this.root.lang;
  }

  /** What the server told last. @returns {View} */
  get view() {
    return /** @type {View} */ (this.client.view);
  }

  /** How this phone's owner is called; what was typed once is proposed again. */
  get name() {
    return kept(NAME) ?? "";
  }

  set name(name) {
    keep(NAME, name);
  }

  /** Whether games are told in the notation of records. @param {boolean} on */
  set notation(on) {
    keep(NOTATION, on ? "1" : "");
    this.client.notation = on;
    this.client.open();
  }

  /** A number in the digits of the page. @param {string | number} number */
  number(number) {
    return digits(number, this.language);
  }

  /** Do one line, or several of a run, at the table; false when it was not done, which has been said then.
   * @param {string | string[]} lines @param {More} [more] @returns {Promise<boolean>} */
  async act(lines, more = {}) {
    return this.#told(() => this.client.act(lines, more), false);
  }

  /** @param {number} seat @param {string} name @returns {Promise<boolean>} */
  async sit(seat, name) {
    this.name = name;
    const before = kept(ASKED) ?? "";
    keep(ASKED, ""); // asking for another seat gives it up
    const done = await this.#told(async () => {
      await this.client.sit(seat, name);
      this.seating = this.watching = false;
      if (this.view.you === null) keep(ASKED, this.#asking(seat, name));
      this.#show();
      return true;
    }, false);
    if (!done) keep(ASKED, before);
    return done;
  }

  /** Get up from the seat, or ask for one no more. @returns {Promise<boolean>} */
  async rise() {
    const { you } = this.view;
    return this.#told(async () => {
      if (you !== null) keep(LEFT, `${location.pathname} ${you}`);
      keep(ASKED, "");
      await this.client.rise();
      return true;
    }, false);
  }

  /** Whether this phone got up from a seat, which it may take again unasked. @param {number} seat */
  left(seat) {
    return kept(LEFT) === `${location.pathname} ${seat}`;
  }

  /** What this phone itself asks for, if it does; also after the page was loaded anew. @returns {Ask | null} */
  get own() {
    return this.view.asks.find(({ seat, name }) => this.#asking(seat, name) === kept(ASKED)) ?? null;
  }

  /** @param {number} seat @param {string} name */
  #asking(seat, name) {
    return `${location.pathname} ${seat} ${name}`;
  }

  /** Look on without a seat. */
  watch() {
    this.watching = true;
    this.seating = false;
    this.#show();
  }

  /** Show who sits where, or what is going on again. @param {boolean} on */
  seats(on) {
    this.seating = on;
    if (!on && this.view.you === null) this.watching = true;
    this.#show();
  }

  /** What a GET answers, in the language of the page or in notation; null when there was no answer, which has been said then.
   * @param {string} what @param {() => boolean} [wanted]  whether it still is, if it takes long @returns {Promise<any>} */
  async ask(what, wanted) {
    return this.#told(() => this.client.ask(what, wanted), null);
  }

  /** What would be open after some actions of a run; null when it cannot be told, which has been said then.
   * @param {string[]} lines @returns {Promise<any>} */
  async try(lines) {
    return this.#told(() => this.client.try(lines), null);
  }

  /** Open a sheet over the page. @param {SheetOptions} options @param {...(Node | string)} inside */
  sheet(options, ...inside) {
    const sheet = new Sheet(options, this.say("common.close"), ...inside);
    void sheet.closed.then(() => {
      this.#raise();
      this.#hold();
    });
    return sheet;
  }

  /** Ask once before something that cannot be taken back by a tap. @param {string} title @param {string} text @param {string} yes @param {() => void} act */
  sure(title, text, yes, act) {
    const done = button("btn main wide", () => {
      sheet.close();
      act();
    }, yes);
    const sheet = this.sheet({ title, foot: [done] }, make("p", {}, text));
  }

  /** What a seat is called: by its colour, or by its number. @param {Seat} seat */
  seat({ seat, colour }) {
    return colour ? this.say(`common.${colour}`) : this.say("join.seat", { number: seat + 1 });
  }

  /** What the bar says: the title, and a line of whose turn it is, with a colour; a name in it is cut short, not the rest.
   * @param {string} line @param {string | null} [colour] @param {string} [name] */
  title(line, colour = null, name = "") {
    const dot = colour ? [make("span", { class: `dot p-${colour}` })] : [];
    const [before, ...after] = name ? line.split(name) : [line];
    const small = make("small", {}, before, ...(after.length ? [make("span", { class: "name", dir: "auto" }, name), after.join(name)] : []));
    this.heading.replaceChildren(...dot, make("span", {}, make("span", { class: "name", dir: "auto" }, this.view.title), small));
    small.hidden = !line;
  }

  /** Say something for a while, or until the next tap; with a button or without. It can be removed sooner. What names a
   * rule stays: somebody may want to open it.
   * @param {string} text @param {HTMLElement} [act] */
  toast(text, act) {
    clearTimeout(this.toasting);
    const said = sentence(this, text), told = make("div", { class: "toast" }, make("span", {}, ...said), ...(act ? [act] : []));
    this.toasts.replaceChildren(told);
    this.#raise();
    if (said.length === 1) this.toasting = setTimeout(() => this.toasts.replaceChildren(), TOAST);
    return told;
  }

  /** Bring what is said to the uppermost sheet: below it, it would be neither seen nor heard. */
  #raise() {
    const above = this.#uppermost;
    if (this.toasts.parentNode !== above) above.append(this.toasts);
  }

  get #uppermost() {
    return [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  }

  /** Forget what was said when somebody taps elsewhere, on the page or the sheet on which it stands. @param {PointerEvent} event */
  #forget({ target }) {
    if (this.toasts.parentNode === this.#uppermost && !this.toasts.contains(/** @type {Node} */ (target))) this.toasts.replaceChildren();
  }

  async start() {
    this.client.addEventListener("view", () => this.#show());
    this.client.addEventListener("connection", () => this.#connection());
    this.client.addEventListener("sending", () => this.root.classList.toggle("sending", this.client.sending > 0));
    this.client.addEventListener("stale", (event) => this.toast(/** @type {CustomEvent<string>} */ (event).detail));
    this.client.addEventListener("busy", () => this.toast(this.say("common.busy")));
    document.querySelector(".bar")?.replaceWith(this.shellBar);
    this.shellBar.after(this.lost, this.asks);
    document.body.append(this.toasts);
    this.host.tabIndex = -1;
    document.addEventListener("keydown", ({ key }) => key === "Escape" && !document.querySelector("dialog[open]") && this.toasts.replaceChildren());
    document.addEventListener("pointerdown", (event) => this.#forget(event), true);
    this.#speak(this.language, await this.client.needed(wordsOf(this.language)));
    this.client.notation = kept(NOTATION) === "1";
    this.client.connect();
  }

  /** Speak a language: all that is shown is made anew in it. @param {string} language @param {Record<string, string>} words */
  #speak(language, words) {
    this.say = speaker(words, language);
    this.root.lang = language;
    this.root.dir = language === "fa" ? "rtl" : "ltr";
    this.kind = null;
    this.#makeBar();
    this.#connection();
    if (!this.client.view) return;
    this.asked = "";
    this.#show();
  }

  /** The bar of a screen: its own icons, then seats, language and theme, which a compact one has in a menu. */
  #makeBar() {
    const common = this.kind?.compact ? [icon("more", this.say("common.menu"), () => this.#showMenu())] : this.#common(icon);
    this.shellBar.replaceChildren(this.heading, this.bar, ...common);
  }

  #showMenu() {
    /** @param {IconName} name @param {string} words @param {() => void} act */
    const row = (name, words, act) => button("menu-row", () => {
      sheet.close();
      act();
    }, sketch(name), words);
    const sheet = this.sheet({ title: this.say("common.menu") }, ...this.#common(row), ...(this.screen?.menu?.(() => sheet.close()) ?? []));
  }

  /** Seats, language and theme. @param {(name: IconName, words: string, act: () => void) => HTMLElement} made */
  #common(made) {
    const next = LANGUAGES[(LANGUAGES.indexOf(this.language) + 1) % LANGUAGES.length];
    const theme = made("theme", this.say("theme"), () => {});
    switchable(theme);
    const language = made("language", this.say("common.language"), () => {
      document.cookie = `lang=${next}; Path=${location.pathname}; Max-Age=31536000; SameSite=Strict`;
      void this.#told(async () => {
        this.#speak(next, await this.client.fetch(wordsOf(next)));
        this.client.open();
      }, undefined);
    });
    return [made("seats", this.say("common.seats"), () => this.seats(!this.seating)), language, theme];
  }

  #connection() {
    this.lost.textContent = this.client.lost ? this.say("common.lost") : "";
    this.lost.hidden = !this.lost.textContent; // there may be no words yet
    this.root.classList.toggle("offline", this.client.lost);
  }

  /** The screen that fits what is going on, below who asks this phone for a seat. */
  #show() {
    this.#showAsks();
    const kind = this.#kind();
    if (kind !== this.kind) {
      this.screen?.leave();
      this.bar.replaceChildren();
      this.host.replaceChildren();
      this.host.className = "";
      this.title("");
      this.kind = kind;
      this.#makeBar();
      const first = !this.screen;
      this.screen = new kind(this.host, this);
      if (!first) this.#hold();
    }
    document.title = this.view.title;
    this.screen?.show(this.view);
  }

  /** Let whoever goes by keys go on in the screen, where what had the focus is gone. */
  #hold() {
    if (document.activeElement === document.body) this.host.focus({ preventScroll: true });
  }

  #showAsks() {
    const { asks, you, seats } = this.view, mine = asks.filter(({ wait }) => you !== null && wait.includes(you)).slice(0, 1); // one by one: the map stays
    const now = JSON.stringify(mine);
    if (kept(ASKED)?.startsWith(`${location.pathname} `) && !this.own) {
      keep(ASKED, "");
      if (you === null) this.toast(this.say("join.not_let_in"));
    }
    if (now === this.asked) return; // what has the focus stays
    this.asked = now;
    this.asks.replaceChildren(...mine.map((ask) => {
      const seat = seats.find((one) => one.seat === ask.seat), answer = (/** @type {boolean} */ yes) => void this.#told(() => this.client.answer(ask, yes), undefined);
      return make("div", { class: "asked", role: "alert" },
        make("p", { class: "grow" }, this.say("join.asks", { name: `\u2068${ask.name}\u2069`, seat: seat ? this.seat(seat) : "" })),
        button("btn main", () => answer(true), this.say("join.let_in")),
        button("btn", () => answer(false), this.say("join.refuse")),
      );
    }));
  }

  /** @returns {ScreenType} */
  #kind() {
    const { you, read_only, phase } = this.view;
    return this.seating || (you === null && !read_only && !this.watching) ? Join : this.screens[phase];
  }

  /** @param {string} told */
  #refuse(told) {
    if (this.screen?.refuse && !document.querySelector("dialog[open]")) this.screen.refuse(told);
    else this.toast(told);
  }

  /** Say why something was not done. @template T @param {() => Promise<T>} work @param {T} otherwise @returns {Promise<T>} */
  async #told(work, otherwise) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status !== 409) this.#refuse(error.status ? error.message : this.say("common.unanswered")); // 409 told itself
      return otherwise;
    }
  }
}

/** The file of a language's words. @param {string} language */
function wordsOf(language) {
  return `files/words-${language}.json`;
}

/** Begin, with the screens of this kind of table. @param {Screens} screens */
export function openTable(screens) {
  void new App(screens).start();
}
