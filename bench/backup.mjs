// How long a backup of a running product takes, putting it into an empty embedded database, and into a given
// one (goal at 100,000 cards: ≤ 10 s, ≤ 60 s).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { newFolder, start } from "./app.mjs";

/** What must be the same on both sides: rows of some tables; and no promise broken. */
async function contentOf(owner_url) {
  const client = new pg.Client({ connectionString: owner_url });
  await client.connect();
  const {
    rows: [found],
  } =
    await client.query(`select (select count(*) from card) as cards, (select count(*) from activity) as entries,
    (select count(*) from delivery_line) as lines, (select count(*) from message) as messages, (select count(*) from check_invariants()) as broken`);
  await client.end();
  return JSON.stringify(found);
}

/** `port`: a free one, where a second product keeps the database that is given. */
export async function measureBackup(app, port) {
  const place = mkdtempSync(join(tmpdir(), "koba-bench-backup-"));
  const file = join(place, "koba.gz");
  const empty = newFolder();
  const run = (task, env) => {
    const began = performance.now();
    execFileSync(process.execPath, ["build/index.js", task, file], {
      env: { ...process.env, NODE_ENV: "production", ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    return (performance.now() - began) / 1000;
  };
  const other = await start(null, port);
  try {
    const { owner_url, home } = app.database();
    const saved = run("backup", { KOBA_DATA: app.folder });
    const back = run("restore", { KOBA_DATA: empty });
    const given = other.database().owner_url;
    const moved = run("restore", {
      DATABASE_URL: given,
      DATABASE_OWNER_URL: given,
      APP_SECRET: readFileSync(join(home, "app.secret"), "utf8").trim(),
    });
    const [before, after] = [await contentOf(owner_url), await contentOf(given)];
    console.log(
      `\nbackup of the running product ${saved.toFixed(1)} s (${(statSync(file).size / 1e6).toFixed(1)} MB), ` +
        `restore into an empty embedded database, made for it, ${back.toFixed(1)} s, into a given one by DATABASE_URL ${moved.toFixed(1)} s; ` +
        `start and stop of the command included\n  there before ${before}, in the given one ${after}`,
    );
    if (before !== after) process.exitCode = 1;
  } finally {
    await other.stop();
    for (const one of [place, empty]) rmSync(one, { recursive: true, force: true });
  }
}
