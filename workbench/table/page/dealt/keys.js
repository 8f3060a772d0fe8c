// Keys on a stage: the Tab key meets one ring, arrow keys lead from it to the others and to what else is .led, such as what
// tells more; in the order of reading to the sides, to the nearest one up and down.
const MET = "[data-place]:is(.can, .on), .led";
const MARGIN = 8; // px, of a ring

/** Let arrow keys lead among what can be chosen; Enter on what is chosen does what `confirm` finds to be done, as in a form.
 * @param {HTMLElement} host @param {() => HTMLElement | null} confirm */
export function ledByKeys(host, confirm) {
  host.addEventListener("keydown", (event) => {
    const { key, target } = event, turn = TURNS[key];
    if (!(target instanceof HTMLElement) || !target.matches(MET) || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = met(host), to = turn?.(all, target), done = key === "Enter" && target.ariaPressed === "true" && confirm();
    if (turn || done) event.preventDefault(); // nothing is to scroll but what comes into sight
    if (to) lead(all, to);
    if (done) done.click();
  });
}

/** Let a key that is held down press nothing again: what was chosen by it would be done at once. @param {HTMLElement} host */
export function pressedOnce(host) {
  host.addEventListener("keydown", (event) => {
    if (!event.repeat || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Let the Tab key meet one ring: the one that has the focus, or the first. @param {HTMLElement} host */
export function metOnce(host) {
  const all = met(host), held = all.find((one) => one === document.activeElement) ?? all.find((one) => one.matches(".can, .on")) ?? all[0];
  for (const one of all) one.tabIndex = one === held ? 0 : -1;
}

/** @type {Partial<Record<string, (all: HTMLElement[], from: HTMLElement) => HTMLElement | undefined>>} */
const TURNS = {
  ArrowRight: (all, from) => beside(all, from, reversed(from) ? -1 : 1),
  ArrowLeft: (all, from) => beside(all, from, reversed(from) ? 1 : -1),
  ArrowDown: (all, from) => nearest(all, from, 1),
  ArrowUp: (all, from) => nearest(all, from, -1),
  Home: (all) => all[0],
  End: (all) => all.at(-1),
};

/** @param {HTMLElement} host @returns {HTMLElement[]} */
function met(host) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll(MET));
  return [...all].filter((one) => one.checkVisibility());
}

/** @param {HTMLElement[]} all @param {HTMLElement} to */
function lead(all, to) {
  for (const one of all) one.tabIndex = one === to ? 0 : -1;
  to.focus();
  to.scrollIntoView({ block: "nearest", inline: "nearest" });
  const own = to.closest(".zone.own") ? null : document.querySelector(".zone.own");
  if (!own || getComputedStyle(own).position !== "sticky") return;
  const below = to.getBoundingClientRect().bottom - own.getBoundingClientRect().top;
  if (below > 0) own.parentElement?.scrollBy({ top: below + MARGIN }); // what is one's own lies over it
}

/** @param {HTMLElement} node */
function reversed(node) {
  return getComputedStyle(node).direction === "rtl";
}

/** @param {HTMLElement[]} all @param {HTMLElement} from @param {number} step */
function beside(all, from, step) {
  return all[(all.indexOf(from) + step + all.length) % all.length];
}

/** The nearest one below or above; what stands to the side is taken to be farther. @param {HTMLElement[]} all @param {HTMLElement} from @param {1 | -1} way */
function nearest(all, from, way) {
  const [x, y] = middle(from);
  const far = (/** @type {HTMLElement} */ one) => {
    const [ox, oy] = middle(one), down = (oy - y) * way;
    return down > from.offsetHeight / 4 ? down + 2 * Math.abs(ox - x) : Infinity;
  };
  const best = Math.min(...all.map(far));
  return best < Infinity ? all.find((one) => far(one) === best) : undefined;
}

/** @param {HTMLElement} node */
function middle(node) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}
