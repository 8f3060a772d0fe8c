// Who sits where: take a seat, look on, seat somebody without a phone, free a seat, start; and how phones come here.
import { button, make } from "./dom.js";
import { icon, sketch } from "./icons.js";
import { toggle } from "./sheet.js";

/** @import { Ask, Seat, View } from "./client.js" */
/** @import { App } from "./table.js" */

export class Join {
  /** @param {HTMLElement} host @param {App} app */
  constructor(host, app) {
    this.app = app;
    this.list = make("ol", { class: "seats" });
    this.acts = make("div", { class: "stack" });
    this.scan = make("section", { class: "card-box scan" });
    this.shown = "";
    host.append(make("div", { class: "join" },
      this.scan,
      make("section", { class: "stack" }, make("h2", {}, app.say("join.seats")), this.list, this.acts),
    ));
  }

  /** @param {View} view */
  show(view) {
    this.app.title(this.app.say("join.title"));
    const now = JSON.stringify([view.seats, view.you, view.host, view.frees, view.asks, this.app.own, view.phase, view.advice, view.url, view.lan, view.read_only]);
    if (now === this.shown) return; // what has the focus stays
    const switched = document.activeElement?.matches(".switch");
    this.shown = now;
    this.list.replaceChildren(...view.seats.map((seat) => make("li", {}, this.#seat(seat, view))));
    this.acts.replaceChildren(...this.#acts(view));
    const again = switched && this.acts.querySelector(".switch");
    if (again instanceof HTMLElement) again.focus();
    this.#showScan(view);
  }

  leave() {}

  /** @param {Seat} seat @param {View} view */
  #seat(seat, view) {
    const { say } = this.app, mine = seat.seat === view.you, taken = !free(seat, view);
    const colour = seat.colour ? `p-${seat.colour}` : "", called = this.app.seat(seat);
    const open = !view.read_only && (view.you === null || absent(view)), ask = view.asks.find((one) => one.seat === seat.seat);
    if (!taken && open && (!ask || this.app.left(seat.seat))) {
      const words = make("span", { class: "grow" }, make("b", {}, make("bdi", {}, seat.name ?? called)), make("small", {}, say(seat.writes ? "join.writes" : "join.free")));
      return button(`seat ${colour}`, () => this.#ask(seat), this.#figure(seat, seat.name), words, sketch("plus"));
    }
    const who = ask?.name ?? seat.name, name = who ?? seat.bot ?? called;
    const lines = [name === called ? "" : called, seat.writes ? say("join.writes") : "", mine ? say("join.you") : seat.bot ? say("join.bot") : ask ? this.#waits(ask, view) : !taken ? say("join.free") : seat.phone ? "" : say("join.no_phone")];
    const node = make("div", { class: `seat ${colour} ${mine ? "mine" : ""}` },
      this.#figure(seat, who),
      make("span", { class: "grow" }, make("b", {}, make("bdi", {}, name)), make("small", {}, lines.filter(Boolean).join(" · "))),
    );
    if (mine) node.append(button("btn quiet", () => this.#leave(view), say("join.leave")));
    else if (ask) node.append(...(ask.name === this.app.own?.name ? [button("btn quiet", () => this.app.rise(), say("cancel"))] : []));
    else if (seat.phone ? view.frees.includes(seat.seat) : view.host && seat.bot === null && taken) node.append(icon("close", say("join.free_seat", { name }), () => this.#free(seat)));
    return node;
  }

  /** The first letter of who sits there, or the number of the seat. @param {Seat} seat @param {string | null} who */
  #figure({ seat }, who) {
    return make("span", { class: "figure", "aria-hidden": "true" }, who ? [...who][0].toUpperCase() : this.app.number(seat + 1));
  }

  /** Whose yes somebody waits for. @param {Ask} ask @param {View} view */
  #waits({ wait }, { seats }) {
    const names = seats.filter(({ seat }) => wait.includes(seat)).map(({ name }) => name);
    return this.app.say("join.waits", { wait: names.join(this.app.say("comma")) });
  }

  /** @param {View} view */
  #leave({ phase }) {
    const { say } = this.app;
    this.app.sure(say("join.leave_title"), say(phase === "setup" ? "join.leave_sure" : "join.leave_sure_begun"), say("join.leave"), () => void this.app.rise());
  }

  /** @param {View} view */
  #acts(view) {
    const { say } = this.app, acts = [];
    if (view.you !== null && view.phase === "setup" && view.kind !== "printed") {
      if (view.host && view.kind === "dealt") acts.push(button("btn main wide", () => this.app.act("begin"), say("join.start")));
      else acts.push(make("p", { class: "muted", role: "status" }, say("join.waiting")));
    } else if (view.you !== null) acts.push(button("btn main wide", () => this.app.seats(false), say("join.go_on")));
    if (view.kind !== "printed" && view.host && !view.read_only) acts.push(advising(this.app));
    else if (view.advice) acts.push(make("p", { class: "muted" }, say("game.advice_on")));
    if (view.you === null) acts.push(button("btn quiet wide", () => this.app.watch(), say("join.watch")));
    return acts;
  }

  /** @param {View} view */
  #showScan(view) {
    const { say } = this.app;
    const address = make("code", {}, view.url), note = (/** @type {string} */ text) => make("p", { class: "muted small" }, text);
    if (!view.lan) return this.scan.replaceChildren(make("h2", {}, say("join.address")), address, note(say("join.this_machine")));
    const picture = make("img", { class: "qr", src: "qr.svg", alt: say("join.qr") });
    this.scan.replaceChildren(make("h2", {}, say("join.scan")), picture, make("p", { class: "muted" }, say("join.or_open")), address, view.url.startsWith("https:") ? "" : note(say("join.same_network")));
  }

  /** Ask for the name of who takes a seat. @param {Seat} seat */
  #ask(seat) {
    const { say } = this.app, view = this.app.view;
    const field = /** @type {HTMLInputElement} */ (make("input", { class: "field", maxlength: "24", autocomplete: "nickname", enterkeyhint: "done", autofocus: "", required: "" }));
    field.value = seat.name ?? (view.you === null ? this.app.name : "");
    const form = make("form", { class: "stack", id: "who" }, make("label", { class: "stack" }, say("join.name"), field));
    const asks = view.phase !== "setup" && view.seats.some(({ phone }) => phone) && !this.app.left(seat.seat);
    const sit = make("button", { class: "btn main", form: "who" }, say(view.you !== null ? "join.add_absent" : asks ? "join.ask" : "join.sit"));
    if (asks) form.append(make("p", { class: "muted small" }, say("join.ask_note")));
    const sheet = this.app.sheet({ title: say("join.take"), foot: [sit] }, form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const name = field.value.trim();
      if (!name) return;
      const own = this.app.view.you === null;
      if (await (own ? this.app.sit(seat.seat, name) : this.app.act(`player ${seat.colour} ${name}`))) sheet.close();
    });
  }

  /** @param {Seat} seat */
  #free(seat) {
    void this.app.act(seat.phone ? `free ${seat.seat}` : `drop ${seat.colour}`);
  }
}

/** The switch of the host by which a table gives advice. @param {App} app @param {() => void} [done] */
export function advising(app, done = () => {}) {
  return toggle(app.say("join.advice"), app.say("join.advice_how"), app.view.advice, async (on) => {
    const told = await app.act(on ? "advice on" : "advice off");
    if (told) done();
    return told;
  });
}

/** Whether nobody sits there: but at the printed Tobago a seat may have the name of who is meant. @param {Seat} seat @param {View} view */
export function free({ phone, bot, name }, { kind }) {
  return !phone && bot === null && (kind !== "printed" || name === null);
}

/** Whether people without a phone can be seated: at the printed game, before it begins. @param {View} view */
function absent({ kind, phase, you }) {
  return kind === "printed" && phase === "setup" && you !== null;
}
