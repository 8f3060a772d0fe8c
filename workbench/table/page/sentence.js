// What the table says: in every sentence the number of a rule is a button that opens what the rule says.
import { button, make } from "./dom.js";

/** @import { App } from "./table.js" */
/** @typedef {{number: string, heading: string, text: string, marks: Record<string, string>}} Rule  `marks` in the text, with what they mean */

const CITED = /([([«“\u2068]*)(?<![\w-])([A-Z]-[0-9]+[a-z]?)(?![\w-])([)\]»”.,،;؛:\u2069]*)/; // with what no line may end between

/** A sentence as it stands on the page; more than one node where it names a rule.
 * @param {App} app @param {string} text @param {(number: string) => void} [open] @returns {(Node | string)[]} */
export function sentence(app, text, open = (number) => void openRules(app, number)) {
  const parts = text.split(CITED), said = /** @type {(Node | string)[]} */ (parts.slice(0, 1));
  for (let i = 1; i < parts.length; i += 4) {
    const [before, number, after, rest] = parts.slice(i), link = button("rule-link", () => open(number), number);
    link.dir = "ltr";
    link.setAttribute("aria-label", app.say("common.open_rule", { rule: `\u2066${number}\u2069` }));
    said.push(make("span", { class: "rule-at" }, before, link, after), rest);
  }
  return said;
}

/** Show a rule on a sheet; those that are cited there come below it. @param {App} app @param {string} number */
async function openRules(app, number) {
  const body = make("div"), find = (/** @type {string} */ one) => /** @type {HTMLElement | null} */ (body.querySelector(`[data-rule="${one}"]`));
  /** @param {string} one */
  const add = async (one) => {
    const found = find(one) ? null : await app.ask(`rules?number=${one}`);
    for (const rule of /** @type {Rule[]} */ (found?.rules ?? [])) if (!find(rule.number)) body.append(told(app, rule, (next) => void show(next)));
  };
  /** @param {string} one */
  const show = async (one) => {
    await add(one);
    find(one)?.focus();
  };
  await add(number);
  if (!body.hasChildNodes() || document.querySelector("dialog.rules")) return; // the second of two quick taps
  /** @type {HTMLElement} */ (find(number)).autofocus = true;
  app.sheet({ title: app.say("common.rules"), kind: "rules" }, body);
}

/** @param {App} app @param {Rule} rule @param {(number: string) => void} open */
function told(app, { number, heading, text, marks }, open) {
  const lines = text.split("\n").map((line) => make("p", {}, ...sentence(app, line, open)));
  const meant = Object.entries(marks).map(([mark, meaning]) => make("p", { class: "muted small" }, `[${mark}] ${meaning}`));
  const head = make("h3", {}, make("bdi", { dir: "ltr" }, number), ` · ${heading}`);
  return make("article", { class: "rule stack", tabindex: "-1", "data-rule": number, "aria-label": `${number} ${heading}` }, head, ...lines, ...meant);
}
