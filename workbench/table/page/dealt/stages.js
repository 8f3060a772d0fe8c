// The games that have a page of their own, by their names.
import { Mangrovia } from "./mangrovia.js";
import { Silver } from "./silver.js";
import { Tobago } from "./tobago.js";
import { Wayfarers } from "./wayfarers.js";
import { Wazabi } from "./wazabi.js";

/** @import { Game } from "./game.js" */
/** @import { Stage } from "./places.js" */

/** @type {Record<string, new (host: HTMLElement, game: Game) => Stage>} */
export const STAGES = { mangrovia: Mangrovia, silver: Silver, tobago: Tobago, wayfarers: Wayfarers, wazabi: Wazabi };
