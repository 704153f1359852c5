import { cacheStylesheet } from "./css-cache";
import { start } from "./scan.page";
import { revise, watchErrors } from "./watch";

// All that the scan page runs.
watchErrors();
cacheStylesheet();
revise();
start();
