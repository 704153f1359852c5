// What 在庫 costs with a thousand products and with a hundred thousand, ten moves each; then a sheet of 5,000 rows
// counted by four people at once, a row at a time as the page's script sends it.
import { brotliCompressSync } from "node:zlib";
import pg from "pg";
import { at, latency, signIn } from "./app.mjs";
import { spent } from "./cpu.mjs";
import { post } from "./writes.mjs";

const MOVES = 10;
/** Of each page, and as often before to warm up. */
const TIMES = 60;
const SHEET = 5_000;
const PAGES = [
  ["在庫一覧", "/inventory"],
  ["在庫一覧（商品在庫）", "/inventory?buyer_id=shohin-zaiko"],
  ["在庫一覧（在庫の少ない順）", "/inventory?sort=num"],
  ["在庫一覧（不足）", "/inventory?state=short"],
  ["在庫一覧（マイナス）", "/inventory?state=negative"],
  ["在庫一覧（30日超）", "/inventory?state=uncounted"],
  ["在庫一覧（動きなし90日）", "/inventory?state=still"],
  ["在庫一覧（置場）", `/inventory?shelf=${encodeURIComponent("計01")}`],
  ["検索（多く当たる）", `/inventory?q=${encodeURIComponent("計測")}`],
  ["検索（1件）", "/inventory?q=BS0000777"],
  ["入庫履歴", "/inventory/stored"],
  ["入庫履歴（検索）", "/inventory/stored?q=BS0000777"],
  ["補充の提案", "/inventory/replenish"],
  ["棚卸の一覧", "/inventory/stocktake"],
];

/** One in twenty is short, one in a hundred below nothing; so many stand at each 置場. */
const products = (from, to) =>
  `insert into product (seller_id, buyer_id, code, name, order_unit, unit, is_stock, search_key, shelf, num_threshold)
    select 'yamada', case when n % 10 < 7 then 'shohin-zaiko' when n % 10 < 9 then 'buhin-zaiko' else 'tanaka' end, code,
      '計測品 ' || n, 'piece', 'piece', true, lower(code) || ' 計測品 ' || n, '計' || lpad((n / ${SHEET})::text, 2, '0'), case when n % 20 = 0 then 200 else 20 end
    from generate_series(${from}::int, ${to}::int - 1) n, lateral (select 'BS' || lpad(n::text, 7, '0') as code) c`;

/** One in and then out and in by turns, over a year; the triggers would write each by itself. */
const moves = (from, to) => [
  "set session_replication_role = replica",
  `insert into stock_move (seller_id, buyer_id, product_id, kind, num, num_after, effective_date, occurred_time, recorded_time, source,
      unit_price, action, actor_name)
    select s.seller_id, s.buyer_id, s.product_id, case when m.num > 0 then 'in' else 'out' end, m.num, sum(m.num) over (partition by s.product_id order by i),
      t.time::date, t.time, t.time, 'hand', case when m.num > 0 then 50 end, gen_random_uuid(), '計測'
    from stock s, generate_series(1, ${MOVES}) i, lateral (select substr(s.code, 3)::int as n) c,
      lateral (select case when i = 1 then 100 when i = ${MOVES} and n % 100 = 0 then -200 when i % 2 = 0 then -10 else 5 end as num) m,
      lateral (select now() - (${MOVES} - i) * interval '36 days' - (n % 36) * interval '1 day' as time) t
    where s.code between 'BS' || lpad('${from}', 7, '0') and 'BS' || lpad('${to - 1}', 7, '0') order by i, s.product_id`,
  `update stock s set num = m.num, stock_value = m.num * 50, last_price = 50, last_move_time = m.last - case when s.product_id % 50 = 0 then interval '90 days' else interval '0' end,
      last_in_date = m.last::date, last_inventory_time = case when s.product_id % 10 < 3 then now() - (s.product_id % 60) * interval '1 day' end
    from (select product_id, sum(num) as num, max(recorded_time) as last from stock_move group by product_id) m
    where m.product_id = s.product_id and s.code like 'BS%'`,
  "set session_replication_role = origin",
  "truncate stock_tally, stock_move_tally",
  "insert into stock_tally select * from tallies_of_stock()",
  "insert into stock_move_tally select * from tallies_of_moves()",
  "vacuum analyze",
];

const ms = (value) => `${value.toFixed(1)} ms`;

/** Of the product's page, what its charts weigh by themselves. */
async function chartBytes(base, cookie, path) {
  const html = await (await fetch(base + path, { headers: { Cookie: cookie } })).text();
  const charts = html.match(/<svg[^>]*role="img"[\s\S]*?<\/svg>/g) ?? [];
  return charts.map(
    (svg) =>
      `${(Buffer.byteLength(svg) / 1000).toFixed(1)} KB (brotli ${(brotliCompressSync(svg).length / 1000).toFixed(2)})`,
  );
}

/** A row at a time, each of its own people's quarter: as long as a person waits for 保存. */
async function countSheet(base, seller, owner) {
  const people = ["admin", "genba", "keiri", "admin"].map((name) => `${name}@yamada.example`);
  await owner.query(
    "update member set permissions = '{accounting,inventory,bi}' where company_id = 'yamada'",
  );
  const made = await post(base, seller, "/inventory/stocktake/new", {
    name: "計測の棚卸",
    count_date: new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10),
    shelf: "計01",
    is_blind: "on",
    go: "start",
    idempotency_key: crypto.randomUUID(),
  });
  if (made?.status !== 303) throw new Error(`the sheet was answered ${made?.status}`);
  const sheet = made.to.split("?")[0];
  const key = Number(sheet.split("/").at(-1));
  const { rows } = await owner.query(
    "select product_id::int as id from stocktake_row where stocktake_key = $1 order by position",
    [key],
  );
  const open = await latency(base, sheet, seller, 100);
  console.log(
    `${rows.length.toLocaleString("en-US")}行の棚卸を開く\tp50 ${ms(open.p50)}  p99 ${ms(open.p99)}  ${(open.bytes / 1000).toFixed(1)} KB`,
  );
  const cookies = await Promise.all(people.map((name) => signIn(base, name)));
  const times = [];
  let errors = 0;
  const began = performance.now();
  await Promise.all(
    cookies.map(async (Cookie, who) => {
      const headers = { Cookie, Origin: base, Accept: "application/json" };
      for (let n = who; n < rows.length; n += cookies.length) {
        const item = {
          client_id: crypto.randomUUID(),
          act: "stock_count",
          stocktake: key,
          product_id: rows[n].id,
          num: String(50 + (n % 30)),
          device_time: new Date().toISOString(),
        };
        const body = new URLSearchParams({
          body: JSON.stringify({ device_now: item.device_time, items: [item] }),
        });
        const sent = performance.now();
        const answer = await fetch(`${base}/s/scans`, { method: "POST", headers, body });
        const { items } = answer.ok ? await answer.json() : {};
        times.push(performance.now() - sent);
        if (items?.[0]?.result !== "done") errors++;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${times.length.toLocaleString("en-US")}行を4人で保存\tp50 ${ms(at(times, 0.5))}  p95 ${ms(at(times, 0.95))}  ${(times.length / seconds).toFixed(0)}行/s  errors ${errors}`,
  );
  for (const [name, path] of [
    ["数え終えた棚卸を開く", sheet],
    ["差異のある行", `${sheet}?view=differing`],
    ["確定の確認", `${sheet}/confirm`],
  ]) {
    const { p50, p99, bytes } = await latency(base, path, seller, 20);
    console.log(`${name}\tp50 ${ms(p50)}  p99 ${ms(p99)}  ${(bytes / 1000).toFixed(1)} KB`);
  }
  const page = await (await fetch(`${base}${sheet}/confirm`, { headers: { Cookie: seller } })).text();
  const seen = /name="seen" value="([^"]+)"/.exec(page)?.[1];
  const sent = performance.now();
  const done = await post(base, seller, `${sheet}/confirm`, {
    seen,
    alone: "on",
    reason: "計測",
    idempotency_key: crypto.randomUUID(),
  });
  console.log(`確定\t${((performance.now() - sent) / 1000).toFixed(2)} s (${done?.status})`);
}

/** Prints each page's p50 and processor time at both sizes, with their growth. The goal: exponent 0.1 at most. */
export async function measureStock(app, seller, sizes) {
  console.log(
    `\n在庫 with ${sizes.map((n) => n.toLocaleString("en-US")).join(" and ")} products, ${MOVES} moves each (goal: exponent ≤ 0.1)`,
  );
  const owner = new pg.Client({ connectionString: app.database().owner_url });
  await owner.connect();
  const found = new Map();
  try {
    await owner.query("set statement_timeout = 0");
    let made = 0;
    for (const size of sizes) {
      const began = performance.now();
      for (const statement of [products(made, size), ...moves(made, size)]) await owner.query(statement);
      console.log(
        `${size.toLocaleString("en-US")} products, ${(size * MOVES).toLocaleString("en-US")} moves (made in ${((performance.now() - began) / 1000).toFixed(0)} s)`,
      );
      made = size;
      const { rows } = await owner.query("select product_id from stock where code = 'BS0000777'");
      const one = `/inventory/${rows[0].product_id}`;
      for (const [name, path] of [...PAGES, ["商品の在庫", one]]) {
        const start = spent(app);
        const { p50, p99, bytes } = await latency(app.base, path, seller, TIMES);
        const end = spent(app);
        const [server, database] = ["server", "database"].map(
          (part) => (end?.[part] - start?.[part]) / TIMES / 2,
        );
        const now = { p50, cpu: server + database };
        const before = found.get(name);
        if (!before) found.set(name, now);
        const growth = (what) =>
          `×${(now[what] / before[what]).toFixed(2)}, exponent ${(Math.log(now[what] / before[what]) / Math.log(size / sizes[0])).toFixed(2)}`;
        console.log(
          `${name.padEnd(16)}\tp50 ${ms(p50)}  p99 ${ms(p99)}  cpu ${server.toFixed(1)} + ${database.toFixed(1)} ms  ${(bytes / 1000).toFixed(1)} KB` +
            (before ? `  p50 ${growth("p50")}  cpu ${growth("cpu")}` : ""),
        );
      }
      console.log(`図\t${(await chartBytes(app.base, seller, one)).join(", ")}`);
    }
    await countSheet(app.base, seller, owner);
    const { rows } = await owner.query(
      "select * from check_stock() union all select * from check_stock_tallies() union all select * from check_stocktake_tallies()",
    );
    console.log(`invariants broken: ${rows.length}`);
  } finally {
    await owner.end();
  }
}
