// npm run notices: writes THIRD-PARTY-NOTICES.md, what others' work the product is given out with.
import { readFileSync, writeFileSync } from "node:fs";
import { notices } from "./licences.mjs";
import { install } from "./ready.mjs";

install();
writeFileSync("THIRD-PARTY-NOTICES.md", notices(readFileSync("package-lock.json", "utf8")));
