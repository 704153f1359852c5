// npm start: the real thing, on the port and database of the environment.
import { endWithParent } from "./parent.mjs";
import { build, install, root } from "./ready.mjs";

install();
build();
process.env.NODE_ENV ??= "production";
endWithParent();
await import(`${root}/build/index.js`);
