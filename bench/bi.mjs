// What BIレポート costs with a year of a thousand cards and of a hundred thousand (--million: of a million), each page
// for a week and for a year; then 更新履歴 with a million entries.
import pg from "pg";
import { latency } from "./app.mjs";
import { edits, people, year } from "./bi.world.mjs";
import { spent } from "./cpu.mjs";

const TIMES = 60;
const ENTRIES = 1_000_000;
const day = (back) => new Date(Date.now() + 9 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
const custom = (days) => `period=custom&from=${day(days)}&to=${day(1)}`;
/** Seven days: this week is one day on a Monday. */
const WEEK = custom(7);
/** 日報 and 一覧 show so many days at most. */
const MOST = custom(91);
const YEAR = "period=year";

/** What is held against the goal, and what is only told: rows of long periods are as many as they are. */
const REPORTS = [
  ["加工実績", "/bi/stat"],
  ["加工実績（前期間）", "/bi/stat", "&compare=on"],
  ["加工実績（商品）", "/bi/stat", "&axis=product"],
  ["加工実績（作業者）", "/bi/stat", "&axis=worker"],
  ["記録データ", "/bi/quality"],
  ["不良明細", "/bi/defective"],
  ["更新履歴", "/bi/history"],
  ["作業日報（集計）", "/bi/worktime/sums"],
  ["作業日報（商品別）", "/bi/worktime/sums", "&by=product"],
];
const OTHERS = [
  ["BIの初め", "/bi"],
  ["明細 週", `/bi/stat/works?${WEEK}`],
  ["明細 年", `/bi/stat/works?${YEAR}`],
  ["作業日報 週", `/bi/worktime?${WEEK}`],
  ["作業日報 91日", `/bi/worktime?${MOST}`],
  ["一覧 週", `/bi/worktime/rows?${WEEK}`],
  ["一覧 91日", `/bi/worktime/rows?${MOST}`],
  ["CSV 加工実績 年", `/bi/stat.csv?${YEAR}`],
  ["CSV 集計 年", `/bi/worktime/sums.csv?${YEAR}`],
  ["CSV 不良明細 週", `/bi/defective.csv?${WEEK}`],
];
const HISTORY = [
  ["1ページ目", YEAR],
  ["種類", `${YEAR}&group=finish`],
  ["種類（まれ）", `${YEAR}&group=document`],
  ["操作者", `${YEAR}&actor=${encodeURIComponent("山口")}`],
  ["項目", `${YEAR}&field=num_good`],
  ["項目（まれ）", `${YEAR}&field=delivery_date`],
  ["対象番号", "number=V0000777"],
  ["半年前", `period=custom&from=${day(200)}&to=${day(180)}`],
];

const ms = (value) => `${value.toFixed(1)} ms`;
const exponent = (times, sizes) => (Math.log(times) / Math.log(sizes)).toFixed(2);

/** With the processor time of each, which a busy machine falsifies less. */
async function timed(app, path, cookie, times) {
  const start = spent(app);
  const found = await latency(app.base, path, cookie, times);
  const end = spent(app);
  const of = (part) => (end?.[part] - start?.[part]) / times / 2;
  return { ...found, cpu: of("server") + of("database") };
}

/** Where the list goes on from somewhere in its depth, as its 次へ would lead there. */
async function deepCursor(owner) {
  const { rows } = await owner.query(
    `select key, to_json(at)#>>'{}' as at from activity where seller_id = 'yamada' and at < now() - interval '300 days'
      order by at desc, key desc limit 1`,
  );
  return Buffer.from(JSON.stringify(["-at", rows[0].at, Number(rows[0].key)])).toString("base64url");
}

async function measureHistory(app, seller, owner, found, entries) {
  const pages = [...HISTORY, ["奥のページ", `${YEAR}&after=${await deepCursor(owner)}`]];
  for (const [name, query] of pages) {
    const { p50, p99, bytes } = await latency(app.base, `/bi/history?${query}`, seller, TIMES);
    const before = found.get(`history ${name}`);
    found.set(`history ${name}`, before ?? { p50, entries });
    console.log(
      `更新履歴 ${name.padEnd(10)}\tp50 ${ms(p50)}  p99 ${ms(p99)}  ${(bytes / 1000).toFixed(1)} KB` +
        (before
          ? `  ×${(p50 / before.p50).toFixed(2)}, exponent ${exponent(p50 / before.p50, entries / before.entries)}`
          : ""),
    );
  }
}

/** Goals: a year of the largest within twice a week of the smallest, growth of 0.1 at most. */
export async function measureBi(app, seller, sizes) {
  console.log(
    `\nBIレポート with a year of ${sizes.map((n) => n.toLocaleString("en-US")).join(" and ")} cards (goals: a year within ×2.0 of a week at ${sizes[0].toLocaleString("en-US")}, exponent ≤ 0.1)`,
  );
  const owner = new pg.Client({ connectionString: app.database().owner_url });
  await owner.connect();
  const found = new Map();
  const entriesNow = async () =>
    Number((await owner.query("select count(*) as n from activity where seller_id = 'yamada'")).rows[0].n);
  try {
    await owner.query("set statement_timeout = 0");
    await owner.query("set work_mem = '256MB'");
    await owner.query(people);
    let made = 0;
    for (const size of sizes) {
      const began = performance.now();
      for (const statement of year(made, size)) await owner.query(statement);
      made = size;
      const entries = await entriesNow();
      console.log(
        `${size.toLocaleString("en-US")} cards, ${entries.toLocaleString("en-US")} entries (made in ${((performance.now() - began) / 1000).toFixed(0)} s)`,
      );
      for (const [name, path, more = ""] of REPORTS) {
        const week = await timed(app, `${path}?${WEEK}${more}`, seller, TIMES);
        const whole = await timed(app, `${path}?${YEAR}${more}`, seller, TIMES);
        const first = found.get(name) ?? { week, year: whole };
        found.set(name, first);
        const grown = (what, now) =>
          `cpu ${now.cpu.toFixed(1)}` +
          (size === sizes[0]
            ? ""
            : ` (exponent ${exponent(now.p50 / first[what].p50, size / sizes[0])}, cpu ${exponent(now.cpu / first[what].cpu, size / sizes[0])})`);
        console.log(
          `${name.padEnd(12)}\tweek p50 ${ms(week.p50)} p99 ${ms(week.p99)} ${grown("week", week)}  ` +
            `year p50 ${ms(whole.p50)} p99 ${ms(whole.p99)} ${grown("year", whole)}  ` +
            `year/first week ×${(whole.p50 / first.week.p50).toFixed(2)} (cpu ×${(whole.cpu / first.week.cpu).toFixed(2)})  ${(whole.bytes / 1000).toFixed(1)} KB`,
        );
      }
      for (const [name, path] of OTHERS) {
        const { p50, p99, bytes } = await latency(app.base, path, seller, 20);
        const before = found.get(name);
        found.set(name, before ?? p50);
        console.log(
          `${name.padEnd(12)}\tp50 ${ms(p50)}  p99 ${ms(p99)}  ${(bytes / 1000).toFixed(1)} KB` +
            (before
              ? `  ×${(p50 / before).toFixed(2)}, exponent ${exponent(p50 / before, size / sizes[0])}`
              : ""),
        );
      }
      if (size === sizes.at(-1) && entries < ENTRIES)
        for (const statement of edits(ENTRIES)) await owner.query(statement);
      await measureHistory(app, seller, owner, found, await entriesNow());
    }
    const { rows } = await owner.query("select * from check_bi_tallies('-infinity')");
    console.log(`tallies that are not what happened: ${rows.length}`);
  } finally {
    await owner.end();
  }
}
