// npm run bench: what pages weigh and how fast they are, in figures. Arguments choose parts: pages, signin, server; --cards 1000,100000
import { build, install } from "./ready.mjs";

install();
const { browser } = await import("./browser.mjs");
if (!(await browser())) process.exit(1);
build();
await import("../bench/main.mjs");
