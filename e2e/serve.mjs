// The built product with the sample world in a throw-away database, for the browser tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "koba-e2e-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, { NODE_ENV: "production", SAMPLE_WORLD: "1", KOBA_DATA: folder });
await import("../build/index.js");
