// npm run operator: makes the first company and its administrator. Stop the server first where it runs its own database.
// npm run backup and npm run restore come this way too; a backup may be made while the server runs.
import { build, install, root } from "./ready.mjs";

install();
build();
process.env.NODE_ENV ??= "production";
if (process.argv.length < 3) process.argv.push("help");
await import(`${root}/build/index.js`);
