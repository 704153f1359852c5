// The disk of the database and of the files is filled up, and emptied again. Linux, as root: it needs a disk
// of its own, in memory.
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { signIn, start } from "./app.mjs";
import { judged, pause, post, writer } from "./writes.mjs";

const SIZE = 512;
const MB = 1024 * 1024;
const free = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills the disk until `left` bytes are free, or nothing goes in any more. */
function fill(folder, name, left) {
  const file = openSync(join(folder, name), "w");
  try {
    for (const block = Buffer.alloc(MB / 4); free(folder) > left; ) writeSync(file, block);
  } catch (error) {
    if (error.code !== "ENOSPC") throw error;
  } finally {
    closeSync(file);
  }
}

const answerText = (answer) =>
  answer === null
    ? "none"
    : `${answer.status}${/保存する場所[^<]{0,40}/.test(answer.text) ? " with its sentence" : ""}`;

/** What people meet while it is full: pages, a write, a file, a code by mail. */
async function met(base, cookie, version) {
  const page = async (path) =>
    (
      await fetch(base + path, { headers: { Cookie: cookie }, redirect: "manual" }).catch(() => ({
        status: "none",
      }))
    ).status;
  const pages = [];
  for (const path of [
    "/task/kanban",
    "/task/list",
    "/accounting/delivery",
    "/chat/yamada_tanaka",
    "/setting/product",
  ])
    pages.push(await page(path));
  const form = new FormData();
  form.append(
    "files",
    new Blob([Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")], {
      type: "application/pdf",
    }),
    "図面.pdf",
  );
  form.append("idempotency_key", crypto.randomUUID());
  form.append("kind", "drawing");
  const file = await fetch(`${base}/task/1/files`, {
    method: "POST",
    body: form,
    headers: { Origin: base, Cookie: cookie },
    redirect: "manual",
  }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    () => null,
  );
  const card = {
    buyer_id: "tanaka",
    name: `満杯${version}`,
    num_items: "1",
    order_unit: "piece",
    unit: "piece",
    unit_price: "10",
    delivery_date: "2031-01-10",
    idempotency_key: crypto.randomUUID(),
  };
  const made = await post(base, cookie, "/task/new", card);
  console.log(
    `    pages ${pages.join(" ")}; a card ${answerText(made)}; a file ${answerText(file)}; a code by mail ${answerText(await post(base, "", "/reset", { username: "keiri@yamada.example", step: "send" }))}; ` +
      `sign-in ${await signIn(base, "genba@yamada.example").then(
        () => "goes",
        (error) => error.message,
      )}`,
  );
  return (
    pages.every((status) => status === 200) &&
    made?.status === 507 &&
    answerText(made).endsWith("sentence") &&
    answerText(file).endsWith("sentence")
  );
}

/** Goal: a clear refusal, reads go on, and it recovers by itself when there is room. */
export async function measureFull(_, port) {
  console.log(`\nDisk full: database, its log and files on a disk of ${SIZE} MB`);
  const disk = mkdtempSync(join(tmpdir(), "koba-bench-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}m,mode=755`, "tmpfs", disk], {
      stdio: "ignore",
    });
  } catch {
    rmSync(disk, { recursive: true });
    console.log("  not measured: only root of a Linux machine may make such a disk");
    return true;
  }
  const folder = join(disk, "data");
  mkdirSync(folder, { mode: 0o755 });
  const wrong = [];
  const app = await start(60, port, folder);
  try {
    const [seller, buyer] = [
      await signIn(app.base, "admin@yamada.example"),
      await signIn(app.base, "admin@tanaka.example"),
    ];
    const seen = new Map();
    const mark = `D${Date.now()}`;
    const { log, card, order, say } = writer(app.base, seller, buyer, seen);
    let [n, running] = [0, true];
    const hand = async (what) => {
      while (running) await what(`${mark}-${n++}`);
    };
    for (const [how, left] of [
      ["nearly", 90 * MB],
      ["to the last byte, in the middle of writes", 0],
    ]) {
      running = true;
      const hands = [card, card, order, say].map(hand);
      await pause(1_500);
      fill(disk, "ballast", left);
      await pause(3_000);
      console.log(`  filled ${how}: ${(free(disk) / MB).toFixed(0)} MB free`);
      for (let turn = 0; turn < 3; turn++, await pause(1_500))
        if (!(await met(app.base, seller, turn))) wrong.push(`filled ${how}: not as it should be`);
      rmSync(join(disk, "ballast"));
      const [from, before] = [performance.now(), log.length];
      while (log.length === before && performance.now() - from < 30_000) await pause(20);
      console.log(
        `    room again: a write goes through after ${((performance.now() - from) / 1000).toFixed(1)} s`,
      );
      if (log.length === before) wrong.push("it does not recover");
      running = false;
      await Promise.all(hands);
    }
    console.log(`  writes under way: ${[...seen].map(([kind, times]) => `${times} × ${kind}`).join(", ")}`);
    const client = new pg.Client({ connectionString: app.database().owner_url });
    await client.connect();
    wrong.push(...(await judged(client, log, mark)));
    await client.end();
    console.log(
      `  ${log.length} writes acknowledged; ${wrong.length === 0 ? "none lost or doubled" : wrong.join("\n  ")}`,
    );
    return wrong.length === 0;
  } finally {
    await app.stop();
    execFileSync("umount", [disk]);
    rmSync(disk, { recursive: true });
  }
}
