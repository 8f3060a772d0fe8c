// The end of a puzzle: a sheet with its time, what was found, signs to share that give nothing away, and the next one.
import { button, make } from "./dom.js";

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */
/** @typedef {{time: string, found: string, hints: number, signs: string, id: string}} How */

/** A sign for each card: hollow ones for hints, and a treasure. @param {number} hints @param {number} count */
export function signsOf(hints, count) {
  const hollow = Math.min(hints, count);
  return `${"□".repeat(hollow)}${"■".repeat(count - hollow)}◆`;
}

/** What people send each other: which puzzle, how long it took, the signs; and the address, if there is one for others.
 * @param {How} how */
function message({ time, signs, id }) {
  const title = document.querySelector("h1")?.innerText.replace(/\s*\n\s*/g, " · ") ?? "";
  const link = location.protocol.startsWith("http") ? [`${location.href.split("#")[0]}#${id}`] : [];
  return [title, `${time} ${signs}`, ...link].join("\n");
}

/** Show the end; the next puzzle is where the list of the site says, if the page has one. @param {Say} say @param {How} how */
export function celebrate(say, how) {
  const close = button("icon", () => sheet.close(), "✕"), heading = make("h2", { id: "end" }, say("end.title"));
  close.setAttribute("aria-label", say("end.close"));
  const told = make("p", { class: "told", role: "status" }), text = /** @type {HTMLTextAreaElement} */ (
    make("textarea", { readonly: "", rows: "3", "aria-label": say("end.share"), hidden: "" }));
  const share = button("main-act plain", async () => {
    text.value = message(how);
    try {
      await navigator.clipboard.writeText(text.value);
      told.textContent = say("end.copied");
    } catch {
      told.textContent = say("end.by_hand");
      text.hidden = false;
      text.focus();
      text.select();
    }
  }, say("end.share"));
  const home = document.getElementById("home");
  const next = home instanceof HTMLAnchorElement
    ? [make("a", { class: "main-act", href: `${home.href.split("#")[0]}#next-${how.id}` }, say("end.next"))] : [];
  const sheet = /** @type {HTMLDialogElement} */ (make("dialog", { class: "end", "aria-labelledby": "end" },
    make("header", {}, heading, close),
    make("p", { class: "stars", "aria-hidden": "true" }, ...["★", "★", "★"].map((star) => make("i", {}, star))),
    make("p", { class: "time" }, how.time),
    make("p", {}, `${how.found} ${say("end.hints", { number: how.hints })}`),
    make("p", { class: "signs", dir: "ltr", "aria-hidden": "true" }, how.signs),
    told, text, make("div", { class: "acts" }, share, ...next)));
  (next[0] ?? share).setAttribute("autofocus", "");
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
