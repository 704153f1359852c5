// npm start: the real thing, on the port and database of the environment.
import { build, install, root } from "./ready.mjs";

install();
build();
process.env.NODE_ENV ??= "production";
await import(`${root}/build/index.js`);
