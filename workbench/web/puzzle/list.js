// The list of puzzles: a link with #ID goes on to the page of that puzzle.
import { byId, having, switchable } from "./look.js";

switchable(byId("theme"));

function follow() {
  const wanted = location.hash.slice(1);
  const link = having("id").find((one) => wanted && one.dataset.id === wanted);
  if (link) location.replace(`${link.getAttribute("href")}#${wanted}`);
}
addEventListener("hashchange", follow);
follow();
