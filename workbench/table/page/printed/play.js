// The screen of a player during the printed game: four maps, the own hand, what is open in this turn. What a tap means
// depends on what one is doing: looking, a card in the hand, a move, the start of an ATV, a cube.
import "./play.css";
import { HexMap } from "./hexmap.js";
import { button, keyed, make, parsed, scrolled } from "./dom.js";
import { Board, MAPS, Way } from "./board.js";
import { Cards } from "./cards.js";
import { Pieces } from "./pieces.js";
import { choices } from "./turn.js";
import { division, struck } from "./treasure.js";
import { entryBy, logList, playerList, tableTold } from "./log.js";
import { askClue } from "./asking.js";
import { icon } from "./icons.js";
import { sentence } from "./sentence.js";
import { segments } from "./sheet.js";
import { Wishes } from "./wish.js";

/** @import { View } from "./client.js" */
/** @import { Entry, Player } from "./board.js" */
/** @import { Sheet } from "./sheet.js" */
/** @import { Choice } from "./turn.js" */
/** @import { App } from "./table.js" */
/**
 * What one is about to do; `line` is what is sent, with the map and the clue behind it.
 * @typedef {{kind: "clue", clue: string, line: string} | {kind: "move", way: Way} | {kind: "start", hex: string | null} | {kind: "remove", hex: string | null}} Doing
 */

/** Decisions for which a clue goes on a map that is empty. */
const ON_EMPTY = ["starting clue", "new map"];

export class Play {
  /** @param {HTMLElement} host @param {App} app */
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.colour = MAPS[0];
    /** @type {Doing | null} */
    this.doing = null;
    this.hash = "";
    this.decided = ""; // what was open when it was last shown
    /** @type {{seq: number | undefined, told: HTMLElement} | null} */
    this.done = null; // what a message offers to take back
    this.wishes = new Wishes(app);
    /** @type {Board | null} */
    this.known = null;
    /** @type {HexMap | null} */
    this.map = null;
    /** @type {Cards | null} */
    this.dealt = null;
    /** @type {Pieces | null} */
    this.pieces = null;
    /** @type {Sheet | null} */
    this.logSheet = null;
    /** @type {Map<string, Choice>} */
    this.offers = new Map(); // what can be done, by the keys of its buttons
    this.said = make("div", { class: "play-said", role: "status" });
    this.division = make("div", { class: "play-division" });
    this.acts = make("div", { class: "play-acts", role: "group", "aria-label": app.say("play.acts") });
    this.side = make("div", { class: "play-side" });
    this.undo = icon("undo", app.say("common.undo"), () => this.takeBack());
    app.bar.replaceChildren(this.undo, icon("log", app.say("common.log"), () => this.#openLog()));
    host.className = "fixed play";
    host.replaceChildren(make("p", { class: "wait" }, app.say("common.connecting")));
  }

  leave() {
    this.logSheet?.close();
    this.host.removeAttribute("aria-busy");
  }

  /** @returns {Board} */
  get board() {
    return /** @type {Board} */ (this.known);
  }

  /** @returns {Cards} */
  get cards() {
    return /** @type {Cards} */ (this.dealt);
  }

  #name = (/** @type {string} */ colour) => this.cards.name(colour);

  /** @param {View} view */
  async show(view) {
    const { setting } = view.table;
    if (setting !== this.hash) {
      this.hash = setting;
      const data = await this.app.ask(`setting?hash=${setting}`);
      if (setting !== this.hash) return; // another one came meanwhile
      if (!data) {
        this.hash = ""; // asked again with the next view, which comes when the connection is back
        return;
      }
      this.known = new Board(data);
      this.known.view = this.app.view;
      this.#build();
      return this.#changed(null);
    }
    if (!this.known) return; // it is on its way, and shows the newest view when it is there
    const before = this.known.view;
    this.known.view = view;
    this.#changed(before);
  }

  // ---- what stands on the page

  #build() {
    const { say } = this.app, { setting } = this.board;
    this.dealt = new Cards(this.app, this.board, {
      colour: (colour) => this.look(colour),
      card: (clue) => this.choose(clue),
      laid: (clue) => this.#flash(clue),
      draw: () => this.drew(),
    });
    const mapHost = make("div", { class: "play-map" });
    this.pieces = new Pieces(this.board);
    const { tabs, laid, hand } = this.cards;
    this.host.replaceChildren(
      parsed(setting.signs),
      make("div", { class: "board" }, tabs, mapHost, this.said, laid),
      make("section", { class: "panel", "aria-label": say("play.panel") }, this.wishes.node, this.division, hand, this.acts, this.side),
    );
    this.map = new HexMap(mapHost, setting.svg, { describe: (name) => this.cards.describe(this.map?.lattice.cell(name).node.getAttribute("aria-label") ?? name, name, this.colour), say: this.app.say });
    this.map.addEventListener("select", (event) => this.#tapped(/** @type {CustomEvent<string | null>} */ (event).detail));
    this.map.addEventListener("cancel", () => this.stop());
  }

  /** @param {View | null} before */
  #changed(before) {
    const { table, actor, me } = this.board, news = before ? table.log.filter(({ seq }) => seq > before.seq) : [];
    const open = `${table.decision}|${actor}|${table.setting}`;
    if (this.done && this.done.seq !== table.log.at(-1)?.seq) this.done.told.remove();
    if (open !== this.decided) this.doing = null;
    if (this.doing?.kind === "clue" && this.#gone(this.doing.clue)) this.doing = null;
    this.decided = open;
    if (table.decision === "start" && actor) this.doing ??= { kind: "start", hex: null };
    if (!this.doing) this.#follow(news);
    if (before) this.#tell(news, before.table.players);
    const gone = before?.table.wish;
    if (gone && !table.wish && !news.length && (gone.to === null || table.log.some(({ seq }) => seq === gone.to))) this.wishes.refused(gone, me, this.#name);
    const who = table.to_act ?? table.treasure?.raiser ?? null, mine = who !== null && who === me, name = who === null ? "" : this.cards.name(who);
    this.app.title(who === null ? "" : mine ? this.app.say("play.yours") : this.app.say("play.theirs", { player: name }), who, name);
    this.undo.toggleAttribute("disabled", me === null || !table.log.length);
    this.side.replaceChildren(playerList(this.cards), make("h3", {}, this.app.say("common.log")), logList(this.cards, null));
    this.host.classList.toggle("watching", me === null);
    scrolled(this.host.querySelector(".panel"), me === null);
    this.host.classList.toggle("for-other", actor !== null && actor !== me);
    this.#divide();
    this.draw();
  }

  /** Whether a card that is about to be laid is in the own hand no more. @param {string} clue */
  #gone(clue) {
    const { actor, me, table } = this.board;
    return actor === me && table.decision !== "starting clue" && !table.own?.hand.includes(clue);
  }

  /** Look at the map on which a clue was laid by others. @param {Entry[]} news */
  #follow(news) {
    const last = news.findLast(({ map, clue }) => map && clue);
    if (last?.map) this.colour = last.map;
    if (last?.map && last.clue && this.board.map(last.map).clues.includes(last.clue)) {
      this.map?.flash(this.board.took(last.map, last.clue));
    }
  }

  /** Say what others did, and what a curse took. @param {Entry[]} news @param {Player[]} before */
  #tell(news, before) {
    const curse = news.some((entry) => [entry.do].flat().some((line) => line.startsWith("reveal curse")));
    if (curse) return this.app.toast(struck(this.cards, before));
    const last = news.at(-1);
    if (!last) return;
    const done = last.by === this.board.me ? "" : entryBy(this.cards, last);
    const told = [done, ...news.map((entry) => tableTold(this.cards, entry))].filter(Boolean);
    if (told.length) this.app.toast(told.join(" \u2013 "));
  }

  #divide() {
    const { treasure, decision } = this.board.table, tell = this.board.me === null ? null : this.#told;
    const going = treasure && (decision === "reveal" || decision === "take");
    if (going) this.colour = treasure.map;
    this.division.replaceChildren(...(going ? division(this.cards, treasure, tell) : []));
    this.host.classList.toggle("dividing", Boolean(going));
  }

  /** Tell what the table sees. @param {string} line @param {string} [who] */
  #told = (line, who) => {
    void this.send(line, who ?? this.board.me);
  };

  /** What the map and the cards show, and what can be done. */
  draw() {
    const { doing } = this, clue = doing?.kind === "clue" ? doing.clue : null;
    const chosen = { colour: this.colour, clue, free: this.free };
    const had = this.host.contains(document.activeElement);
    this.cards.show(chosen);
    this.#light();
    this.pieces?.show(/** @type {HexMap} */ (this.map), doing?.kind === "move" ? doing.way : null);
    this.#offer();
    if (had && !this.host.contains(document.activeElement)) this.#focus();
  }

  /** Whether a clue may go on empty maps alone. */
  get free() {
    return this.doing?.kind === "clue" && ON_EMPTY.includes(this.board.table.decision ?? "");
  }

  #light() {
    const { board, map, doing, colour } = this, outline = board.light(colour, null).lit ?? []; // the treasure stays in view
    if (doing?.kind === "move") map?.show({ lit: [...doing.way.reach().keys(), doing.way.end], outline });
    else if (doing?.kind === "start") map?.show({ outline });
    else if (doing?.kind === "remove") map?.show({ lit: board.cubes(colour) });
    else {
      map?.show(board.light(colour, this.cards.verdict({ colour, clue: doing?.clue ?? null, free: this.free })));
    }
    map?.mark(board.marks(colour, doing?.kind === "remove" ? board.cubes(colour) : []));
    const held = doing?.kind === "start" || doing?.kind === "remove" ? doing.hex : doing?.kind === "move" && doing.way.stops.length ? doing.way.end : null;
    map?.select(held, true);
  }

  /** The buttons, and the line above them. */
  #offer() {
    const offers = choices(this), keys = offers.map(({ key, words, short }) => `${key}|${words}|${short ?? false}|${this.board.actor}`); // pictures have its colour
    this.offers = new Map(offers.map((one, i) => [keys[i], one]));
    keyed(this.acts, keys, (key) => this.#button(key));
    const saying = this.#saying();
    this.said.replaceChildren(...(saying.length ? [make("p", {}, ...saying)] : []));
    this.host.classList.toggle("starting", this.doing?.kind === "start");
    this.host.classList.toggle("asking", saying.length > 0 && this.doing?.kind !== "clue");
    const { me, table: { wish, log } } = this.board, entry = log.find(({ seq }) => seq === wish?.to);
    const words = { player: wish ? this.#name(wish.by) : "", what: entry ? entryBy(this.cards, entry) : "" };
    this.wishes.show(wish, me, this.#name, this.app.say(wish?.to === null ? "play.finish_wanted" : "play.back_wanted", words));
  }

  /** @param {string} key */
  #button(key) {
    const { words, kind = "", picture, short } = /** @type {Choice} */ (this.offers.get(key));
    const inside = [...(picture ? [picture] : []), ...(short ? [] : [make("span", {}, words)])];
    const node = button(`btn ${kind} ${short ? "short" : ""}`, () => this.offers.get(key)?.act(), ...inside);
    if (short) {
      node.setAttribute("aria-label", words);
      node.title = words;
    }
    node.dataset.do = key.split("|")[0];
    return node;
  }

  /** What is asked of whom, the card that is held, why it is refused. */
  #saying() {
    const { app: { say }, board, doing, cards } = this, { decision } = board.table;
    if (doing?.kind === "clue") {
      const verdict = cards.verdict({ colour: this.colour, clue: doing.clue, free: this.free });
      const why = verdict && !verdict.legal ? [make("span", { class: "play-why" }, ...sentence(this.app, cards.reason(verdict)))] : [];
      return [make("b", {}, cards.words(doing.clue)), ...why];
    }
    if (doing) return [say(`play.ask_${doing.kind}`)];
    const asked = board.actor && decision && ["starting clue", "new map", "mark"].includes(decision);
    const own = board.actor === board.me && decision !== "mark" ? "_own" : "";
    return asked ? [say(`play.ask_${decision.replace(" ", "_")}${own}`, { player: cards.name(board.actor ?? "") })] : [];
  }

  /** The focus stays on the panel when what had it is gone. */
  #focus() {
    const next = this.acts.querySelector("button:not([disabled])") ?? this.division.querySelector("button") ?? this.cards.hand.querySelector("button");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  // ---- what a tap means

  /** @param {string} colour */
  look(colour) {
    this.colour = colour;
    if (this.doing?.kind === "remove") this.doing.hex = null;
    this.draw();
  }

  /** Take a card of the own hand up, or put it down. @param {string} clue */
  choose(clue) {
    if (this.doing?.kind === "clue" && this.doing.clue === clue) return this.stop();
    this.take(clue, this.board.table.decision === "new map" || this.board.fresh || !this.board.actor ? "clue" : "amulet clue");
  }

  /** Hold a clue over the maps: the one in view, or else the first where it is legal. @param {string} clue @param {string} line */
  take(clue, line) {
    this.doing = { kind: "clue", clue, line };
    const legal = (/** @type {string} */ colour) => {
      if (this.free && this.board.map(colour).clues.length) return false;
      return this.board.table.hints === "off" || this.board.verdict(colour, clue).legal;
    };
    if (line === "start clue" || !legal(this.colour)) this.colour = MAPS.find(legal) ?? this.colour;
    this.draw();
  }

  /** A move of who acts. @param {boolean} [extra]  by an amulet */
  way(extra) {
    const { actor, table } = this.board;
    return new Way(this.board, table.atvs[actor ?? ""], extra);
  }

  /** @param {Doing | null} doing */
  begin(doing) {
    this.doing = doing;
    this.draw();
  }

  /** Leave what one was about to do. */
  stop() {
    this.map?.tell(null);
    this.begin(this.board.table.decision === "start" && this.board.actor ? { kind: "start", hex: null } : null);
  }

  /** @param {string | null} name */
  #tapped(name) {
    if (!name) return;
    const { doing, board } = this, own = board.actor && board.table.atvs[board.actor];
    if (doing?.kind === "move") doing.way.tap(name);
    else if (doing?.kind === "start") doing.hex = name;
    else if (doing?.kind === "remove") {
      if (!board.cubes(this.colour).includes(name)) return;
      doing.hex = name;
    } else if (name === own && board.fresh) this.doing = { kind: "move", way: this.way() };
    else {
      this.map?.tell(name);
      return;
    }
    this.draw();
  }

  /** @param {string} clue */
  #flash(clue) {
    this.map?.flash(this.board.took(this.colour, clue));
    this.app.toast(this.cards.words(clue));
  }

  // ---- what is done

  /** Do lines for somebody. @param {string | string[]} lines @param {string | null} who @returns {Promise<boolean>} */
  async send(lines, who) {
    this.host.setAttribute("aria-busy", "true");
    const done = await this.app.act(lines, who && who !== this.board.me ? { for: who } : {});
    this.host.removeAttribute("aria-busy");
    return done;
  }

  /** A card of the own hand that was drawn becomes known to this phone. */
  drew() {
    askClue(this.cards, this.app.say("play.drew"), null, (clue) => void this.send(`know ${clue}`, this.board.me));
  }

  /** Say what was done, with a button that takes it back as long as it is the last. @param {string} text */
  undoable(text) {
    const seq = this.board.table.log.at(-1)?.seq, told = this.app.toast(text, button("", () => this.takeBack({ seq }), this.app.say("common.undo")));
    this.done = { seq, told };
  }

  /** @param {{seq?: number}} [where]  the line to go back to; by default the last one */
  takeBack({ seq } = {}) {
    const to = seq ?? this.board.table.log.at(-1)?.seq;
    if (to !== undefined) void this.send(`take back ${to}`, this.board.me);
  }

  /** The log with what the table has decided for all. */
  #openLog() {
    const { say } = this.app, { table, me } = this.board;
    const list = logList(this.cards, me === null ? null : (seq) => {
      this.logSheet?.close();
      this.takeBack({ seq });
    });
    const levels = /** @type {["off" | "legal" | "full", string][]} */ (["off", "legal", "full"].map((one) => [one, say(`play.hints_${one}`)]));
    const hints = segments(say("play.hints"), levels, table.hints, (one) => this.send(`hints ${one}`, me));
    const finish = button("btn", () => this.app.sure(say("play.finish"), say("play.finish_sure"), say("play.finish"), () => void this.send("finish", me)), say("play.finish"));
    const foot = me === null ? [] : [make("div", { class: "stack grow" }, make("h3", {}, say("play.hints")), hints, finish)];
    const { note } = this.app.view, notes = note ? [make("p", { class: "muted small" }, ...sentence(this.app, note))] : [];
    this.logSheet = this.app.sheet({ title: say("common.log"), foot }, playerList(this.cards), list, ...notes);
  }
}
