// The page of a puzzle: tabs, cards and marks over the map that Python drew; hints from the proven steps.
// One looks at one thing at a time, by its tab: a treasure, the false card, or of plays a map, with marks on its hexes.
import { HexMap } from "./hexmap.js";
import "./puzzle.css";
import { drawn, make } from "./dom.js";
import { digits, speaker } from "./words.js";
import { Marks } from "./marks.js";
import { Outlines } from "./outlines.js";
import { keep, kept, switchable } from "./kept.js";
import { byId, clock, faultOf, having, linkedId, object, writeDates } from "./look.js";
import { Times } from "./times.js";
import { celebrate, signsOf } from "./end.js";
import { Unfolding } from "./unfolding.js";

/** @import { Kind, Saved, Step, Subject, Wrong } from "./marks.js" */
/** @import { Card, Offer } from "./outlines.js" */
/** @import { Later, Trail } from "./unfolding.js" */
/** @typedef {{answer: Record<string, string[]>, ending: string, proof?: string, steps: Step[], later?: Later}} Secret */
/** @typedef {{id: string, kinds: string[], subjects: (Omit<Subject, "values"> & {values: string[] | null})[], cards: Record<string, Card>, called: Record<string, string>, signs: number, landmarks: Record<string, string[]>, least: number, overland: boolean, secret: string | Secret, words?: Record<string, string>}} Data */

/** @type {Data} */
const data = JSON.parse(byId("data").textContent ?? "");
const { answer, ending, proof = "", steps, later } = typeof data.secret === "string" ? revealed(data.secret) : data.secret;
/** @type {Record<string, string>} */
const words = data.words ?? Reflect.get(globalThis, "words"); // a site has them in a file for all its pages
const lang = document.documentElement.lang, say = speaker(words, lang);
const comma = lang === "fa" ? "، " : ", ";
const COLOURS = ["brown", "white", "grey", "black"];
const said = new Map(having("card").map((card) => [card.dataset.card ?? "", card.title || wordsOn(card)]));
/** @type {Record<string, string>} */
const SIGNS = { no: "✕", maybe: "●", yes: "✓", doubt: "?", used: "✓" };
/** @type {Record<string, [string, string]>} whether a card is true by the marks: its text, and its sign where one looks for the treasure */
const TRUTHS = { true: ["lie_no", ""], null: ["lie_maybe", "doubt"], false: ["lie_yes", "no"] };
const LAST = 2; // the sentences of a hint: where to look and by which cards, then what follows

/** @type {HexMap} */
const map = new HexMap(byId("map"), null, { say, describe: story });
const labels = new Map(Array.from(map.lattice.cells.values(), ({ name, node }) => [name, node.getAttribute("aria-label") ?? name]));
const onMap = new Set(data.subjects.filter((one) => !one.values).map((one) => one.key));
/** @type {Subject[]} */
const subjects = data.subjects.map((one) => ({ ...one, values: one.values ?? map.names }));
const STRIKES = "tobago-puzzle-strikes"; // "off" where a solver strikes all by hand
const store = `tobago-puzzle:${data.id}`;
const before = stored();
const marks = new Marks(subjects, before.marks, kept(STRIKES) !== "off");
const unfolding = later && new Unfolding(later, marks, before.trail);
const outlines = new Outlines(data.cards, map.lattice, marks, data);
const times = new Times();
const plays = marks.subjects.has("play");
const ground = !plays && onMap.size === 1 ? [...onMap][0] : ""; // what is left of it is seen on all tabs
const broken = proof ? outlines.broken() : new Map(); // the tally that proves the answer, to be seen at the end
let current = having("tab")[0].dataset.tab ?? "";
let { seconds, done, spent, hints } = before; // the last two over all starts, for the solving time
let told = 0; // sentences of the hint that is open, 0 when none is
/** @type {Kind} */
let tool = "no";
/** @type {{kind: Kind | null, names: Set<string>, refused: boolean} | null} */
let stroke = null; // that has begun
let ruling = false;
/** @type {string | null} */
let centre = null; // of the ring that the ruler shows
/** @type {Set<string>} */
let lit = new Set(); // texts of the cards whose hexes are outlined
let seen = ""; // of them, those that were brought into view
/** @type {Wrong[]} */
let wrong = [];
/** @type {Step | undefined} */
let step;

/** What the browser keeps of this puzzle. @returns {{marks: Saved, seconds: number, spent: number, hints: number, done: boolean, trail: Partial<Trail>}} */
function stored() {
  const { marks, seconds, spent, hints, done, trail } = object(kept(store));
  return { trail: trail ?? {}, marks: marks ?? {}, seconds: Number(seconds) || 0, spent: Number(spent) || 0, hints: Number(hints) || 0, done: done === true };
}

/** Go on with what another page of this puzzle kept: in another tab, or after this one was left. */
function resume() {
  const now = stored();
  if (JSON.stringify(now.marks) === JSON.stringify(marks.now)) return;
  marks.put(now.marks);
  ({ seconds, done, spent, hints } = now);
  unfold();
  draw();
  share(); // nothing is kept: what this page has heard may be older than what the other one keeps by now
}

/** The answer and the steps of a page that is one file. @param {string} text @returns {Secret} */
function revealed(text) {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))));
}

/** The story of a hex: land, the way to landmarks, what one did; never whether a card holds there. @param {string} name @returns {string[]} */
function story(name) {
  const far = map.lattice.steps(name, data.overland);
  /** @type {[string, string[]][]} */
  const ends = Object.keys(data.landmarks).map((kind) => [say(kind), standing(kind)]), from = named();
  if (from) ends.push([called(from), [from]]);
  const ways = ends.flatMap(([what, places]) => {
    const nearest = Math.min(...places.map((at) => far.get(at) ?? Infinity));
    return Number.isFinite(nearest) ? [say("steps_to", { what, number: nearest })] : [];
  });
  return [labels.get(name) ?? name, ways.join(" · "), ...(onMap.has(current) ? [stateOf(name) || say("still_open")] : [])].filter(Boolean);
}

/** Where all landmarks of a kind stand, if that is known. @param {string} kind */
function standing(kind) {
  const lost = subjects.find(({ landmark }) => landmark === kind);
  if (!lost) return data.landmarks[kind];
  return marks.settled(lost.key) ? marks.left(lost.key) : [];
}

/** What is marked on a hex, in words. @param {string} name */
function stateOf(name) {
  const kind = marks.now[current]?.[name];
  return kind ? say(nameOfMark(kind, current)) : "";
}

/** The text that names a mark; one on the false card says whether a card is true. @param {Kind | null} kind @param {string} subject */
function nameOfMark(kind, subject) {
  return kind && subject === "lie" ? `lie_${kind}` : `mark_${kind ?? "none"}`;
}

/** @param {string} text */
function tell(text, won = false) {
  const line = byId("said");
  line.textContent = text;
  line.classList.toggle("won", won);
  line.tabIndex = line.scrollHeight > line.clientHeight ? 0 : -1; // keys scroll what has no room
}

function draw() {
  map.flash([]); // of what was said before
  for (const tab of having("tab")) drawTab(tab);
  const offer = offered(), struck = new Set(offer?.key === "strike" ? offer.values : going());
  for (const card of having("card")) drawCard(card, struck);
  for (const button of having("tool")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !marks.past.length;
  drawMap(offer);
  drawDock(offer);
  const shown = [...lit, ...going()].join();
  if (shown !== seen) document.querySelector(".card.lit")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  seen = shown;
  fade();
}

/** Let the end of the strip of cards fade while there are more beyond it. */
function fade() {
  const strip = byId("facts");
  strip.classList.toggle("fading", strip.scrollWidth - strip.clientWidth - Math.abs(strip.scrollLeft) > 9);
}

/** @param {HTMLElement} tab */
function drawTab(tab) {
  const key = tab.dataset.tab ?? "", number = leftOf(key).length, settled = plays && onMap.has(key) ? marks.settled("play") && marks.left("play")[0].startsWith(`${key}: `) : unfolding ? unfolding.has(key) : marks.settled(key);
  tab.setAttribute("aria-pressed", String(key === current));
  const shown = tab.querySelector("b");
  if (shown) shown.textContent = settled ? "✓" : digits(number, lang);
  const name = nameOf(key);
  tab.setAttribute("aria-label", settled ? `${name}: ${say("found")}` : say("candidates", { name, number }));
}

/** @param {string} key */
function nameOf(key) {
  return document.querySelector(`[data-tab="${key}"] span`)?.textContent ?? "";
}

/** What a tab counts: of the map of a play, the plays that are not struck. @param {string} key */
function leftOf(key) {
  return plays && onMap.has(key) ? marks.open("play").filter((play) => play.startsWith(`${key}: `)) : marks.left(key);
}

/** @param {HTMLElement} card @param {Set<string>} struck  the plays that the filled button strikes */
function drawCard(card, struck) {
  const { card: text = "", about = "" } = card.dataset, { subject, value } = valueOf(card);
  const shines = lit.has(text) || lit.has(value) || struck.has(value);
  const mine = subject === current || about.split(",").includes(current);
  card.classList.toggle("aside", !mine);
  card.classList.toggle("lit", shines);
  card.setAttribute("aria-pressed", String(shines));
  const mark = subject ? marks.now[subject][value] : undefined, sign = /** @type {HTMLElement} */ (card.querySelector("b"));
  const [meaning, kind] = subject === "lie" && onMap.has(current) ? TRUTHS[`${outlines.truth(text)}`] : [mark && nameOfMark(mark, subject), mark];
  const used = mine && !kind && onMap.has(current) && outlines.offer(text, current)?.values.length === 0, shown = used ? "used" : kind ?? "";
  card.classList.toggle("out", kind === "no");
  card.classList.toggle("gone", !shines && isGone(card));
  sign.className = `mark-of ${shown}`;
  sign.textContent = SIGNS[shown] ?? "";
  const state = [meaning ? say(meaning) : "", used ? say("used") : "", subject === "dead" || !subject ? drawOpen(card) : ""].filter(Boolean).join(comma);
  /** @type {HTMLElement} */ (card.querySelector("small")).textContent = state && comma + state;
}

/** Sign a card with the maps on which, or the players for whom, it is not struck; that in words. @param {HTMLElement} card */
function drawOpen(card) {
  const { card: text = "", value = "" } = card.dataset, of = value.split(",").filter(isPlayer);
  const open = having("tab").filter(({ dataset: { tab = "" } }) =>
    of.length ? of.includes(tab) && marks.left(tab).includes(text) : plays && marks.open("play").includes(`${tab}: ${text}`));
  card.querySelector(".open")?.replaceChildren(...open.flatMap((tab) => tab.querySelector("svg")?.cloneNode(true) ?? []));
  return open.length ? say(of.length ? "open_to" : "open_on", { where: open.map(({ dataset: { tab = "" } }) => nameOf(tab)).join(comma) }) : "";
}

/** What a card is as a value: one of the hand is a play on the map that is looked at, a listed one is what a player may hold. @param {HTMLElement} card */
function valueOf({ dataset: { card = "", value = "" } }) {
  const of = value.split(","), subject = of.includes("play") && current !== "dead" ? "play" : of.includes(current) ? current : of.length > 1 ? "" : of[0];
  return { subject, value: subject === "play" ? `${current}: ${card}` : card };
}

/** Whether a card is out of the question by a cube for who is looked at, or for all. @param {HTMLElement} card */
function isGone({ dataset: { card = "", value = "" } }) {
  const of = value.split(",").filter(isPlayer);
  return of.length > 0 && (of.includes(current) ? [current] : of).every((player) => marks.fixed(player, card));
}

/** Whether a subject is the hidden card of a player. @param {string} subject */
function isPlayer(subject) {
  return subject.startsWith("player ");
}

/** What the hint that is told to the end rules out. */
function going() {
  return told === LAST && !wrong.length && step ? step.removed : [];
}

/** @param {Offer | null} offer */
function drawMap(offer) {
  const shown = onMap.has(current), seen = shown ? current : ground, left = seen ? marks.left(seen) : map.names;
  const out = new Set(step?.subject === seen ? going() : []);
  map.show({ lit: left, kept: left.filter((name) => !out.has(name)) });
  const colour = COLOURS.includes(current) ? current : "";
  const { landmark = null, given = [] } = shown ? marks.subject(current) : {};
  const proven = proof && isSolved();
  for (const [name, number] of broken) map.piece(`broken ${name}`, proven ? name : null, () => tallied(name, number));
  map.mark(!shown || proven ? [] : Object.entries(marks.now[current])
    .filter(([at, kind]) => kind !== "no" && !(kind === "yes" && (landmark || given.includes(at))))
    .map(([at, kind]) => ({ at, kind, colour })));
  for (const { key, landmark: sign, given: known } of subjects) {
    if (sign) for (const at of map.names) {
      const stands = marks.now[key][at] === "yes" && !known.includes(at);
      map.piece(`${key} ${at}`, stands ? at : null, () => found(sign));
    }
  }
  const outside = !lit.size && offer?.subject === seen && offer.key !== "claim" ? offer.values : [];
  map.outline(...outside.length ? [left.filter((name) => !outside.includes(name))] : [...lit].map((text) => outlines.of(text, current).inside));
  map.fill(ruling ? ring() : core());
  map.select(centre ?? named(), true);
  for (const [name, label] of labels) {
    const node = map.lattice.cell(name).node, words = [label, proven ? say("broken", { number: broken.get(name) }) : stateOf(name)].filter(Boolean).join(comma);
    if (node.getAttribute("aria-label") !== words) node.setAttribute("aria-label", words);
  }
}

/** The hexes as far from the centre as the ruler says. */
function ring() {
  if (!centre) return [];
  const steps = Number(far.value);
  return [...map.lattice.steps(centre, data.overland)].filter(([, one]) => one === steps).map(([name]) => name);
}

/** Where a card of the player who is looked at can be true once: all that is left to the others is true there. */
function core() {
  return isPlayer(current) && ground && !marks.settled(current) && !offered() ? outlines.core(current, [...marks.subjects.keys()].filter(isPlayer), ground) : [];
}

/** The hex that the lit card names, if it does. */
function named() {
  return lit.size === 1 ? map.names.find((name) => [...lit][0].endsWith(` ${name}`)) ?? null : null;
}

/** What the filled button does for the card that is lit, or of plays for the whole map; null when it checks. @returns {Offer | null} */
function offered() {
  if (told || lit.size && isPlayer(current)) return null;
  if (isPlayer(current)) return some(outlines.held(current, ground));
  if (!onMap.has(current)) return null;
  const offer = lit.size === 1 ? outlines.offer([...lit][0], current) : null;
  return some(offer) ?? some(plays ? outlines.together(current) : null) ?? some(unfolding?.rest(current) ?? null);
}

/** An offer that is none when nothing goes by it. @param {Offer | null} offer */
function some(offer) {
  return offer?.values.length ? offer : null;
}

/** What the filled button does, in a sentence. @param {Offer} offer */
function ofOffer({ key, values: { length: number } }) {
  if (key === "claim") return say("left_over", { number });
  if (isPlayer(current)) return say(key === "strike" ? "nowhere" : "within", { number, what: nameOf(current) });
  return say(key === "strike" ? "refuted" : "together", { number });
}

/** What the lit card says of the island, in a sentence. @param {string} text */
function ofCard(text) {
  const card = inShort(text), { bounds, waits, more } = outlines.of(text, current);
  if (waits !== null) return say(waits ? "waits" : "waits_more", { card, what: waits && nameOf(waits) });
  const offer = outlines.offer(text, current);
  if (!offer) return say(bounds && !more ? "perhaps" : "speaks", { card });
  return say(offer.key === "rule_out" ? "outside" : "inside", { card, number: offer.values.length });
}

/** The sign of a landmark that was found. @param {string} kind */
function found(kind) {
  const disc = drawn("circle", { r: "25", class: "badge" });
  return drawn("g", { transform: "scale(.76)" }, disc, drawn("use", { href: `#landmark-${kind}`, class: kind }));
}

/** How many cards are not true on a hex: below the landmark that may stand there. @param {string} name @param {number} number */
function tallied(name, number) {
  const below = Object.values(data.landmarks).flat().includes(name);
  const text = drawn("text", { class: "lettering", y: below ? "47" : "30", "font-size": "40" });
  text.textContent = digits(number, lang);
  return text;
}

/** @param {Offer | null} offer */
function drawDock(offer) {
  const button = byId("hint");
  button.classList.toggle("told", told > 0);
  /** @type {HTMLElement} */ (button.querySelector("span")).textContent = say(!told ? "hint" : told < LAST ? "more" : "end.close");
  byId("ruler").setAttribute("aria-pressed", String(ruling));
  byId("distance").hidden = !ruling;
  byId("tools").hidden = byId("main").hidden = ruling;
  button.hidden = ruling;
  byId("main").textContent = told ? say("do_it") : offer ? say(offer.key, { number: offer.values.length }) : say("check");
  /** @type {HTMLElement} */ (byId("distance").querySelector("output")).textContent = digits(far.value, lang);
}

/** After each change of the marks. @param {string} [what]  what has changed, in words @returns {string} what it opened */
function changed(what = "") {
  told = 0;
  const opened = unfold();
  const news = opened.map(({ card }) => say("opened", { fact: card.title })).join(" ");
  if (news) lit.clear(); // what is new is to be looked at
  tell(news || (what && `${what} ${howMany()}`));
  draw();
  opened.at(-1)?.card.scrollIntoView({ block: "nearest", inline: "nearest" });
  for (const { card } of opened) card.classList.add("fresh"); // while it turns it is as narrow as a line
  save();
  if (!done && isSolved()) finish();
  return news;
}

function isSolved() {
  return unfolding ? unfolding.done : marks.solved(answer);
}

/** Turn the cards that finds open; those that were opened. */
function unfold() {
  const opened = unfolding?.turn(hints) ?? [];
  for (const { text, card, outline } of opened) {
    if (!(text in outlines.cards)) card.addEventListener("click", () => onCard(card));
    outlines.cards[text] = outline;
    said.set(text, card.title);
  }
  return opened;
}

/** Say that a mark is not proven, and nothing of whether it is true. */
function nudge() {
  if (unfolding) unfolding.trail.tried = true;
  tell(say("unproven"));
  save();
}

/** What is left where one looks: of the map of a play the cards, or those that the filled button strikes. */
function howMany() {
  const offer = offered();
  if (offer && (offer.key === "strike" || isPlayer(current))) return ofOffer(offer);
  return say(onMap.has(current) && !plays ? "open" : "cards_left", { number: leftOf(current).length });
}

/** Mark hexes or a card, as one step of undo. @param {string} subject @param {string[]} values @param {Kind | null} kind */
function marked(subject, values, kind) {
  const what = values.length === 1 ? inShort(values[0]) : say(onMap.has(subject) ? "hexes" : "cards_of", { number: values.length });
  changed(say("marked", { what, mark: say(nameOfMark(kind, subject)) }));
  if (kind === "no") map.flash(subject === current && onMap.has(current) ? values : [], "gone");
}

/** Tell a notebook, if it shows the page. */
function share() {
  if (parent !== window) parent.postMessage({ puzzle: data.id, marks: marks.now, done }, "*");
}

function save() {
  share();
  const fault = keepAll();
  if (fault) tell(say(fault));
}

function keepAll() {
  return keep(store, JSON.stringify({ marks: marks.now, seconds, spent, hints, done, trail: unfolding?.trail }));
}

// What Python marks, where a notebook shows the page.
addEventListener("message", ({ source, data: told }) => {
  if (source !== parent || told?.puzzle !== data.id || JSON.stringify(told.marks) === JSON.stringify(marks.now)) return;
  marks.put(told.marks);
  hints++;
  changed();
});

function finish() {
  done = true;
  times.note(data.id, spent, hints);
  save();
  lit.clear();
  draw();
  tell(`★ ${say("solved", { time: clock(seconds) })} ${proof}`, true);
  celebrate(say, { time: clock(seconds), found: `${ending} ${proof}`, hints, signs: unfolding?.trail.signs ?? signsOf(hints, data.signs), id: data.id });
}

/** Begin a hint, or tell more of it, or shut it. */
function hint() {
  if (told === LAST) return look();
  if (!told) {
    wrong = marks.wrong(answer); // these come first
    step = steps.find((one) => !marks.has(one));
    if (!wrong.length && !step) return tell(say(isSolved() ? "done" : "stuck"));
    if (!done) hints++;
  }
  told++;
  lit.clear();
  if (wrong.length) tellMistake(wrong[0]);
  else if (step) tellStep(step);
}

/** @param {Wrong} one */
function tellMistake({ subject, values }) {
  const { name } = marks.subject(subject);
  turn(subject, values);
  draw();
  tell(told < LAST ? say("mistake_at", { subject: name }) : say("wrong_marks", { subject: name, values: values.map(called).join(comma) }));
}

/** @param {Step} one */
function tellStep({ subject, facts, says, follows, removed, forced }) {
  turn(subject, [...forced, ...removed]);
  lit = new Set(facts);
  draw();
  tell(told < LAST ? `${say("look", { subject: marks.subject(subject).name })} ${says}` : follows);
  const left = onMap.has(subject) ? marks.left(subject) : [];
  if (told === LAST) map.flash(left.filter((name) => (forced.length ? forced : removed).includes(name)), "hint");
}

/** Do what the hint says. */
function heed() {
  if (wrong.length) marks.clear(wrong);
  else if (step) marks.settle(step);
  const news = changed();
  if (step && !wrong.length && !done) tell(`${step.follows} ${news}`);
}

/** What a sentence calls a card, a play or a hex. @param {string} value */
function called(value) {
  const [map, clue] = value.split(": "), play = said.get(clue);
  return data.called[value] ?? said.get(value) ?? (play ? `${play} (${nameOf(map)})` : `\u2066${value}\u2069`);
}

/** The words on a card, which may be a sentence that is quoted, or else what it is in full. @param {string} value */
function inShort(value) {
  const card = having("card").find(({ dataset }) => dataset.card === value);
  return card ? wordsOn(card).replace(/\.$/, "") : called(value);
}

/** @param {HTMLElement} card */
function wordsOn(card) {
  return card.querySelector(":scope > span:not(.pic)")?.textContent ?? "";
}

/** Look at a subject; at a play, on its map. @param {string} subject @param {string[]} values */
function turn(subject, values) {
  current = subject === "play" ? values[0].split(":")[0] : subject;
}

/** Look at where one is, with some cards lit or with none, and no hint told. */
function look(cards = new Set()) {
  told = 0;
  lit = cards;
  const { title = "" } = having("tab").find(({ dataset }) => dataset.tab === current) ?? {}, offer = offered(), filled = core().length;
  if (lit.size) tell(ofCard([...lit][0]));
  else if (offer) tell(ofOffer(offer));
  else if (!onMap.has(current)) tell(filled ? `${title} ${say("core", { number: filled })}` : title);
  else tell(plays ? say("how_cards") : title || say("how"));
  draw();
}

function check() {
  const faults = marks.wrong(answer);
  if (isSolved()) return finish();
  if (faults.length && !done) {
    hints++; // it says where to look
    save();
  }
  tell(faults.length ? say("mistake_at", { subject: faults.map(({ subject }) => marks.subject(subject).name).join(comma) }) : say("fine"));
}

async function copy() {
  const link = `${location.href.split("#")[0]}#${data.id}`;
  try {
    await navigator.clipboard.writeText(link);
    tell(say("copied"));
  } catch {
    tell(say("not_copied", { link: `\u2066${link}\u2069` }));
  }
}

/** @param {string} name @param {(target: HTMLElement) => void} act */
function onEach(name, act) {
  for (const node of having(name)) node.addEventListener("click", () => act(node));
}

map.brush(true);
map.addEventListener("stroke", (event) => {
  const names = /** @type {CustomEvent<string[]>} */ (event).detail;
  if (ruling) return measure(names.at(-1) ?? null);
  if (!onMap.has(current)) return;
  stroke ??= { kind: marks.begin(current, names[0], tool), names: new Set(), refused: false };
  for (const name of names) {
    if (marks.set(current, [name], stroke.kind)) stroke.names.add(name);
    else if (stroke.kind && marks.now[current][name] !== stroke.kind) stroke.refused = true;
  }
  drawMap(offered());
});
map.addEventListener("stroked", () => {
  const ended = stroke;
  stroke = null;
  if (ended && !marks.idle()) marked(current, [...ended.names], ended.kind);
  else if (ended?.refused) nudge();
});
map.addEventListener("cancel", () => {
  lit.clear();
  rule(false);
});

/** Take the ruler, or put it away. @param {boolean} on */
function rule(on) {
  ruling = on;
  measure(on ? named() : null);
}

const far = /** @type {HTMLInputElement} */ (byId("far"));

/** Show the ring around a hex. @param {string | null} name */
function measure(name) {
  centre = name;
  if (name) far.max = String(Math.max(...map.lattice.steps(name, data.overland).values()));
  map.select(name, true);
  const number = ring().length;
  if (!ruling) return look(told ? new Set() : lit);
  tell(name ? say("ring", { number, steps: Number(far.value), hex: called(name) }) : say("ring_how"));
  draw();
}

byId("ruler").addEventListener("click", () => rule(!ruling));
far.addEventListener("input", () => measure(centre));
byId("cards").addEventListener("click", ({ currentTarget }) => {
  const open = document.body.classList.toggle("reading");
  /** @type {HTMLElement} */ (currentTarget).setAttribute("aria-expanded", String(open));
});
onEach("tab", (tab) => {
  current = tab.dataset.tab ?? current;
  look();
});
onEach("card", onCard);
byId("facts").addEventListener("scroll", fade);
new ResizeObserver(fade).observe(byId("facts"));

/** Look at a card, or mark it. @param {HTMLElement} card */
function onCard(card) {
  const { card: text = "", about = "" } = card.dataset;
  if (card.classList.contains("aside")) current = about.split(",")[0];
  const { subject, value } = valueOf(card);
  document.body.classList.remove("reading");
  byId("cards").setAttribute("aria-expanded", "false");
  if (subject && (subject === current || subject === "play") && !marks.fixed(subject, value)) {
    const kind = marks.begin(subject, value, tool);
    lit = new Set(isPlayer(subject) && kind === "no" ? [] : [text]);
    marks.set(subject, [value], kind);
    return marked(subject, [value], kind);
  }
  look(new Set(lit.has(text) && !told ? [] : [text]));
}

onEach("tool", (button) => {
  tool = /** @type {Kind} */ (button.dataset.tool);
  draw();
});
byId("hint").addEventListener("click", hint);
byId("main").addEventListener("click", () => {
  if (told) return heed();
  const offer = offered();
  if (!offer) return check();
  /** @type {Kind} */
  const kind = offer.key === "claim" ? "yes" : "no";
  marks.keep();
  marks.set(offer.subject, offer.values, kind);
  if (marks.idle()) nudge();
  else marked(offer.subject, offer.values, kind);
});
byId("copy_link").addEventListener("click", copy);
byId("times").addEventListener("click", () => tell(say(times.save() ? "times_saved" : "no_times")));
byId("print").addEventListener("click", () => print());
byId("undo").addEventListener("click", undo);
byId("restart").addEventListener("click", () => {
  marks.restart();
  done = false;
  seconds = 0;
  lit.clear();
  changed();
  tell(say("restarted"));
});
addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  undo();
});

function undo() {
  marks.undo();
  changed(say("taken_back"));
}

const strikes = document.getElementById("strikes"); // where there are cubes
function drawStrikes() {
  strikes?.setAttribute("aria-pressed", String(marks.strikes));
}
strikes?.addEventListener("click", () => {
  marks.strike(!marks.strikes);
  keep(STRIKES, marks.strikes ? "on" : "off");
  drawStrikes();
  changed();
  tell(say(marks.strikes ? "strikes_on" : "strikes_off"));
});
drawStrikes();

switchable(byId("theme"));
setInterval(() => {
  if (!done && !document.hidden) [seconds, spent] = [seconds + 1, spent + 1];
  byId("clock").textContent = clock(seconds);
}, 1000);
addEventListener("pagehide", keepAll);
addEventListener("pageshow", ({ persisted }) => persisted && resume());
addEventListener("storage", ({ key }) => key === store && resume());
byId("clock").textContent = clock(seconds);
if (data.least) byId("task").after(make("p", { class: "task" }, say("how_near"))); // a hex is not near itself (T-7)
unfold();
draw();
tell((isSolved() && proof) || having("tab")[0].title || (byId("task").checkVisibility() ? say("how") : byId("task").textContent ?? ""));
save();
writeDates();
follow();
addEventListener("hashchange", follow);

/** Say so when the link is about another puzzle, or about none; the list may know it. */
function follow() {
  const id = linkedId(), fault = faultOf(id, [data.id], data.kinds) ?? "other_puzzle";
  if (!id || id === data.id) return;
  tell(say(fault, { id: `\u2066${id}\u2069` }));
  const home = document.getElementById("home");
  if (home instanceof HTMLAnchorElement && fault === "other_puzzle") home.hash = id;
}
