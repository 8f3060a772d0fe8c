// The games that have a page of their own, by their names.
import { Tobago } from "./tobago.js";

/** @import { Game } from "./game.js" */
/** @import { Stage } from "./places.js" */

/** @type {Record<string, new (host: HTMLElement, game: Game) => Stage>} */
export const STAGES = { tobago: Tobago };
