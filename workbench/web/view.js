// Where one looks: pan and zoom by a transform of the stage, which is moved as one layer and drawn crisp at rest.

import { button, make } from "./dom.js";

const MOST = 5; // times the picture as it is laid out
const REST = 160, EASE = 320; // ms
const FILL = 0.85; // of the window
const EDGE = 16; // px around what is brought into the window
const STEP = 1.5; // times, of a button or a key

export class View {
  /**
   * @param {HTMLElement} host @param {HTMLElement} stage  as large as the window, or larger: then one looks at a part
   * @param {() => void} [seen]  told when it is of another size, and rests
   */
  constructor(host, stage, seen = () => {}) {
    this.host = host;
    this.stage = stage;
    this.seen = seen;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.drawing = 0; // the frame that is asked for
    this.size = [0, 0]; // of the window, not yet known
    new ResizeObserver(() => this.#resized()).observe(host); // such as when a phone is turned
  }

  /** Whether there is more than one sees. */
  get zoomed() {
    const { offsetWidth, offsetHeight } = this.stage, { clientWidth, clientHeight } = this.host;
    return Math.max((offsetWidth * this.scale) / clientWidth, (offsetHeight * this.scale) / clientHeight) > 1.05;
  }

  /** Zoom around a point of the window, by default the middle. @param {number} factor @param {number} [clientX] @param {number} [clientY] */
  zoom(factor, clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    const x = (clientX ?? box.left + box.width / 2) - box.left, y = (clientY ?? box.top + box.height / 2) - box.top;
    const { clientWidth, clientHeight } = this.host;
    const whole = Math.min(1, clientWidth / this.stage.offsetWidth, clientHeight / this.stage.offsetHeight);
    const scale = Math.min(Math.max(this.scale * factor, whole), MOST), by = scale / this.scale;
    this.#place(scale, x - (x - this.x) * by, y - (y - this.y) * by);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#place(this.scale, this.x + dx, this.y + dy);
  }

  fit() {
    this.#ease(1, 0, 0);
  }

  /** Bring something of the stage into the window. @param {DOMRect} box  where it is now */
  reveal(box) {
    const window = this.host.getBoundingClientRect();
    /** @type {(from: number, to: number, least: number, most: number) => number} */
    const by = (from, to, least, most) => (from < least ? least - from : to > most ? Math.max(most - to, least - from) : 0);
    const dx = by(box.left, box.right, window.left + EDGE, window.right - EDGE);
    const dy = by(box.top, box.bottom, window.top + EDGE, window.bottom - EDGE);
    if (dx || dy) this.pan(dx, dy);
  }

  /** Let something of the stage fill the window. @param {{left: number, top: number, right: number, bottom: number}} box  where it is now */
  frame({ left, top, right, bottom }) {
    const window = this.host.getBoundingClientRect();
    const by = Math.min((FILL * window.width) / (right - left), (FILL * window.height) / (bottom - top), MOST / this.scale);
    const x = (left + right) / 2 - window.left - this.x, y = (top + bottom) / 2 - window.top - this.y;
    this.#ease(this.scale * by, window.width / 2 - x * by, window.height / 2 - y * by);
  }

  /** Buttons to zoom, for who has no fingers. @param {(key: string) => string} say  their words @returns {HTMLElement} their bar */
  buttons(say) {
    const bar = make("div", { class: "hexmap-zoom" });
    /** @type {[string, string, () => void][]} */
    const acts = [
      ["+", say("zoom_in"), () => this.zoom(STEP)],
      ["−", say("zoom_out"), () => this.zoom(1 / STEP)],
      ["⤢", say("fit"), () => this.fit()],
    ];
    for (const [sign, name, act] of acts) {
      const press = button("", act, sign);
      press.setAttribute("aria-label", name);
      bar.append(press);
    }
    this.host.append(bar);
    return bar;
  }

  /** Keep the point in the middle of the window there, as far as the picture reaches. */
  #resized() {
    const [width, height] = this.size, { clientWidth, clientHeight } = this.host;
    this.size = [clientWidth, clientHeight];
    if (!width || !height) return this.seen();
    this.#place(this.scale, (this.x * clientWidth) / width, (this.y * clientHeight) / height);
  }

  /** @param {number} scale @param {number} x @param {number} y */
  #ease(scale, x, y) {
    this.stage.classList.add("easing");
    this.#place(scale, x, y, EASE);
    setTimeout(() => this.stage.classList.remove("easing"), EASE);
  }

  /** @param {number} scale @param {number} x @param {number} y @param {number} [rest]  ms until it rests */
  #place(scale, x, y, rest = REST) {
    const { clientWidth, clientHeight } = this.host, { offsetWidth, offsetHeight } = this.stage;
    this.scale = scale;
    this.x = within(x, clientWidth - offsetWidth * scale);
    this.y = within(y, clientHeight - offsetHeight * scale);
    if (!this.drawing) this.drawing = requestAnimationFrame(() => this.#draw());
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#rest(), rest);
  }

  /** Written once a frame: written at each event, its sizes read by the next would lay the page out again. */
  #draw() {
    this.drawing = 0;
    this.stage.style.willChange = "transform"; // the layer is moved as it is, not drawn anew
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** Draw crisp what was moved; what comes with nearness is drawn in the same go, for each costs some frames. */
  #rest() {
    if (this.drawing) this.#draw();
    this.stage.style.willChange = "auto";
    this.host.style.setProperty("--zoom", String(this.scale)); // for lines that stay as thin as they are
    this.host.classList.toggle("zoomed", this.zoomed);
    this.seen();
  }
}

/** Where a side begins that leaves some room: in the middle, or without room so that no gap opens. @param {number} at @param {number} room */
function within(at, room) {
  return room >= 0 ? room / 2 : Math.min(Math.max(at, room), 0);
}
