// Many actions as few buttons: those of a kind are one, which opens, and then those that begin with the same word.

/**
 * @typedef {object} Action  what can be done
 * @property {string} do  in notation, as it is sent
 * @property {string} label  what it is called
 * @property {string} sort  its kind
 * @property {string[]} places
 * @property {"" | "button" | "completes" | "set" | "whole" | "pad"} way  how it is chosen: see `Way` of the scenes
 * @property {string} [short]  what its key of a pad says
 * @property {boolean} [gone]  whether it is known not to be
 * @property {string} group  with which others it is offered behind one button; empty: at once
 */
/** @typedef {{words: string, actions: Action[]}} Choice  an action, or several under the words with which they begin; in a
 * group that is open without the words that all share */

const AT_FIRST = 8; // actions that are shown one by one before a group was opened
const IN_GROUP = 24;

/**
 * Actions one by one, or in groups; `opened` are those of a group that was opened, without the words that all share.
 * @param {Action[]} actions @param {Action[]} opened @param {boolean} whole  with these words, where nobody opened it
 * @returns {Choice[]}
 */
export function grouped(actions, opened = [], whole = false) {
  const found = opened.length ? actions.filter((one) => opened.some((other) => other.do === one.do)) : actions;
  const common = opened.length > 1 ? begun(found) : "", rest = (/** @type {string} */ label) => (label.startsWith(common) && label.slice(common.length).trim()) || label;
  const said = whole ? (/** @type {string} */ label) => label : rest;
  if (found.length <= (opened.length ? IN_GROUP : AT_FIRST)) return found.map((one) => ({ words: said(one.label), actions: [one] }));
  const groups = parted(found, (one) => (opened.length ? wordsOf(rest(one.label))[0] : one.sort));
  if (groups.length === 1 && !opened.length) return grouped(found, found, true);
  return groups.map((all) => ({ words: said(begun(all)), actions: all }));
}

/** @param {Action[]} actions @param {(one: Action) => string} by */
function parted(actions, by) {
  /** @type {Map<string, Action[]>} */
  const groups = new Map();
  for (const one of actions) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return [...groups.values()];
}

/** The words with which all labels begin; the first label where they share none. @param {Action[]} actions */
export function begun(actions) {
  const [first, ...others] = actions.map((one) => wordsOf(one.label));
  const same = first.findIndex((word, at) => others.some((other) => other[at] !== word));
  return (same > 0 ? first.slice(0, same) : first).join(" ");
}

/** The words of a label; a name or an id, which may hold blanks, is one with what stands beside it. @param {string} label */
function wordsOf(label) {
  return label.match(/(?:\u2068[^\u2069]*\u2069|[^ \u2068])+/gu) ?? [label];
}
