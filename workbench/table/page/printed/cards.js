// Tabs of the four maps, the clues that lie, the cards of a hand: what a chosen card would do is written into all tabs
// at once, by masks. Elements stay while what they show stays: pictograms are the dearest part of a page.
import { button, keyed, make, pictogram, sign, write } from "./dom.js";
import { sketch } from "./icons.js";
import { size } from "./clues.js";
import { MAPS } from "./board.js";

/** @import { Verdict } from "./clues.js" */
/** @import { Board } from "./board.js" */
/** @import { App } from "./table.js" */
/** @typedef {{colour: (colour: string) => void, card: (clue: string) => void, laid: (clue: string) => void, draw: () => void}} Meant  what taps mean */
/** @typedef {{colour: string, clue: string | null, free: boolean}} Chosen  the map in view, a card, and whether it asks for an empty map */

const CARD = 78, LAID = 52, SIGN = 14; // px

export class Cards {
  /** @param {App} app @param {Board} board @param {Meant} meant */
  constructor(app, board, meant) {
    this.app = app;
    this.board = board;
    this.meant = meant;
    const { say } = app;
    this.tabs = make("div", { class: "play-tabs", role: "group", "aria-label": say("maps") });
    this.tabs.append(...MAPS.map((colour) => this.#tab(colour)));
    this.laid = make("div", { class: "play-laid", role: "group", "aria-label": say("laid") });
    this.hand = make("div", { class: "play-hand", role: "group", "aria-label": say("play.hand") });
  }

  /** The sign of a map. @param {string} colour */
  sign(colour, width = 18) {
    return sign(this.board.setting.colours[colour], "-11 -11 22 22", width, width);
  }

  /** A clue in words. @param {string} clue */
  words(clue) {
    return this.board.setting.words[clue];
  }

  /** How many hexes were left and are left, in one line. @param {number | string} before @param {number | string} after */
  change(before, after) {
    return this.app.say("leaves", { before, after }).replaceAll(" ", "\u00a0");
  }

  /** Why a clue is illegal, or what it leaves. @param {Verdict} verdict */
  reason({ reason, before, after, conflicts }) {
    const { say } = this.app;
    if (reason === "legal") return this.change(size(before), size(after));
    const clues = conflicts.map((clue) => say("quoted", { text: this.words(clue) })).join(say("comma"));
    return say(reason, { clues });
  }

  /** The verdict on a card on a map, as far as the table wants to be told. @param {Chosen} chosen @returns {Verdict | null} */
  verdict({ colour, clue, free }) {
    if (!clue || this.board.table.hints === "off") return null;
    return free && this.board.map(colour).clues.length ? null : this.board.verdict(colour, clue);
  }

  /** @param {Chosen} chosen */
  show(chosen) {
    for (const colour of MAPS) this.#tell(colour, chosen);
    this.#lay(chosen);
    this.#deal(chosen);
  }

  /** @param {string} colour */
  #tab(colour) {
    const text = make("bdi", { dir: document.dir }, make("small"), make("b"));
    const tab = button("play-tab", () => this.meant.colour(colour), this.sign(colour), text);
    tab.dataset.map = colour;
    return tab;
  }

  /** What the chosen card would do on a map. @param {string} colour @param {Chosen} chosen */
  #tell(colour, chosen) {
    const { say } = this.app, tab = /** @type {HTMLButtonElement} */ (this.tabs.querySelector(`[data-map=${colour}]`));
    const laid = this.board.map(colour).clues, verdict = this.verdict({ ...chosen, colour });
    const left = size(this.board.candidates(colour)), taken = chosen.free && laid.length > 0;
    const [small, big] = tab.querySelectorAll("small, b");
    let [before, now, kind] = ["", left === 1 ? "★" : this.app.number(left), left === 1 ? "found" : ""];
    if (taken) [now, kind] = ["–", "taken"];
    else if (verdict && !verdict.legal) [before, now, kind] = [now, "✕", "bad"];
    else if (verdict) [before, now, kind] = [now, say("play.to", { after: size(verdict.after) }), "good"];
    write(small, before);
    write(big, now);
    tab.className = `play-tab ${kind}`;
    tab.setAttribute("aria-pressed", String(colour === chosen.colour));
    const words = say("play.left", { map: say(colour), number: left }), why = verdict && this.reason(verdict);
    tab.setAttribute("aria-label", [words, taken ? say("play.not_free") : why].filter(Boolean).join(say("comma")));
    tab.title = verdict && !verdict.legal ? this.reason(verdict) : "";
  }

  /** @param {Chosen} chosen */
  #lay(chosen) {
    const { clues, owners } = this.board.map(chosen.colour), against = this.verdict(chosen)?.conflicts ?? [];
    keyed(this.laid, clues.map((clue, i) => `${clue}|${owners[i] ?? ""}`), (key) => this.#lying(key));
    for (const one of /** @type {Iterable<HTMLElement>} */ (this.laid.children)) one.classList.toggle("against", against.includes(one.dataset.clue ?? ""));
    if (!clues.length) this.laid.replaceChildren(make("p", {}, this.app.say("play.empty_map")));
  }

  /** @param {string} key */
  #lying(key) {
    const [clue, owner] = key.split("|"), words = this.words(clue);
    const node = button(`play-lying ${owner ? `p-${owner}` : ""}`, () => this.meant.laid(clue), this.picture(clue, LAID));
    node.dataset.clue = clue;
    node.setAttribute("aria-label", owner ? `${words}${this.app.say("comma")}${this.name(owner)}` : words);
    node.title = words;
    return node;
  }

  /** How somebody is called; a name keeps its own direction in every sentence. @param {string} colour */
  name(colour) {
    const name = this.board.player(colour)?.name;
    return name ? `\u2068${name}\u2069` : this.app.say(`common.${colour}`);
  }

  /** The lines of a hex: what it is, what rules it out on the map in view, of which other maps it is a candidate.
   * @param {string} label @param {string} name @param {string} colour */
  describe(label, name, colour) {
    const { board, app: { say } } = this, lines = [label], against = board.against(colour, name).map((clue) => say("quoted", { text: this.words(clue) }));
    if (board.map(colour).removed.includes(name)) lines.push(`${say(colour)}: ${say("removed")}`);
    else lines.push(`${say(colour)}: ${against.length ? say("ruled_out", { clue: against[0] }) : say("candidate")}`);
    const others = MAPS.filter((one) => one !== colour && board.map(one).clues.length && board.clues.hexes(board.candidates(one)).includes(name));
    if (others.length) lines.push(say("play.also", { maps: others.map((one) => say(one)).join(say("comma")) }));
    return lines;
  }

  /** @param {string} clue @param {number} width */
  picture(clue, width) {
    return pictogram(this.board.setting.pictograms[clue], width);
  }

  /** @param {Chosen} chosen */
  #deal(chosen) {
    const { own, hints } = this.board.table, hand = own?.hand ?? [], unknown = own?.unknown ?? 0;
    keyed(this.hand, [...hand, ...Array.from({ length: unknown }, (_, i) => `?${i}`)], (key) => this.#card(key));
    this.hand.classList.toggle("many", hand.length + unknown > 4);
    for (const card of /** @type {Iterable<HTMLElement>} */ (this.hand.children)) {
      const clue = card.dataset.clue;
      if (!clue) continue;
      card.setAttribute("aria-pressed", String(clue === chosen.clue));
      const fits = hints === "off" ? [] : MAPS.filter((colour) => this.board.verdict(colour, clue).legal);
      const signs = /** @type {HTMLElement} */ (card.querySelector(".play-fits"));
      signs.hidden = hints === "off";
      for (const one of /** @type {Iterable<HTMLElement>} */ (signs.children)) one.classList.toggle("off", !fits.includes(one.dataset.fits ?? ""));
      const where = fits.length ? this.app.say("play.fits", { maps: fits.map((colour) => this.app.say(colour)).join(this.app.say("comma")) }) : this.app.say("play.fits_none");
      card.setAttribute("aria-label", hints === "off" ? this.words(clue) : `${this.words(clue)}${this.app.say("comma")}${where}`);
    }
  }

  /** @param {string} key  a clue, or a place whose card is not known yet */
  #card(key) {
    if (key.startsWith("?")) {
      const words = this.app.say("play.drew"), card = button("play-card empty", () => this.meant.draw(), sketch("plus"), make("span", {}, words));
      card.setAttribute("aria-label", words); // a small screen has no room for it
      return card;
    }
    const fits = make("span", { class: "play-fits", "aria-hidden": "true" });
    for (const colour of MAPS) fits.append(make("i", { "data-fits": colour }, this.sign(colour, SIGN)));
    const card = button("play-card", () => this.meant.card(key), this.picture(key, CARD), make("span", {}, this.words(key)), fits);
    card.dataset.clue = key;
    card.title = this.words(key);
    return card;
  }
}
