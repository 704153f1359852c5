import { start } from "~/enhance/start";

// The chat's own script: no other page loads React.
const island = document.querySelector<HTMLElement>("[data-island]");
if (island) void import("./chat").then((chat) => chat.start(island));
start();
