// The page of a puzzle: tabs, cards and marks over the map that Python drew; hints from the proven steps.
import { HexMap } from "./hexmap.js";
import "./puzzle.css";
import { drawn } from "./dom.js";
import { digits, speaker } from "./words.js";
import { Marks } from "./marks.js";
import { keep, kept, switchable } from "./kept.js";
import { byId, faultOf, having, linkedId, object, writeDates } from "./look.js";
import { Times } from "./times.js";

/** @import { Kind, Saved, Step, Subject, Wrong } from "./marks.js" */
/** @typedef {{answer: Record<string, string[]>, steps: Step[]}} Secret */
/** @typedef {{id: string, kinds: string[], subjects: (Omit<Subject, "values"> & {values: string[] | null})[], holds: Record<string, string[]>, secret: string | Secret, words: Record<string, string>}} Data */

/** @type {Data} */
const data = JSON.parse(byId("data").textContent ?? "");
const { answer, steps } = typeof data.secret === "string" ? revealed(data.secret) : data.secret;
const lang = document.documentElement.lang, say = speaker(data.words, lang);
const comma = lang === "fa" ? "، " : ", ";
const COLOURS = ["brown", "white", "grey", "black"];
const said = new Map(having("card").map((card) => [card.dataset.card, card.getAttribute("aria-label")]));
const SIGNS = { no: "✕", maybe: "●", yes: "✓" }, NAMES = { no: "mark_no", maybe: "mark_maybe", yes: "mark_yes" };
const DO = 5; // the last rung

/** @type {HexMap} */
const map = new HexMap(byId("map"), null, { words: /** @type {any} */ (data.words), describe });
const onMap = new Set(data.subjects.filter((one) => !one.values).map((one) => one.key));
/** @type {Subject[]} */
const subjects = data.subjects.map((one) => ({ ...one, values: one.values ?? map.names }));
const store = `tobago-puzzle:${data.id}`;
const before = stored();
const marks = new Marks(subjects, before.marks);
const times = new Times();
/** @type {string} */
let current = subjects[0].key;
let { seconds, done, spent, hints } = before; // the last two over all starts, for the solving time
let rung = 0; // of the ladder, 0 when it is closed
/** @type {Kind} */
let tool = "no";
/** @type {Set<string>} */
let lit = new Set(); // texts of the cards whose hexes are outlined
/** @type {Wrong[]} */
let wrong = [];
/** @type {Step | undefined} */
let step;

/** What the browser keeps of this puzzle. @returns {{marks: Saved, seconds: number, spent: number, hints: number, done: boolean}} */
function stored() {
  const { marks, seconds, spent, hints, done } = object(kept(store));
  return { marks: marks ?? {}, seconds: Number(seconds) || 0, spent: Number(spent) || 0, hints: Number(hints) || 0, done: done === true };
}

/** Go on with what another page of this puzzle kept: in another tab, or after this one was left. */
function resume() {
  const now = stored();
  if (JSON.stringify(now.marks) === JSON.stringify(marks.now)) return;
  marks.put(now.marks);
  ({ seconds, done, spent, hints } = now);
  draw();
  share(); // nothing is kept: what this page has heard may be older than what the other one keeps by now
}

/** The answer and the steps of a page that is one file. @param {string} text @returns {Secret} */
function revealed(text) {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))));
}

/** The lines of the tip of a hex. @param {string} name @returns {string[]} */
function describe(name) {
  const label = map.lattice.cell(name).node.getAttribute("aria-label") ?? name;
  const mark = onMap.has(current) ? marks.now[current][name] : undefined;
  return mark ? [label, say(NAMES[mark])] : [label];
}

/** @param {string} text */
function tell(text, won = false) {
  byId("said").textContent = text;
  byId("said").classList.toggle("won", won);
}

function draw() {
  for (const tab of having("subject")) drawTab(tab);
  for (const card of having("card")) drawCard(card);
  for (const button of having("tool")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !marks.past.length;
  drawMap();
  drawLadder();
}

/** @param {HTMLElement} tab */
function drawTab(tab) {
  const key = tab.dataset.subject ?? "", number = marks.left(key).length, settled = marks.settled(key);
  tab.setAttribute("aria-pressed", String(key === current));
  const count = settled ? "✓" : digits(number, lang), shown = tab.querySelector("b");
  if (shown) shown.textContent = count;
  const { name } = marks.subject(key);
  tab.setAttribute("aria-label", settled ? `${name}: ${say("found")}` : say("candidates", { name, number }));
}

/** @param {HTMLElement} card */
function drawCard(card) {
  const { card: text = "", about = "", value = "" } = card.dataset;
  const hers = about.split(" ").filter(Boolean);
  const group = /** @type {HTMLElement | null} */ (card.closest(".play"));
  if (group) group.hidden = value !== current;
  else card.hidden = value === current ? false : Boolean(hers.length) && !hers.includes(current);
  card.classList.toggle("lit", lit.has(text));
  card.setAttribute("aria-pressed", String(lit.has(text)));
  const kind = value === current ? marks.now[value][text] : undefined, sign = card.querySelector("b");
  card.classList.toggle("out", kind === "no");
  if (sign) {
    sign.className = `mark-of ${kind ?? ""}`;
    sign.textContent = kind ? SIGNS[kind] : "";
  }
  const words = inWords(text);
  card.setAttribute("aria-label", kind ? `${words} ${say(NAMES[kind])}` : words);
}

function drawMap() {
  const shown = onMap.has(current), left = shown ? marks.left(current) : map.names;
  const going = new Set(rung === DO - 1 && step?.subject === current ? step.removed : []);
  map.show({ lit: left, kept: left.filter((name) => !going.has(name)) });
  const colour = COLOURS.includes(current) ? current : "";
  const { landmark = null, given = [] } = shown ? marks.subject(current) : {};
  map.mark(!shown ? [] : Object.entries(marks.now[current])
    .filter(([at, kind]) => kind !== "no" && !(kind === "yes" && (landmark || given.includes(at))))
    .map(([at, kind]) => ({ at, kind, colour })));
  for (const { key, landmark: sign, given: known } of subjects) {
    if (sign) for (const at of map.names) {
      const stands = marks.now[key][at] === "yes" && !known.includes(at);
      map.piece(`${key} ${at}`, stands ? at : null, () => found(sign));
    }
  }
  map.outline(...[...lit].map((text) => data.holds[text] ?? []));
}

/** The sign of a landmark that was found. @param {string} kind */
function found(kind) {
  const disc = drawn("circle", { r: "25", class: "badge" });
  return drawn("g", { transform: "scale(.76)" }, disc, drawn("use", { href: `#landmark-${kind}`, class: kind }));
}

function drawLadder() {
  const ladder = byId("ladder"), focused = ladder.contains(document.activeElement);
  ladder.hidden = !rung;
  if (focused && !rung) byId("hint").focus(); // keys go on where the ladder was
  byId("hint").setAttribute("aria-expanded", String(Boolean(rung)));
  for (const button of having("rung")) button.classList.toggle("on", Number(button.dataset.rung) <= rung);
}

/** After each change of the marks. */
function changed() {
  rung = 0;
  step = undefined;
  wrong = [];
  tell("");
  draw();
  save();
  if (!done && marks.solved(answer)) finish();
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
  return keep(store, JSON.stringify({ marks: marks.now, seconds, spent, hints, done }));
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
  tell(`★ ${say("solved", { time: clock() })}`, true);
}

function clock() {
  return digits(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`, lang);
}

/** Begin or end a hint; marks that are wrong come first. */
function hint() {
  if (rung) return changed();
  if (!done) hints++;
  lit.clear();
  wrong = marks.wrong(answer);
  if (wrong.length) return climb(1);
  step = steps.find((one) => !marks.has(one));
  if (!step) return tell(say(marks.solved(answer) ? "done" : "stuck"));
  climb(1);
}

/** @param {number} to */
function climb(to) {
  rung = to;
  if (wrong.length) climbToMistake();
  else if (step) climbTo(step);
}

function climbToMistake() {
  const [{ subject, values }] = wrong, { name } = marks.subject(subject);
  current = subject;
  if (rung === DO) {
    marks.clear(wrong);
    return changed();
  }
  draw();
  tell(rung < DO - 1 ? say("mistake_at", { subject: name }) : say("wrong_marks", { subject: name, values: values.map(inWords).join(comma) }));
}

/** A card in full, or the name of a hex. @param {string} value */
function inWords(value) {
  return said.get(value) ?? `\u2066${value}\u2069`;
}

/** @param {Step} one */
function climbTo(one) {
  current = one.subject;
  if (rung === DO) {
    marks.settle(one);
    changed();
    if (!done) tell(one.follows);
    return;
  }
  lit = new Set(rung > 1 ? one.facts : []);
  draw();
  const facts = one.facts.length ? one.facts.map(inWords).join(" · ") : say("rules_alone");
  tell([one.look, facts, one.technique, one.follows][rung - 1]);
  if (rung === DO - 1) map.flash(one.forced.length && onMap.has(current) ? one.forced : onMap.has(current) ? one.removed : [], "hint");
}

function check() {
  const faults = marks.wrong(answer);
  if (marks.solved(answer)) return finish();
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

map.addEventListener("select", (event) => {
  const name = /** @type {CustomEvent<string>} */ (event).detail;
  map.select(null, true);
  if (!onMap.has(current)) return;
  marks.toggle(current, name, tool);
  changed();
});
onEach("subject", (tab) => {
  current = tab.dataset.subject ?? current;
  lit.clear();
  draw();
});
onEach("card", ({ dataset: { card = "", value } }) => {
  lit = lit.has(card) && value !== current ? new Set() : new Set([card]);
  if (value !== current) return draw();
  marks.toggle(current, card, tool);
  changed();
});
onEach("tool", (button) => {
  tool = /** @type {Kind} */ (button.dataset.tool);
  draw();
});
onEach("rung", (button) => climb(Number(button.dataset.rung)));
byId("hint").addEventListener("click", hint);
byId("check").addEventListener("click", check);
byId("copy").addEventListener("click", copy);
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
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  event.preventDefault();
  undo();
});

function undo() {
  marks.undo();
  changed();
}

// What is focused is scrolled clear of what stays in view above and below it.
const sticking = { "--above": ".board", "--below": ".dock" };
const measured = new ResizeObserver(() => {
  for (const [name, kind] of Object.entries(sticking)) {
    const height = document.querySelector(kind)?.clientHeight ?? 0;
    document.documentElement.style.setProperty(name, `${height}px`);
  }
});
for (const kind of Object.values(sticking)) measured.observe(/** @type {Element} */ (document.querySelector(kind)));

switchable(byId("theme"));
setInterval(() => {
  if (!done && !document.hidden) [seconds, spent] = [seconds + 1, spent + 1];
  byId("clock").textContent = clock();
}, 1000);
addEventListener("pagehide", keepAll);
addEventListener("pageshow", ({ persisted }) => persisted && resume());
addEventListener("storage", ({ key }) => key === store && resume());
byId("clock").textContent = clock();
draw();
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
