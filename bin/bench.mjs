// npm run bench: what pages weigh and how fast they are, in figures. Which parts its arguments choose stands
// at the head of bench/main.mjs.
import { build, install } from "./ready.mjs";

install();
const { browser } = await import("./browser.mjs");
if (!(await browser())) process.exit(1);
build();
await import("../bench/main.mjs");
