// The review of an evening: who has won, who narrowed what, in bits, and the order of play on the map, step by step; the
// way back into the evening, and on to another game.
import "./review.css";
import { HexMap } from "./hexmap.js";
import { size } from "./clues.js";
import { Board } from "./board.js";
import { button, make, parsed, pictogram, sign } from "./dom.js";
import { named } from "./log.js";
import { Wishes } from "./wish.js";

/** @import { View } from "./client.js" */
/** @import { App } from "./table.js" */
/** @import { Setting, Wish } from "./board.js" */
/** @typedef {{seq: number, by: string, map: string, clue: string, before: string, after: string, bits: number}} Laid  masks as hexadecimal texts */
/** @typedef {Laid & {gone: bigint, left: bigint}} Step */
/** @typedef {{colour: string, name: string | null, bits: number, coins: number}} Reckoned */
/** @typedef {{players: Reckoned[], plays: Laid[], raised: {map: string, hex: string, by: string}[]}} Reviewed */

const FULL = 92; // % of its track that the longest bar takes
const PICTURE = 44; // px

export class Review {
  /** @param {HTMLElement} host @param {App} app */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.hash = "";
    /** @type {Board | null} */
    this.known = null;
    this.wishes = new Wishes(app);
    /** @type {Step[]} */
    this.plays = [];
    /** @type {Map<string, string>} */
    this.names = new Map(); // of the players, by colour
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {HTMLElement[]} */
    this.lines = []; // one for each clue
    /** @type {HTMLElement[]} */
    this.parts = []; // of bars, one for each clue
    this.order = /** @type {HTMLInputElement} */ (make("input", { type: "range", min: "0", "aria-label": app.say("review.order") }));
    this.order.addEventListener("input", () => this.#go(Number(this.order.value)));
    this.step = make("span", { class: "small muted" });
    host.className = "review";
    host.replaceChildren(make("p", { class: "wait" }, app.say("common.connecting")));
  }

  leave() {}

  /** @returns {Board} */
  get board() {
    return /** @type {Board} */ (this.known);
  }

  /** @param {View} view */
  async show(view) {
    const { setting } = view.table;
    this.app.title(this.app.say("review.title"));
    if (setting === this.hash) return this.#changed(view);
    this.hash = setting;
    const [data, found] = await Promise.all([this.app.ask(`setting?hash=${setting}`), this.app.ask("review")]);
    if (!data || !found) {
      this.hash = ""; // asked again with the next view
      return;
    }
    this.known = new Board(data);
    this.known.view = view;
    this.#build(data, found);
    this.#changed(this.app.view); // which may be a newer one
  }

  /** Somebody wants to play on, or nobody any more. @param {View} view */
  #changed(view) {
    const { known } = this;
    if (!known) return;
    const gone = /** @type {Wish | null} */ (known.table.wish), { wish } = view.table;
    known.view = view;
    if (gone && !wish) this.wishes.refused(gone, known.me, this.#name);
    this.wishes.show(wish, known.me, this.#name, this.app.say("review.on_wanted", { player: wish ? this.#name(wish.by) : "" }));
  }

  /** @param {Setting} setting @param {Reviewed} reviewed */
  #build(setting, reviewed) {
    const { say } = this.app;
    this.plays = reviewed.plays.map((play) => ({ ...play, gone: BigInt(`0x${play.before}`) & ~BigInt(`0x${play.after}`), left: BigInt(`0x${play.after}`) }));
    this.names = new Map(reviewed.players.map(({ colour, name }) => [colour, name ? `\u2068${name}\u2069` : say(`common.${colour}`)]));
    const mapHost = make("div", { class: "review-map" });
    const replay = make("div", { class: "review-replay" }, mapHost, make("label", { class: "review-order" }, this.step, this.order));
    const ended = make("section", { class: "card-box stack" }, this.wishes.node, ...this.#ended(reviewed));
    const totals = make("section", { class: "card-box stack review-totals" }, ...this.#totals(reviewed));
    const plays = make("section", { class: "card-box review-plays" }, ...this.#list(reviewed.raised));
    this.host.replaceChildren(parsed(setting.signs), ended, totals, replay, plays);
    this.map = new HexMap(mapHost, setting.svg, { say });
    this.order.max = String(this.plays.length - 1);
    replay.hidden = !this.plays.length;
    if (this.plays.length) this.#go(this.plays.length - 1, false);
  }

  /** What each has, who has won first; on to another game, or back into this one. @param {Reviewed} reviewed */
  #ended({ players }) {
    const { app, app: { say, view }, board: { me, table } } = this, winners = /** @type {string[]} */ (table.outcome?.winners ?? []);
    const won = ({ colour = "" }) => Number(winners.includes(colour));
    const rows = players.toSorted((a, b) => won(b) - won(a) || b.coins - a.coins).map((one) => make("tr", { class: won(one) ? "won" : "" },
      make("th", { scope: "row" }, make("span", { class: `dot p-${one.colour}` }), this.#name(one.colour)),
      make("td", { class: "num" }, say("play.coins", { number: one.coins })),
      make("td", {}, won(one) ? say("common.won") : ""),
    ));
    const ended = table.finished ?? table.log.at(-1)?.seq, acts = [];
    if (view.host && me !== null) acts.push(button("btn main", () => app.sure(say("common.again"), say("review.again_sure"), say("common.again"), () => void app.act("again")), say("common.again")));
    if (me !== null && ended) acts.push(button("btn", () => void app.act(`take back ${ended}`), say("review.play_on")));
    const links = [...(table.own ? [this.#link("record")] : []), this.#link("position")];
    return [
      make("h2", {}, winners.length ? say("review.won", { players: winners.map(this.#name).join(say("comma")), number: winners.length }) : say("review.finished")),
      make("table", { class: "scores" }, make("tbody", {}, ...rows)),
      make("div", { class: "row review-links" }, ...acts, ...links),
    ];
  }

  /** Who narrowed how much, one part for each clue. @param {Reviewed} reviewed */
  #totals({ players, plays }) {
    const { app: { say } } = this, most = Math.max(...players.map(({ bits }) => bits), 1e-9);
    this.parts = plays.map(({ clue, bits }, i) => {
      const part = make("i", { title: this.board.setting.words[clue] });
      part.style.width = `${(FULL * bits) / most}%`;
      part.addEventListener("click", () => this.#go(i));
      return part;
    });
    const head = make("div", { class: "row" }, make("h2", { class: "grow" }, say("review.bits")), make("small", { class: "muted" }, say("review.bit")));
    const bars = players.toSorted((a, b) => b.bits - a.bits).map(({ colour, bits }) => {
      const track = make("span", { class: "review-track", "aria-hidden": "true" }, ...this.parts.filter((_, i) => plays[i].by === colour));
      const name = make("b", {}, this.#name(colour));
      return make("div", { class: `review-bar p-${colour}` }, name, track, make("b", { class: "num" }, this.#bits(bits)));
    });
    return [head, ...bars];
  }

  /** The clues in order, and the treasures. @param {Reviewed["raised"]} raised */
  #list(raised) {
    const { app: { say } } = this, { plays } = this, best = plays.reduce((a, b) => Math.max(a, b.bits), 0);
    if (!plays.length) return [make("p", { class: "muted" }, say("review.none"))];
    const first = plays.findIndex(({ bits }) => bits === best);
    this.lines = plays.map(({ by, map, clue, before, left, bits }, i) => {
      const bar = make("i"), words = make("span", { class: "grow" }, this.board.setting.words[clue]);
      bar.style.width = `${(100 * bits) / (best || 1)}%`;
      if (i === first && best) words.append(make("small", {}, say("review.best")));
      words.append(make("span", { class: "review-thin" }, bar));
      const change = say("leaves", { before: size(BigInt(`0x${before}`)), after: size(left) });
      const line = make("button", { type: "button", class: "review-play" },
        make("span", { class: `dot p-${by}`, role: "img", "aria-label": this.#name(by) }),
        pictogram(this.board.setting.pictograms[clue], PICTURE),
        words,
        make("span", { role: "img", "aria-label": say(map) }, sign(this.board.setting.colours[map], "-11 -11 22 22", 16, 16)),
        make("bdi", { class: "num muted", dir: document.dir }, change),
        make("b", { class: "num" }, this.#bits(bits)),
      );
      line.addEventListener("click", () => this.#go(i));
      return line;
    });
    const ends = raised.map(({ map, hex, by }) => make("li", {}, say("review.raised_line", { player: this.#name(by), map: say(map), hex: named(hex) })));
    const treasures = ends.length ? [make("h3", {}, say("review.raised")), make("ul", {}, ...ends)] : [];
    return [make("ol", {}, ...this.lines.map((line) => make("li", {}, line))), ...treasures];
  }

  /** @param {"record" | "position"} what  a file of the server */
  #link(what) {
    return make("a", { class: "btn", href: what, download: "" }, this.app.say(`review.${what}`));
  }

  #name = (/** @type {string} */ colour) => this.names.get(colour) ?? this.app.say(`common.${colour}`);

  /** @param {number} bits */
  #bits(bits) {
    return this.app.number(bits.toFixed(1));
  }

  /** Show a step of the order of play: what its clue took flashes. @param {number} at */
  #go(at, flash = true) {
    const play = this.plays[at], { map, board: { clues, setting } } = this;
    if (!map) return;
    const words = this.app.say("step", { step: at + 1, steps: this.plays.length });
    this.order.value = String(at);
    this.order.setAttribute("aria-valuetext", `${words}: ${setting.words[play.clue]}`);
    this.step.textContent = `${this.app.say("review.order")}: ${words}`;
    map.show({ lit: clues.hexes(play.left) });
    if (flash) map.flash(clues.hexes(play.gone));
    this.lines.forEach((line, i) => line.setAttribute("aria-current", String(i === at)));
    this.parts.forEach((part, i) => part.classList.toggle("now", i === at));
  }
}
