// The app, its database, one of the database's processes, or all of it die without a word in the middle of
// mixed writes.
import pg from "pg";
import { at, isGiven, signIn } from "./app.mjs";
import { judged, pause, replayed, writer } from "./writes.mjs";

const KINDS = isGiven ? ["app", "backend"] : ["app", "database", "backend", "both"];

/** Milliseconds until the product answers again. */
async function back(base) {
  const from = performance.now();
  while (
    !(await fetch(`${base}/health`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (performance.now() - from > 60_000) throw new Error("the product does not come back");
    await pause(20);
  }
  return performance.now() - from;
}

/** `role_url`: one that sees the product's connections, in this database alone: others' stay as they are. */
async function backendOf(role_url) {
  const client = new pg.Client({ connectionString: role_url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query(
    "select pid from pg_stat_activity where application_name = 'koba' and datname = current_database() order by state = 'active' desc, random() limit 1",
  );
  await client.end();
  return rows[0]?.pid;
}

/** Of another's database only a connection may be ended, and by its own role: that may always do it. */
async function ended(app_url, pid) {
  const client = new pg.Client({ connectionString: app_url });
  await client.connect();
  await client.query("select pg_terminate_backend($1)", [pid]).finally(() => client.end());
}

async function strike(app, kind) {
  const { pid, owner_url, app_url } = app.database();
  if (kind === "app") return app.killed();
  if (kind === "both") {
    process.kill(pid, "SIGKILL");
    return app.killed();
  }
  const victim = kind === "backend" ? await backendOf(owner_url) : pid;
  if (victim && isGiven) await ended(app_url, victim);
  else if (victim) process.kill(victim, "SIGKILL");
  return undefined;
}

/**
 * Kills `times` times (goal: nothing acknowledged lost, nothing half done, always starts within 5 s,
 * check_invariants() empty).
 */
export async function measureKills(app, times) {
  console.log(`\nkill -9, ${times} times in mixed writes (${KINDS.join(", ")} in turn)`);
  const [seller, buyer] = [
    await signIn(app.base, "admin@yamada.example"),
    await signIn(app.base, "admin@tanaka.example"),
  ];
  const seen = new Map();
  const mark = `F${Date.now()}`;
  const { log, card, order, say } = writer(app.base, seller, buyer, seen);
  let n = 0;
  let running = true;
  const hand = async (what) => {
    while (running) await what(`${mark}-${n++}`);
  };
  const hands = [card, card, card, card, order, say].map(hand);
  const took = new Map(KINDS.map((kind) => [kind, []]));
  let broken;
  Promise.all(hands).catch((error) => {
    broken = error;
  });
  for (let turn = 0; turn < times && !broken; turn++) {
    await pause(200 + Math.random() * 800);
    const kind = KINDS[turn % KINDS.length];
    const from = performance.now();
    await strike(app, kind);
    await back(app.base);
    took.get(kind).push(performance.now() - from);
  }
  running = false;
  await Promise.all(hands);
  for (const [kind, ms] of took) {
    if (ms.length > 0)
      console.log(
        `  ${kind.padEnd(8)} ${ms.length} times; serves again after p50 ${at(ms, 0.5).toFixed(0)} ms, longest ${Math.max(...ms).toFixed(0)} ms`,
      );
  }
  console.log(`  answers: ${[...seen].map(([kind, count]) => `${count} × ${kind}`).join(", ")}`);
  const client = new pg.Client({ connectionString: app.database().owner_url });
  await client.connect();
  const wrong = await judged(client, log, mark);
  const other = await replayed(app.base, log);
  wrong.push(...(await judged(client, log, mark)).map((one) => `after sending all again: ${one}`));
  await client.end();
  if (other > 0) wrong.push(`${other} were answered otherwise when sent again`);
  console.log(
    `  ${log.length} writes acknowledged; ${wrong.length === 0 ? "none lost, none doubled, none half done, all promises kept" : wrong.join("\n  ")}`,
  );
  return wrong.length === 0;
}
