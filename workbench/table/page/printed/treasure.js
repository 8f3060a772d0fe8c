// A treasure is divided: the card that was turned up, who takes it, rose by rose from below (T-25 to T-28). Every
// phone shows how far it is; whoever has a seat may tell what all see on the table.
import { button, make } from "./dom.js";
import { named } from "./log.js";

/** @import { Cards } from "./cards.js" */
/** @import { Player, Treasure } from "./board.js" */

const FACES = [2, 3, 4, 5, 6];

/** What is divided, and the roses on it. @param {Cards} cards @param {Treasure} treasure */
export function raised(cards, { map, hex, face, roses, place, cards: left }) {
  const { say } = cards.app;
  const title = make("h2", {}, cards.sign(map), say("play.treasure", { map: say(map), hex: named(hex) }));
  const count = make("small", { class: "muted" }, say("play.cards_left", { number: left }));
  const row = make("div", { class: "play-roses", role: "group", "aria-label": say("play.roses") }, ...roses.map((by, i) => {
    const refused = face !== null && i < place, rose = make("span", { class: `play-rose p-${by} ${refused ? "past" : ""}` });
    rose.append(make("span", { class: `dot p-${by}` }), cards.name(by));
    if (face !== null && i === place) rose.setAttribute("aria-current", "true");
    return rose;
  }));
  return [make("div", { class: "row" }, title, count), row];
}

/** @param {Cards} cards @param {Treasure} treasure @param {((line: string, who?: string) => void) | null} tell  null for who only looks on */
export function division(cards, treasure, tell) {
  if (treasure.face === null) return [...raised(cards, treasure), ...(tell ? [ask(cards, treasure, tell)] : [waiting(cards.app.say("play.turning_up"))])];
  return [...raised(cards, treasure), offered(cards, treasure), ...(tell ? [takers(cards, treasure, tell)] : [])];
}

/** A treasure card, open. @param {string | Node} inside @param {boolean} curse */
export function faceUp(inside, curse) {
  return make("span", { class: `play-face shown ${curse ? "curse" : ""}` }, inside);
}

/** Which card it is: a curse where one can be (T-18), and behind it whether another one lies open among the cards that
 * it leaves undivided (T-28). @param {Cards} cards @param {Treasure} treasure @param {(line: string) => void} tell */
function ask({ app }, { curses }, tell) {
  const { say } = app, box = make("div"), heading = make("h3", {}, say("play.which_card")), faces = FACES.map((face) => button("play-face", () => tell(`reveal ${face}`), app.number(face)));
  const other = [["reveal curse", "no_other"], ["reveal curse curse", "another"]].map(([line, words]) => button("btn", () => tell(line), say(`play.${words}`)));
  const curse = button("play-face curse", () => {
    if (curses.length === 1) return tell(curses[0]);
    box.replaceChildren(make("h3", { role: "status" }, say("play.another_curse")), make("div", { class: "play-takers" }, ...other, back));
    other[0].focus();
  }, say("play.curse"));
  const all = make("div", { class: "play-faces" }, ...faces, ...(curses.length ? [curse] : [])), back = button("btn", () => box.replaceChildren(heading, all), say("common.back"));
  box.append(heading, all);
  return box;
}

/** @param {string} text */
function waiting(text) {
  return make("p", { class: "muted" }, text);
}

/** The card that lies open, and who is asked. @param {Cards} cards @param {Treasure} treasure */
function offered(cards, { face, roses, place }) {
  const { app } = cards, shown = faceUp(face === "curse" ? app.say("play.curse") : app.number(face ?? ""), face === "curse");
  return make("div", { class: "row" }, shown, make("p", { class: "grow" }, app.say("play.asked", { player: cards.name(roses[place]) })));
}

/** @param {Cards} cards @param {Treasure} treasure @param {(line: string, who?: string) => void} tell */
function takers(cards, { roses, place }, tell) {
  const { board, app: { say } } = cards, asked = roses[place], box = make("div", { class: "play-takers" });
  if (asked === board.me) {
    box.append(button("btn main", () => tell("take", asked), say("play.take")), button("btn", () => tell("pass", asked), say("play.pass")));
    if (new Set(roses.slice(place)).size === 1) return box;
  }
  const others = [...new Set(roses.slice(place))].filter((by) => by !== board.me || by !== asked);
  for (const by of others) box.append(button(`btn p-${by}`, () => tell(`taken ${by}`), make("span", { class: `dot p-${by}` }), cards.name(by)));
  box.append(button("btn", () => tell("taken nobody"), say("play.nobody")));
  return make("div", {}, make("h3", {}, say("play.who_takes")), box);
}

/** What a curse did: amulets given up and coins lost, by what was held before (T-28). @param {Cards} cards @param {Player[]} before */
export function struck(cards, before) {
  const { app: { say }, board } = cards;
  const fates = board.table.players.flatMap(({ colour, amulets, coins }) => {
    const was = before.find((one) => one.colour === colour), player = cards.name(colour);
    if (!was) return [];
    if (amulets < was.amulets) return [say("play.gave_amulet", { player })];
    return coins < was.coins ? [say("play.lost_coins", { player, coins: say("play.coins", { number: was.coins - coins }) })] : [];
  });
  return say("play.struck", { fates: fates.join(say("comma")) || say("play.no_loss") });
}
