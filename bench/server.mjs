// How long the server takes, one request after the other and many at once; how that grows with the number of
// cards.
import autocannon from "autocannon";
import { at, latency, WARM } from "./app.mjs";
import { spent } from "./cpu.mjs";

const ms = (value) => `${value.toFixed(1).padStart(6)} ms`;

async function form(base, cookie, path, fields) {
  const began = performance.now();
  const response = await fetch(base + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers: {
      Origin: base,
      Cookie: cookie,
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Enhance": "1",
    },
  });
  const text = await response.text();
  return { ms: performance.now() - began, status: response.status, text };
}

const ticksOf = (html) =>
  [...html.matchAll(/<input\b[^>]*\bname="ids"[^>]*>/g)]
    .map(([tag]) => /value="([^"]+)"/.exec(tag)?.[1])
    .filter(Boolean);

/**
 * The same into a 外注 process, each card with its order line, its card at the partner's and the link; and all
 * of it taken back.
 */
async function bulkOut(base, cookie) {
  const [out, back] = [[], []];
  let cards = 0;
  for (let turn = 0; turn < 3; turn++) {
    const page = await (await fetch(`${base}/task/move?group_id=4`, { headers: { Cookie: cookie } })).text();
    const ids = ticksOf(page).slice(0, 300);
    if (ids.length === 0) return;
    const fields = [
      ["to", "6"],
      ["partner_id", "sato"],
      ["delivery_date", "2030/1/10"],
      ["unit_price", "100"],
      ["close_work", "on"],
    ];
    const sent = await form(base, cookie, "/task/move", [
      ...ids.map((id) => ["ids", id]),
      ...fields,
      ["go", "move"],
      ["idempotency_key", crypto.randomUUID()],
    ]);
    const moved = ticksOf(sent.text);
    if (sent.status !== 200 || moved.length === 0)
      throw new Error(`the bulk move to a partner was answered ${sent.status}`);
    const undone = await form(base, cookie, "/task/move", [
      ...moved.map((id) => ["ids", id]),
      ["go", "undo"],
      ["idempotency_key", crypto.randomUUID()],
    ]);
    if (turn === 0) cards = moved.length;
    out.push(sent.ms);
    back.push(undone.ms);
  }
  console.log(
    `カード一括移動 to a partner, ${cards} cards: ${ms(at(out, 0.5))}, and taken back: ${ms(at(back, 0.5))} (median of ${out.length})`,
  );
}

/**
 * カード一括移動 of up to 300 cards, there and back, as a browser posts it: the page with each card's result is
 * drawn within the time.
 */
async function bulkMove(base, cookie) {
  const times = [];
  let cards = 0;
  for (let turn = 0; turn < 6; turn++) {
    const [from, to] = turn % 2 ? ["5", "4"] : ["4", "5"];
    const page = await (
      await fetch(`${base}/task/move?group_id=${from}`, { headers: { Cookie: cookie } })
    ).text();
    const ids = ticksOf(page).slice(0, 300);
    if (ids.length === 0) return;
    const answer = await form(base, cookie, "/task/move", [
      ...ids.map((id) => ["ids", id]),
      ["to", to],
      ["go", "move"],
      ["idempotency_key", crypto.randomUUID()],
    ]);
    if (answer.status !== 200) throw new Error(`the bulk move was answered ${answer.status}`);
    if (turn === 0) cards = ids.length;
    times.push(answer.ms);
  }
  console.log(`カード一括移動, ${cards} cards: ${ms(at(times, 0.5))} (median of ${times.length})`);
}

/** Of one request, the warm ones and those before: ` cpu 12.3 + 2.1 ms`, the server's and the database's. */
function perRequest(before, after, times) {
  if (!before || !after) return "";
  const [server, database] = ["server", "database"].map((name) =>
    ((after[name] - before[name]) / times).toFixed(1),
  );
  return `  cpu ${server} + ${database} ms`;
}

/** Prints each page's p50, p99 and processor time; gives each p50. `places` as main.mjs names them. */
export async function measureServer(app, places, seller, times) {
  const { base } = app;
  console.log(
    `\nServer time, one after the other (${times} each after ${WARM} to warm up), database included (goal: p50 8 ms, p99 20 ms)`,
  );
  const found = new Map();
  for (const { name, path, cookie } of places) {
    const before = spent(app);
    const { p50, p99, bytes } = await latency(base, path, cookie, times);
    const cpu = perRequest(before, spent(app), times + Math.min(WARM, times));
    found.set(name, p50);
    console.log(`${name.padEnd(16)}\tp50 ${ms(p50)}  p99 ${ms(p99)}  ${(bytes / 1000).toFixed(1)} KB${cpu}`);
  }
  console.log(
    `\nTwenty at a time, brotli, ${process.env.WEB_PROCESSES ?? 1} process(es), this client on the same cores (goal: 300 requests/s)`,
  );
  for (const [name, path] of [
    ["進捗管理", "/task/kanban"],
    ["出荷済み一覧", "/task/shipped"],
  ]) {
    const run = await autocannon({
      url: base + path,
      connections: 20,
      duration: 8,
      headers: { Cookie: seller, "Accept-Encoding": "br" },
    });
    const {
      requests,
      latency: { p50, p99 },
      errors,
      non2xx,
    } = run;
    console.log(
      `${name.padEnd(16)}\t${requests.average.toFixed(0)} requests/s, p50 ${p50} ms, p99 ${p99} ms, errors ${errors + non2xx}`,
    );
  }
  await bulkMove(base, seller);
  await bulkOut(base, seller);
  return found;
}

/**
 * Between sizes: how often the time of the smallest, and the exponent of growth (0: the same at any size).
 */
export function printGrowth(sizes, all) {
  if (all.length < 2) return;
  console.log("\nGrowth from the smallest to each size (goal: exponent ≤ 0.1)");
  for (const name of all[0].keys()) {
    const parts = sizes.slice(1).map((size, index) => {
      const ratio = all[index + 1].get(name) / all[0].get(name);
      return `${size.toLocaleString("en-US")}: ×${ratio.toFixed(2)}, exponent ${(Math.log(ratio) / Math.log(size / sizes[0])).toFixed(2)}`;
    });
    console.log(`${name.padEnd(16)}\t${parts.join("   ")}`);
  }
}
