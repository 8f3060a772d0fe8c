// The page on which one makes a puzzle: lines of text, and a map and cards that say the same, judged by the server at each moment.
import "./puzzle.css";
import "./workshop.css";
import { HexMap } from "./hexmap.js";
import { Matrix } from "./matrix.js";
import { drawn, group, make } from "./dom.js";
import { speaker } from "./words.js";
import { keep, kept, switchable } from "./kept.js";
import { byId, having, object } from "./look.js";
import { Lines, Past, placesOf } from "./drafting.js";
import { note } from "./made.js";

/** @import { Made } from "./made.js" */
/** @typedef {{fault?: string, line?: number, says?: string[], answers?: number, told?: string, island?: string, map?: string, error?: string, puzzle?: Made}} Judged */

/** @type {{words: Record<string, string>, island: string, clues: Record<string, string>, pictograms: Record<string, string>, cubes: Record<string, string>}} */
const data = JSON.parse(byId("data").textContent ?? "");
const lang = document.documentElement.lang, say = speaker(data.words, lang);
const KINDS = ["hut", "palm", "statue"], DRAFT = "tobago-draft", WAIT = 350, AGAIN = 3000;
const WIDTH = 19, ROOM = 78; // of a cube, and of all on a hex
const text = /** @type {HTMLTextAreaElement} */ (byId("text")), choice = /** @type {HTMLSelectElement} */ (byId("kind"));
const past = new Past();
/** @type {Map<string, string>} */
let labels = new Map(); // of the hexes, as they are without what the lines put there
let lines = new Lines(text.value), island = data.island, map = newMap(null), tool = KINDS[0], place = "";
let typing = false; // at a stretch
let asking = false, again = false; // the server, and once more
/** @type {Set<string>} */
let pieces = new Set(); // on the map, by their keys
/** @type {number | undefined} */
let timer;

/** @param {string | null} svg */
function newMap(svg) {
  const found = new HexMap(byId("map"), svg, { say });
  labels = new Map(Array.from(found.lattice.cells.values(), ({ name, node }) => [name, node.getAttribute("aria-label") ?? name]));
  found.addEventListener("select", (event) => {
    const name = /** @type {CustomEvent<string | null>} */ (event).detail;
    found.select(null, true);
    if (name) change(() => (KINDS.includes(tool) ? lines.place(`${tool}s`, name) : lines.cube(tool, name)));
  });
  return found;
}

/** Let a button change the lines: a step that can be taken back. @param {() => void} act */
function change(act) {
  act();
  put(lines.text);
}

/** Put another text in the place of the lines, as a step. @param {string} next */
function put(next) {
  if (next === text.value) return;
  past.keep(text.value);
  write(next);
}

/** @param {string | null} next */
function write(next) {
  if (next === null) return;
  typing = false;
  text.value = next;
  changed();
}

/** Show what the lines say, keep the draft, and let it be judged when nothing more is typed. */
function changed() {
  keep(DRAFT, JSON.stringify({ text: text.value }));
  show();
  byId("said").setAttribute("aria-busy", "true");
  byId("said").className = "said"; // what was judged were other lines
  byId("solve").hidden = true;
  clearTimeout(timer);
  timer = setTimeout(judge, WAIT);
}

function show() {
  lines = new Lines(text.value);
  showPieces();
  const { kind } = lines, places = placesOf(kind);
  choice.value = kind;
  byId("players").hidden = kind !== "whose-clue";
  if (!KINDS.includes(tool) && kind !== "whose-clue") tool = KINDS[0];
  if (!places.includes(place)) place = places[0];
  for (const button of having("tool")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  for (const button of having("place")) {
    button.hidden = !places.includes(button.dataset.place ?? "");
    button.setAttribute("aria-pressed", String(button.dataset.place === place));
  }
  const has = new Set(lines.clues(place));
  matrix.show((clue) => ({ state: "", sign: has.has(clue) ? "✓" : "", words: has.has(clue) ? say("taken") : "", pale: false }), "");
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !past.before.length;
}

/** Put landmarks and cubes on the map: those on a hex share its room, and are told with its name. */
function showPieces() {
  const now = new Set(), taken = new Set(), names = new Map(labels);
  /** @param {string} key @param {string} at @param {string} words @param {() => SVGElement} draw */
  const piece = (key, at, words, draw) => {
    if (!labels.has(at)) return;
    now.add(key);
    names.set(at, names.get(at) + say("comma") + words);
    map.piece(key, at, draw);
  };
  for (const kind of KINDS) for (const at of lines.standing(`${kind}s`)) {
    taken.add(at);
    piece(`${kind} ${at}`, at, say(kind), () => sign(kind));
  }
  for (const { player, holds, at } of lines.cubes) {
    const beside = lines.cubes.filter((one) => one.at === at), n = beside.findIndex((one) => one.player === player);
    const [most, y] = taken.has(at) ? [1.6, 24] : [2.2, 10], scale = Math.min(most, ROOM / WIDTH / beside.length);
    const x = scale * WIDTH * (n - (beside.length - 1) / 2), cube = `${player} ${holds ? "yes" : "no"}`;
    const words = say(holds ? "cube_yes" : "cube_no", { player: Number(player.slice(-1)) });
    piece(`${cube} ${at} ${x} ${y}`, at, words, () => group(data.cubes[cube] ?? "", { transform: `translate(${x} ${y}) scale(${scale})` }));
  }
  for (const key of pieces) if (!now.has(key)) map.piece(key, null, () => drawn("g"));
  pieces = now;
  for (const { name, node } of map.lattice.cells.values()) node.setAttribute("aria-label", names.get(name) ?? name);
}

/** @param {string} kind */
function sign(kind) {
  return drawn("g", { transform: "scale(.76)" }, drawn("circle", { r: "25", class: "badge" }), drawn("use", { href: `#landmark-${kind}`, class: kind }));
}

/** Ask one thing at a time; when more was typed meanwhile, that comes next. */
async function judge() {
  if (asking) return void (again = true);
  asking = true;
  typing = again = false;
  const mine = text.value;
  /** @type {Judged | null} */
  let found = null;
  try {
    const body = JSON.stringify({ text: mine, shown: island });
    found = await (await fetch(`judge?lang=${lang}`, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
  } catch {} // it is asked again
  asking = false;
  if (again) return judge();
  if (mine !== text.value) return; // somebody is typing
  if (!found) timer = setTimeout(judge, AGAIN);
  if (found?.map) {
    island = found.island ?? "";
    map = newMap(found.map);
    pieces.clear();
    show();
  }
  tell(found ?? { fault: say("offline") });
}

/** @param {Judged} found */
function tell({ fault, error, told, answers, says = [], puzzle }) {
  const said = byId("said"), link = /** @type {HTMLAnchorElement} */ (byId("solve"));
  said.removeAttribute("aria-busy");
  said.replaceChildren(make("span", {}, fault ?? error ?? told ?? ""));
  said.className = `said ${fault || error ? "" : answers === 1 ? "good" : "bad"}`;
  byId("says").replaceChildren(...says.map((one) => make("li", {}, one)));
  link.hidden = !puzzle;
  if (!puzzle) return;
  link.href = `${puzzle.id}?lang=${lang}`;
  link.onclick = () => note(puzzle);
}

/** The draft that was kept: by this page, or by another one that is open. */
function draft() {
  const { text: before } = object(kept(DRAFT));
  return typeof before === "string" && before.trim() ? before : text.value;
}

const matrix = new Matrix(byId("clues"), { sentences: data.clues, pictograms: data.pictograms, say, pick: (clue) => change(() => lines.clue(place, clue)) });
let before = text.value;
text.addEventListener("beforeinput", (event) => {
  before = text.value;
  if (!event.inputType.startsWith("history")) return;
  event.preventDefault(); // the browser's own does not know of taps
  write(event.inputType === "historyUndo" ? past.back(text.value) : past.again(text.value));
});
text.addEventListener("input", () => {
  if (!typing) past.keep(before);
  typing = true;
  changed();
});
choice.addEventListener("change", () => change(() => lines.become(choice.value)));
for (const button of having("tool")) button.addEventListener("click", () => {
  tool = button.dataset.tool ?? tool;
  show();
});
for (const button of having("place")) button.addEventListener("click", () => {
  place = button.dataset.place ?? place;
  show();
});
byId("undo").addEventListener("click", () => write(past.back(text.value)));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLInputElement) return;
  const key = event.key.toLowerCase(), again = key === "y" || (key === "z" && event.shiftKey);
  if (key !== "z" && !again) return;
  event.preventDefault();
  write(again ? past.again(text.value) : past.back(text.value));
});
addEventListener("pageshow", ({ persisted }) => persisted && put(draft()));
addEventListener("storage", ({ key }) => key === DRAFT && put(draft()));
switchable(byId("theme"));
text.value = draft();
show();
judge();
