// The database is stopped under load, is away for some seconds, and comes back.
import { renameSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { signIn } from "./app.mjs";
import { judged, pause, replayed, writer } from "./writes.mjs";

const AWAY_MS = 3_000;

/** Pages asked for without a pause; counts their answers. */
async function reader(base, cookie, seen, going) {
  while (going()) {
    const answer = await fetch(`${base}/task/kanban`, {
      headers: { Cookie: cookie },
      redirect: "manual",
    }).catch(() => null);
    await answer?.arrayBuffer();
    const kind =
      answer === null
        ? "none"
        : answer.status === 503 && !answer.headers.get("Retry-After")
          ? "503 without Retry-After"
          : String(answer.status);
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    await pause(answer?.status === 200 ? 20 : 100);
  }
}

/** Goal: 503 with Retry-After while it is down, back within 5 s after it, nothing lost or doubled. */
export async function measureRestarts(app, times) {
  console.log(`\nThe database is stopped under load and kept away for ${AWAY_MS / 1000} s, ${times} times`);
  const [seller, buyer] = [
    await signIn(app.base, "admin@yamada.example"),
    await signIn(app.base, "admin@tanaka.example"),
  ];
  const [written, read] = [new Map(), new Map()];
  const mark = `R${Date.now()}`;
  const { log, card, order, say } = writer(app.base, seller, buyer, written);
  let [n, running] = [0, true];
  const hand = async (what) => {
    while (running) await what(`${mark}-${n++}`);
  };
  const hands = [card, card, order, say].map(hand);
  const readers = [seller, buyer].map((cookie) => reader(app.base, cookie, read, () => running));
  const took = [];
  for (let turn = 0; turn < times; turn++) {
    await pause(1_500);
    const { pid, home } = app.database();
    // The app starts it again at once: away are its files, too.
    renameSync(join(home, "data"), join(home, "data.away"));
    process.kill(pid, "SIGINT");
    await pause(AWAY_MS);
    renameSync(join(home, "data.away"), join(home, "data"));
    const from = performance.now();
    while (
      !(await fetch(`${app.base}/task/kanban`, { headers: { Cookie: seller } }).then(
        (answer) => answer.status === 200,
        () => false,
      ))
    )
      await pause(20);
    took.push(performance.now() - from);
  }
  await pause(1_000);
  running = false;
  await Promise.all([...hands, ...readers]);
  const told = (seen) => [...seen].map(([kind, count]) => `${count} × ${kind}`).join(", ");
  console.log(
    `  a page again ${took.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ")} after it may (goal 5 s)`,
  );
  console.log(`  pages: ${told(read)}; writes: ${told(written)}`);
  const client = new pg.Client({ connectionString: app.database().owner_url });
  await client.connect();
  const wrong = await judged(client, log, mark);
  await client.end();
  const other = await replayed(app.base, log);
  if (other > 0) wrong.push(`${other} were answered otherwise when sent again`);
  for (const kind of [...read.keys(), ...written.keys()])
    if (!["200", "303", "503"].includes(kind)) wrong.push(`answered ${kind}`);
  console.log(
    `  ${log.length} writes acknowledged; ${wrong.length === 0 ? "none lost or doubled" : wrong.join("\n  ")}`,
  );
  return wrong.length === 0;
}
