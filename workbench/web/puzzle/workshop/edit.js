// The page on which one makes a puzzle: lines of text and a map that say the same, judged by the server at each moment.
import "./puzzle.css";
import "./workshop.css";
import { HexMap } from "./hexmap.js";
import { drawn, make } from "./dom.js";
import { keep, kept, switchable } from "./kept.js";
import { byId, having, object } from "./look.js";

/** @typedef {{fault?: string, line?: number, says?: string[], answers?: number, told?: string, island?: string, map?: string, error?: string,
 * puzzle?: {id: string, kind: string, level: number, minutes: number}}} Judged */

/** @type {{words: Record<string, string>, island: string}} */
const data = JSON.parse(byId("data").textContent ?? "");
const lang = document.documentElement.lang, KINDS = ["hut", "palm", "statue"], DRAFT = "tobago-draft", MADE = "tobago-made", WAIT = 350;
const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
let island = data.island, map = newMap(null), tool = KINDS[0], asking = false, again = false;
/** @type {number | undefined} */
let timer;

/** @param {string | null} svg */
function newMap(svg) {
  const found = new HexMap(byId("map"), svg, { words: /** @type {any} */ (data.words) });
  found.addEventListener("select", (event) => {
    const name = /** @type {CustomEvent<string | null>} */ (event).detail;
    found.select(null, true);
    if (name) put(name);
  });
  return found;
}

/** The line that names the hexes of a kind of landmarks: which one it is, or -1, and the hexes. @param {string} kind */
function known(kind) {
  const rows = text.value.split("\n"), hexes = new RegExp(`^\\s*${kind}s\\s*:\\s*((?:[a-z]+\\d+[\\s,]*)+)(#.*)?$`, "i");
  const at = rows.findIndex((row) => hexes.test(row));
  return { rows, at, names: at < 0 ? [] : (hexes.exec(rows[at])?.[1] ?? "").split(/[\s,]+/).filter(Boolean) };
}

/** Put a landmark on a hex, or take it away; one of another kind that stands there goes. @param {string} name */
function put(name) {
  for (const kind of KINDS) {
    const { rows, at, names } = known(kind), stands = names.includes(name);
    if (!stands && kind !== tool) continue;
    const left = stands ? names.filter((one) => one !== name) : [...names, name].sort();
    const row = left.length ? [`${kind}s: ${left.join(", ")}`] : [];
    rows.splice(at < 0 ? headOf(rows) : at, at < 0 ? 0 : 1, ...row);
    text.value = rows.join("\n");
  }
  changed();
}

/** Where a new line about landmarks goes: behind the first line that says kind or island. @param {string[]} rows */
function headOf(rows) {
  return rows.findLastIndex((row) => /^\s*(kind|island)\s*:/i.test(row)) + 1;
}

/** Show the landmarks, keep the draft, and let it be judged when nothing more is typed. */
function changed() {
  keep(DRAFT, JSON.stringify({ text: text.value }));
  show();
  clearTimeout(timer);
  timer = setTimeout(judge, WAIT);
}

function show() {
  for (const kind of KINDS) {
    const { names } = known(kind);
    for (const at of map.names) map.piece(`${kind} ${at}`, names.includes(at) ? at : null, () => sign(kind));
  }
  for (const button of having("tool")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
}

/** @param {string} kind */
function sign(kind) {
  return drawn("g", { transform: "scale(.76)" }, drawn("circle", { r: "25", class: "badge" }), drawn("use", { href: `#landmark-${kind}`, class: kind }));
}

/** Ask one thing at a time; when more was typed meanwhile, that comes next. */
async function judge() {
  if (asking) return void (again = true);
  asking = true;
  again = false;
  byId("said").setAttribute("aria-busy", "true");
  /** @type {Judged} */
  let found;
  try {
    const body = JSON.stringify({ text: text.value, shown: island });
    found = await (await fetch(`judge?lang=${lang}`, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
  } catch {
    found = { fault: data.words.offline };
  }
  asking = false;
  if (again) return judge();
  if (found.map) {
    island = found.island ?? "";
    map = newMap(found.map);
    show();
  }
  tell(found);
}

/** @param {Judged} found */
function tell({ fault, error, told, answers, says = [], puzzle }) {
  const said = byId("said"), link = /** @type {HTMLAnchorElement} */ (byId("solve"));
  said.removeAttribute("aria-busy");
  said.textContent = fault ?? error ?? told ?? "";
  said.className = `said ${fault || error ? "" : answers === 1 ? "good" : "bad"}`;
  if (!fault && !error) byId("says").replaceChildren(...says.map((one) => make("li", {}, one)));
  link.hidden = !puzzle;
  if (!puzzle) return;
  link.href = `${puzzle.id}?lang=${lang}`;
  link.onclick = () => {
    const { all } = object(kept(MADE));
    keep(MADE, JSON.stringify({ all: [puzzle, ...(Array.isArray(all) ? all : []).filter(({ id }) => id !== puzzle.id)] }));
  };
}

const before = object(kept(DRAFT)).text;
if (typeof before === "string" && before.trim()) text.value = before;
text.addEventListener("input", changed);
for (const button of having("tool")) button.addEventListener("click", () => {
  tool = button.dataset.tool ?? tool;
  show();
});
byId("add").addEventListener("click", () => {
  const [colour, clue] = ["colour", "clue"].map((id) => /** @type {HTMLSelectElement} */ (byId(id)).value);
  text.value = `${text.value.trimEnd()}\n${colour}: ${clue}\n`;
  text.scrollTop = text.scrollHeight;
  changed();
});
switchable(byId("theme"));
show();
judge();
