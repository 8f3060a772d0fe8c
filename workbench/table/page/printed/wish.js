// What one wants and others have to agree to: to take something back, to finish the evening, to play on.
import { button, make } from "./dom.js";

/** @import { Wish } from "./board.js" */
/** @import { App } from "./table.js" */

export class Wishes {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.node = make("div", { class: "wishes" });
    this.shown = "";
    this.withdrawn = false; // an own one
  }

  /** Show what is asked, with the answers of who is asked. @param {Wish | null} wish @param {string | null} me @param {(colour: string) => string} name @param {string} sentence */
  show(wish, me, name, sentence) {
    const now = wish ? JSON.stringify([wish, sentence]) : "";
    if (now === this.shown) return; // what has the focus stays
    this.shown = now;
    this.node.replaceChildren(...(wish ? [this.#asked(wish, me, name, sentence)] : []));
  }

  /** @param {Wish} wish @param {string | null} me @param {(colour: string) => string} name @param {string} sentence */
  #asked({ by, wait }, me, name, sentence) {
    const { say } = this.app, box = make("div", { class: "asked", role: "alert" }, make("p", { class: "grow" }, sentence));
    /** @param {string} line @param {string} kind @param {string} words @param {boolean} [withdrawn] */
    const answer = (line, kind, words, withdrawn = false) => button(kind, () => {
      this.withdrawn = withdrawn;
      void this.app.act(line);
    }, words);
    if (me && wait.includes(me)) box.append(answer("agree", "btn main", say("play.agree")), answer("disagree", "btn", say("play.disagree")));
    else {
      box.append(make("small", { class: "muted grow" }, say("play.back_waits", { wait: wait.map(name).join(say("comma")) })));
      if (by === me) box.append(answer("disagree", "btn", say("cancel"), true));
    }
    return box;
  }

  /** Say that an own wish was refused, unless one gave it up oneself. @param {Wish} wish @param {string | null} me @param {(colour: string) => string} name */
  refused({ to, by, wait }, me, name) {
    const { withdrawn, app: { say } } = this, what = to === null ? "finish" : "back";
    this.withdrawn = false;
    if (by !== me || withdrawn) return;
    this.app.toast(wait.length === 1 ? say(`play.${what}_refused`, { player: name(wait[0]) }) : say(`play.${what}_refused_by_some`));
  }
}
