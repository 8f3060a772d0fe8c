// The sheets of a set-up: who plays and who begins; and behind "more" the switches, the deck and the hints.
import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { sentence } from "./sentence.js";
import { segments } from "./sheet.js";

/** @import { View } from "./client.js" */
/** @import { SetUp } from "./draft.js" */
/** @import { App } from "./table.js" */

const COLOURS = ["red", "blue", "yellow", "green"];
const LEVELS = ["off", "legal", "full"];
const READINGS = ["excluded", "included"];

/** Who plays: phones, people without one, who begins. @param {App} app */
export function players(app) {
  const { say } = app, body = make("div", { class: "stack" });
  /** @param {View} view */
  const show = (view) => {
    const setup = /** @type {SetUp} */ (view.setup), now = JSON.stringify([view.seats, setup.order, view.you]);
    if (body.dataset.shown === now) return; // what is being typed stays
    body.dataset.shown = now;
    const colours = COLOURS.filter((one) => view.seats.some(({ colour }) => colour === one)); // a position has an ATV for some
    body.replaceChildren(...colours.map((colour) => row(app, view, setup, colour)), make("p", { class: "muted small" }, say("setup.order_how")));
  };
  return { body, show };
}

/** @param {App} app @param {View} view @param {SetUp} setup @param {string} colour */
function row(app, view, setup, colour) {
  const { say } = app, seat = view.seats.find((one) => one.colour === colour), place = setup.order.indexOf(colour);
  const dot = make("span", { class: `dot p-${colour}` });
  if (place < 0) return absent(app, colour, dot);
  const name = seat?.name || say(`common.${colour}`), mine = seat?.seat === view.you;
  const small = seat?.phone ? say(mine ? "setup.you" : "setup.phone") : say("setup.no_phone");
  const first = button("btn", () => app.act(`first ${colour}`), say("setup.begins"));
  first.setAttribute("aria-pressed", String(place === 0));
  first.setAttribute("aria-label", say("setup.begins_of", { name }));
  const line = make("div", { class: "row player" }, dot,
    make("span", { class: "grow" }, make("b", {}, make("bdi", {}, name)), make("small", {}, `${app.number(place + 1)} · ${small}`)), first);
  if (!seat?.phone) line.append(icon("close", say("setup.drop", { name }), () => app.act(`drop ${colour}`)));
  return line;
}

/** A seat that is free: somebody without a phone may have it. @param {App} app @param {string} colour @param {HTMLElement} dot */
function absent(app, colour, dot) {
  const { say } = app;
  const field = /** @type {HTMLInputElement} */ (make("input", { class: "field grow", maxlength: "24", "aria-label": say("setup.name_of", { colour: say(`common.${colour}`) }), placeholder: say("setup.name"), autocomplete: "off" }));
  const form = make("form", { class: "row player" }, dot, field, make("button", { class: "btn" }, say("setup.add")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim()) void app.act(`player ${colour} ${field.value.trim()}`);
    else field.focus();
  });
  return form;
}

/** Switches that a table agrees on. @param {App} app @param {string[]} editions @param {() => void} editDeck */
export function more(app, editions, editDeck) {
  const { say } = app, body = make("div", { class: "stack" });
  /** @param {View} view */
  const show = (view) => {
    const setup = /** @type {SetUp} */ (view.setup), now = JSON.stringify([setup.rules, setup.edition, setup.hints, setup.deck]);
    if (body.dataset.shown === now) return;
    body.dataset.shown = now;
    const choose = /** @type {HTMLSelectElement} */ (make("select", { class: "field" }, ...editions.map((one) => {
      const option = make("option", { value: one }, say(`setup.edition.${one.replaceAll("-", "_")}`));
      option.toggleAttribute("selected", one === setup.edition);
      return option;
    })));
    choose.addEventListener("change", () => void app.act(`edition ${choose.value}`));
    body.replaceChildren(
      part(app, say("play.hints"), say("setup.hints_how"), segments(say("play.hints"), LEVELS.map((one) => [one, say(`play.hints_${one}`)]), setup.hints, (one) => app.act(`hints ${one}`))),
      part(app, say("setup.own_hex"), say("setup.own_hex_how"), segments(say("setup.own_hex"), READINGS.map((one) => [one, say(`setup.${one}`)]), String(setup.rules.own_hex), (one) => app.act(`rules own_hex ${one}`))),
      ...(editions.length ? [make("label", { class: "stack" }, say("setup.editions"), choose)] : []),
      part(app, say("edit.deck"), say(setup.deck === "reconstructed" ? "setup.deck_reconstructed" : "setup.deck_own", { file: setup.deck }), button("btn", editDeck, say("setup.deck_edit"))),
    );
  };
  return { body, show };
}

/** @param {App} app @param {string} title @param {string} how @param {Node} control */
function part(app, title, how, control) {
  return make("section", { class: "stack setup-part" }, make("h3", {}, title), make("p", { class: "muted small" }, ...sentence(app, how)), control);
}
