// The page of a table begins here, where a game is dealt that has no page of its own: its picture is shown.
import { openGame } from "./game.js";
import { Pictured } from "./pictured.js";

openGame(Pictured);
