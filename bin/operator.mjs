// npm run operator: what is done from the command line; without words it says what there is. Also while the
// server runs.
// npm run backup and npm run restore come this way too; a backup may be made while the server runs.
import { build, install, root } from "./ready.mjs";

install();
build();
process.env.NODE_ENV ??= "production";
if (process.argv.length < 3) process.argv.push("help");
await import(`${root}/build/index.js`);
