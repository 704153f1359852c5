// How long a backup of a running product takes, and putting it into an empty embedded database (goal at 100,000 cards: ≤ 10 s and ≤ 60 s).
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function measureBackup({ folder }) {
  const place = mkdtempSync(join(tmpdir(), "koba-bench-backup-"));
  const file = join(place, "koba.gz");
  const empty = mkdtempSync(join(tmpdir(), "koba-bench-"));
  const run = (task, data) => {
    const began = performance.now();
    execFileSync(process.execPath, ["build/index.js", task, file], { env: { ...process.env, NODE_ENV: "production", KOBA_DATA: data }, stdio: ["ignore", "ignore", "inherit"] });
    return (performance.now() - began) / 1000;
  };
  try {
    const saved = run("backup", folder);
    const back = run("restore", empty);
    console.log(`\nbackup of the running product ${saved.toFixed(1)} s (${(statSync(file).size / 1e6).toFixed(1)} MB), `
      + `restore into an empty embedded database, made for it, ${back.toFixed(1)} s; start and stop of the command included`);
  } finally {
    for (const one of [place, empty]) rmSync(one, { recursive: true, force: true });
  }
}
