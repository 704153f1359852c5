import { cacheStylesheet } from "./css-cache";
import { start } from "./scan.page";
import { revise, watchErrors } from "./watch";

watchErrors();
cacheStylesheet();
revise();
start();
