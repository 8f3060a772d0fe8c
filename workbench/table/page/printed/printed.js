// The page of a table of the printed game begins here.
import { Play } from "./play.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { openTable } from "./table.js";

openTable({ setup: Setup, play: Play, over: Review });
