// The table as the server tells it: its state by Server-Sent Events; requests that are sent until they are answered.
// What is done has an id, so that it is not done twice when an answer was lost.

/** @typedef {{seat: number, name: string | null, colour: string | null, phone: boolean, bot: string | null, writes?: boolean}} Seat  `writes`: notes the game */
/** @typedef {{seat: number, name: string, wait: number[]}} Ask  for which seat, and which seats have not said yes */
/**
 * @typedef {object} View  what the server tells this phone; `setup` or `table` is what its screen knows
 * @property {number} seq
 * @property {"dealt" | "printed" | "noted"} kind
 * @property {string} game
 * @property {string} title
 * @property {boolean} advice  whether the table gives advice
 * @property {"setup" | "play" | "over"} phase
 * @property {number | null} you
 * @property {boolean} host
 * @property {number[]} frees  the seats that this phone may free
 * @property {Ask[]} asks  who wants to sit down in a game that has begun
 * @property {boolean} read_only
 * @property {string} url
 * @property {boolean} lan
 * @property {Seat[]} seats
 * @property {string} note
 * @property {any} [setup]
 * @property {any} [table]
 */
/** @typedef {{for?: string, text?: string}} More  for which seat, and a text such as that of a file */

const RETRIES = [300, 1000, 2000, 4000, 8000]; // ms before a request is sent again
const PATIENCE = 8000; // ms for an answer
const AGAIN = 2000; // ms before what must come at last is tried anew
const BLINK = 1500; // ms that the connection may be gone unsaid
const REST = 700; // ms before what is still reckoned is asked for again
const ECHO = 1000; // ms that the stream may take to tell what was just done

/** Refused by the server, with its reason; of status 0 when the server did not answer. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Events: `view` (a newer state in `view`), `connection` (`lost` has changed), `sending` (something was asked, or
 * answered), `stale` (somebody was faster), `busy` (something was not done, for what was done before is still on its way).
 */
export class Client extends EventTarget {
  constructor() {
    super();
    /** @type {View | null} */
    this.view = null;
    this.lost = false;
    this.doing = ""; // what is on its way
    this.wish = unique(); // for a seat: the same until there is an answer, which brings the seat's secret
    this.sending = 0; // requests without an answer
    this.notation = false; // whether the game is told in the notation of records
    /** @type {EventSource | null} */
    this.stream = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.worrying = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.reopening = undefined;
  }

  /** Follow the table, also after the phone was locked: a stream may be dead by then without knowing it. */
  connect() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.open()));
    addEventListener("pageshow", (event) => event.persisted && this.open());
    addEventListener("pagehide", () => this.#close());
    addEventListener("online", () => this.open());
    this.open();
  }

  /**
   * Do something at the table: one line, or several of one run. False when somebody was faster, or something is
   * still on its way; `Refusal` otherwise.
   * @param {string | string[]} lines @param {More} [more] @returns {Promise<boolean>}
   */
  async act(lines, more = {}) {
    if (!this.view) return false;
    const wish = JSON.stringify([lines, more]);
    if (this.doing) {
      if (wish !== this.doing) this.dispatchEvent(new Event("busy")); // else the second of two quick taps
      return false;
    }
    this.doing = wish;
    try {
      const body = { id: unique(), expect: this.view.seq, do: lines, ...more };
      const { seq } = await this.#sent("do", body);
      await this.#reached(seq);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return false;
      throw error;
    } finally {
      this.doing = "";
    }
  }

  /** What would be open after some actions of a run; nothing is kept. @param {string[]} lines @returns {Promise<any>} */
  async try(lines) {
    return this.#sent("try", { expect: this.view?.seq, do: lines });
  }

  /** Take a seat, or ask for it; the cookie that it brings changes what this phone sees. @param {number} seat @param {string} name */
  async sit(seat, name) {
    this.#take(await this.#sent("seat", { id: this.wish, seat, name }), true);
    this.wish = unique();
    this.open();
  }

  /** Say whether somebody may sit down. @param {Ask} ask @param {boolean} yes */
  async answer({ seat, name }, yes) {
    this.#take(await this.#sent("answer", { seat, name, yes }));
  }

  /** Leave the seat, or ask for one no more. */
  async rise() {
    this.#take(await this.#sent("leave", {}), true);
    this.open();
  }

  /** What a GET answers in words, or in notation; if it is reckoned first, once that is done, or null when it is not wanted
   * any more. @param {string} what @param {() => boolean} [wanted] @returns {Promise<any>} */
  async ask(what, wanted = () => true) {
    for (;;) {
      const found = await this.#sent(this.#told(what));
      if (!found.reckoning) return found;
      await pause(REST);
      if (!wanted()) return null;
    }
  }

  /** What a GET answers. @param {string} what @returns {Promise<any>} */
  async fetch(what) {
    return this.#sent(what);
  }

  /** What a GET answers, however long that takes: what nothing can be shown without. @param {string} what @returns {Promise<any>} */
  async needed(what) {
    for (;;) {
      try {
        return await this.fetch(what);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await pause(AGAIN);
      }
    }
  }

  /** Ask until there is an answer; with a body it is a post. @param {string} what @param {object} [body] */
  async #sent(what, body) {
    const text = body && JSON.stringify(body);
    this.#sending(1);
    try {
      for (let tries = 0; ; tries++) {
        try {
          return await this.#once(what, text);
        } catch (error) {
          if (!(error instanceof Refusal) || error.status || tries >= RETRIES.length) throw error;
          if (!tries && this.stream) this.open(); // it may be dead without knowing it
          this.#worry();
          await pause(RETRIES[tries]);
        }
      }
    } finally {
      this.#sending(-1);
    }
  }

  /** @param {string} what @param {string} [body] */
  async #once(what, body) {
    const post = { method: "POST", headers: { "content-type": "application/json" }, body };
    const { answer, found } = await answered(body === undefined ? what : this.#told(what), body === undefined ? {} : post);
    if (answer.ok) return found;
    if (answer.status === 409) {
      if (found.view) this.#take(found.view);
      this.dispatchEvent(new CustomEvent("stale", { detail: found.error }));
    }
    throw new Refusal(found.error, answer.status);
  }

  /** Wait until the state is as new as that; if the stream is silent, ask. What was done stays done when there is no
   * answer: the stream tells it when it is back. @param {number} seq */
  async #reached(seq) {
    const begun = performance.now(), behind = () => (this.view?.seq ?? 0) < seq;
    while (behind() && performance.now() - begun < ECHO) await pause(15);
    if (behind()) await this.#once(this.#told("state")).then((view) => this.#take(view), () => this.#worry());
  }

  /** Open the stream anew: it tells the whole state at once. */
  open() {
    this.#close();
    if (document.hidden) return;
    const stream = new EventSource(this.#told("events"));
    this.stream = stream;
    stream.addEventListener("open", () => this.#lose(false));
    stream.addEventListener("message", (event) => {
      this.#lose(false);
      this.#take(JSON.parse(event.data), true);
    });
    stream.addEventListener("error", () => {
      this.#worry();
      if (stream.readyState !== EventSource.CLOSED) return; // it opens again by itself, with the last id
      clearTimeout(this.reopening);
      this.reopening = setTimeout(() => this.open(), AGAIN);
    });
  }

  /** The address of what the table tells in words, or in notation. @param {string} what */
  #told(what) {
    return `${what}${what.includes("?") ? "&" : "?"}lang=${document.documentElement.lang}${this.notation ? "&speech=notation" : ""}`;
  }

  #close() {
    clearTimeout(this.reopening);
    this.stream?.close();
    this.stream = null;
  }

  /** Take over a state; the stream's is always the newest, an answer's may be older. @param {View} view */
  #take(view, newest = false) {
    if (!newest && this.view && view.seq < this.view.seq) return;
    this.view = view;
    this.dispatchEvent(new CustomEvent("view", { detail: view }));
  }

  /** Something failed; what fails again until the blink is over does not begin it anew. */
  #worry() {
    this.worrying ??= setTimeout(() => this.#lose(this.stream?.readyState !== EventSource.OPEN), BLINK);
  }

  /** @param {number} more */
  #sending(more) {
    this.sending += more;
    this.dispatchEvent(new CustomEvent("sending"));
  }

  /** @param {boolean} lost */
  #lose(lost) {
    clearTimeout(this.worrying);
    this.worrying = undefined;
    if (lost === this.lost) return;
    this.lost = lost;
    this.dispatchEvent(new CustomEvent("connection"));
  }
}

/** The table's answer, and what it says; another one, such as the page of a network that wants a login, is none.
 * @param {string} what @param {RequestInit} init */
async function answered(what, init) {
  try {
    const answer = await fetch(what, { ...init, signal: AbortSignal.timeout(PATIENCE) });
    return { answer, found: await answer.json() };
  } catch {
    throw new Refusal("no answer", 0);
  }
}

/** A name that nobody guesses. */
function unique() {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** @param {number} ms @returns {Promise<void>} */
function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
