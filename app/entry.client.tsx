import { start } from "~/enhance/start";

// No other page loads React.
const island = document.querySelector<HTMLElement>("[data-island]");
if (island) void import("~/islands/chat").then((chat) => chat.start(island));
start();
