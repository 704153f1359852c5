// The built product with the sample world in a throw-away database.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "koba-e2e-"));
// Open to PostgreSQL's own user where this runs as root.
chmodSync(folder, 0o755);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
Object.assign(process.env, {
  NODE_ENV: "production",
  WEB_PROCESSES: "1",
  DRAIN_MS: "0",
  SAMPLE_WORLD: "1",
  KOBA_DATA: folder,
  FILES_DIR: join(folder, "files"),
});
// Where a test finds the mail that nobody sends.
writeFileSync(join(tmpdir(), `koba-e2e-${process.env.PORT}.folder`), folder);
await import("../build/index.js");
