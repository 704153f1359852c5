import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeOnTimeDay, readBasis } from "~/lib/accounting/basis.change.server";
import { restoreDelivery } from "~/lib/accounting/delivery.follow.server";
import { issueDeliveries } from "~/lib/accounting/delivery.issue.server";
import { deliveryNew } from "~/lib/accounting/delivery.schema";
import { cancelDelivery } from "~/lib/accounting/delivery.state.server";
import type { Who } from "~/lib/api/who";
import { type Tx, tenant } from "~/lib/db/connection.server";
import fc, { runs } from "~/lib/dice.testing";
import { decimal, milli } from "~/lib/money/decimal";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import type { Card } from "~/lib/tables/card.table.server";
import { askedBy } from "~/lib/task/asked.server";
import { dividing } from "~/lib/task/branch.schema";
import { divideCard } from "~/lib/task/branch.server";
import { createCard } from "~/lib/task/card.create.server";
import { moveCard } from "~/lib/task/card.move.server";
import { type CardChanges, changeCard } from "~/lib/task/card.write.server";
import { registerDefect } from "~/lib/task/defect.server";
import { shipment } from "~/lib/task/ship.schema";
import { shipCard, unshipCard } from "~/lib/task/ship.server";
import { someone } from "~/lib/task/testing.server";
import { treating, untreating } from "~/lib/task/treat.schema";
import { treatDefects } from "~/lib/task/treat.server";
import { undoCard } from "~/lib/task/undo.server";
import { untreatDefects } from "~/lib/task/untreat.server";
import { correctWork } from "~/lib/task/work.correct.server";
import { finishWork } from "~/lib/task/work.finish.server";
import { correcting, defecting, finishing, pausing, starting } from "~/lib/task/work.schema";
import { pauseWork, resumeWork, startWork } from "~/lib/task/work.server";
import { addDays, tokyoDate } from "~/lib/time/date";
import { leadTime } from "./lead";
import { arrivals, isEarly, onTime } from "./ontime";
import { yields } from "./rate";
import { clip, minutesOf, without } from "./span";
import { splitWork } from "./split";
import type { Figures, Stat } from "./stat.schema";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, keiri: Person, tanaka: Person, suzuki: Person;
let products: number[], workers: number[];
let reason_id: number, pause_id: number;
const FIRST = Date.parse("2024-02-28T01:00:00Z");
const RANGE = "period=custom&from=2024-02-01&to=2024-06-30";

beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, keiri, tanaka, suzuki] = await t.people(
    "admin@yamada",
    "keiri@yamada",
    "admin@tanaka",
    "admin@suzuki",
  );
  const ids = async (query: string) => (await owner.query(query)).rows.map(({ id }) => Number(id));
  await owner.query("delete from product_step where seller_id = 'yamada'");
  await owner.query("update process set runs_unmanned = true");
  products = await ids(
    "select product_id as id from product where seller_id = 'yamada' and order_unit = 'piece' order by 1 limit 3",
  );
  workers = await ids("select worker_id as id from worker where company_id = 'yamada' order by 1 limit 3");
  [reason_id] = (await ids(
    "select min(reason_id) as id from reason where company_id = 'yamada' and kind = 'defect'",
  )) as [number];
  [pause_id] = (await ids(
    "select min(reason_id) as id from reason where company_id = 'yamada' and kind = 'pause'",
  )) as [number];
  for (const [product_id, sort, group_id, setup, each] of STANDARDS)
    await owner.query(
      `insert into product_step (product_id, sort, seller_id, group_id, setup_minutes, minutes_per_item)
        values ($1, $2, 'yamada', $3, $4, $5)`,
      [products[product_id], 90 + sort, group_id, setup, each],
    );
});
/** Which product, its place, the process, 段取 and 1個あたり. */
const STANDARDS = [
  [0, 1, 3, 10, 0.125],
  [0, 2, 4, null, 1.5],
  [1, 1, 3, 5, null],
  [2, 1, 3, null, 2],
  [2, 2, 7, 1, 0.5],
] as const;
afterAll(async () => {
  expect((await owner.query("select * from check_bi('-infinity')")).rows).toEqual([]);
  await t.stop();
});

let clock = FIRST;
const who = (): Who => ({ ...someone("yamada", "seller"), now: new Date(clock).toISOString() });
const as = <T>(run: (db: Tx, me: Who) => Promise<T>) => tenant(t.db, who(), (db) => run(db, who()));

/** A card in 切断, and whatever else is said of it. */
const placed = (more: Partial<Parameters<typeof createCard>[2]> & { buyer_id: string; name: string }) =>
  as((db, me) =>
    createCard(db, me, {
      seller_id: "yamada",
      num_items: "5",
      order_unit: "piece",
      unit: "piece",
      num_units: "5",
      group_id: 3,
      status: "切断",
      ...more,
    }),
  );

type Turn = { act: string; n: number; m: number; k: number; after: number };
const ACTS = [
  "start",
  "pause",
  "finish",
  "finish",
  "move",
  "defect",
  "ship",
  "unship",
  "undo",
  "divide",
  "correct",
  "treat",
  "treat",
  "untreat",
  "deliver",
  "deliver",
  "cancel",
  "cancel",
  "restore",
  "basis",
];
async function chooseDay(db: Tx, me: Who, buyer_id: string, on_time_day: "shipped" | "delivered") {
  const { version } = (await readBasis(db, me, buyer_id)).buyer!;
  return changeOnTimeDay(db, me, buyer_id, { on_time_day, version });
}

const turn = fc.record({
  act: fc.constantFrom(...ACTS),
  n: fc.nat(40),
  m: fc.nat(5),
  k: fc.nat(11),
  after: fc.constantFrom(1, 7, 45, 300, 900),
});

/** One turn of one card, refused where it can't be: whatever was done, the figures must agree. */
async function act(key: number, { act: name, n, m, k }: Turn): Promise<void> {
  const { rows } = await owner.query("select * from card where key = $1", [key]);
  const card = rows[0] as Card;
  const { version } = card;
  const worker_ids = k % 4 === 0 ? [] : [workers[k % 3]!];
  const reason = "試験";
  await as<unknown>(async (db, me) => {
    const ship = () =>
      shipCard(
        db,
        me,
        key,
        shipment.parse({
          version,
          // Full often enough that something is kept whatever is thrown.
          num_good: String(k % 3 === 0 ? 40 : n + 1),
          over: true,
          uncounted: true,
          shortage: "close",
          reason,
        }),
      );
    if (name === "start")
      return startWork(
        db,
        me,
        key,
        starting.parse({ version, worker_ids, is_unmanned: m > 2, override: true, reason }),
      );
    if (name === "pause")
      return m % 2 === 0
        ? pauseWork(db, me, key, pausing.parse({ version, worker_ids: [], reason_id: pause_id }))
        : resumeWork(db, me, key, { version, worker_ids: [] });
    if (name === "finish")
      return finishWork(
        db,
        me,
        key,
        finishing.parse({
          version,
          worker_ids: k % 3 === 0 ? worker_ids : [],
          num_good: String(n),
          num_defective: String(m % 3),
          num_partial: k === 7 ? "1" : "0",
          reason_id,
          treatment: k === 5 ? "concession" : undefined,
          shortage: "short",
          inside: true,
          over: true,
        }),
      );
    if (name === "move")
      return moveCard(db, me, key, { version, group_id: 2 + (k % 7), inside: true, rest: "all" });
    if (name === "defect")
      return registerDefect(
        db,
        me,
        key,
        defecting.parse({
          version,
          num: String(1 + m),
          reason_id,
          treatment: k % 3 ? "scrap" : "concession",
          from_counted: k % 2 === 0,
          over: true,
        }),
      );
    if (name === "treat" || name === "untreat") {
      const found = await owner.query(
        `select coalesce('w' || work_key, 'd' || key) as row, num from defect where card_key = $1 and not is_void
          and (treatment is null) = $2 order by key desc limit 1`,
        [key, name === "treat"],
      );
      if (found.rows.length === 0) return;
      const [{ row, num }] = found.rows;
      const tick = `${row}:${decimal(milli(num.replace(/\.?0+$/, "")))}`;
      return name === "treat"
        ? treatDefects(
            db,
            me,
            treating.parse({
              rows: tick,
              treatment: ["concession", "scrap", "rework"][k % 3],
              is_billing_target: "",
            }),
          )
        : untreatDefects(db, me, untreating.parse({ rows: tick }));
    }
    if (name === "ship") return ship();
    if (name === "unship") return unshipCard(db, me, key, { version, reason });
    if (name === "undo") return undoCard(db, me, key, { version });
    if (name === "deliver") {
      const num_good = milli(card.num_good) === 0n ? (await ship()).num_good : card.num_good;
      const input = {
        buyer_id: card.buyer_id,
        lines: [{ card_key: key, num_items: m === 0 ? "1" : num_good, unbilled: k === 0 ? "on" : "" }],
        delivery_date: addDays(tokyoDate(new Date(clock)), m - 2),
        grouping: "one",
        unusual_date: "on",
        show_amounts: "on",
      };
      return issueDeliveries(db, me, deliveryNew.parse(input));
    }
    if (name === "cancel" || name === "restore") {
      const notes = await owner.query(
        `select d.key from delivery d join delivery_line l on l.delivery_key = d.key
          where l.card_key = $1 and l.is_live = $2 order by d.key desc limit 1`,
        [key, name === "cancel"],
      );
      if (notes.rows.length === 0) return;
      const run = name === "cancel" ? cancelDelivery : restoreDelivery;
      return run(db, me, Number(notes.rows[0].key), reason);
    }
    if (name === "basis") return chooseDay(db, me, card.buyer_id, k % 3 === 0 ? "shipped" : "delivered");
    if (name === "divide")
      return divideCard(
        db,
        me,
        key,
        dividing.parse({
          version,
          parts: [{ num_items: String(Number(card.num_items) - 1) }, { num_items: "1" }],
          scale_parts: "no",
        }),
      );
    const work = await owner.query(
      "select * from work where card_key = $1 and work_end is not null order by key desc limit 1",
      [key],
    );
    if (work.rows.length === 0) return;
    const { key: work_key, work_end, work_start } = work.rows[0];
    const given =
      k % 3 === 0
        ? { num_good: String(m) }
        : k % 3 === 1
          ? { worker_id: workers[m % 3] }
          : work_start
            ? { work_end: new Date(Math.max(+work_start, +work_end - m * 600_000)).toISOString() }
            : { is_void: true };
    return correctWork(
      db,
      me,
      key,
      correcting.parse({ version, work_key: Number(work_key), reason, ...given }),
    );
  }).catch((error: { status?: number; name?: string }) => {
    if (!error.status && error.name !== "ZodError") throw error;
  });
}

const stat = async (query: string, person = yamada): Promise<Stat> => {
  const answer = await person.get(`/bi/stat?${query}`);
  expect([query, answer.status, answer.body.detail]).toEqual([query, 200, undefined]);
  return answer.body;
};
const sum = (rows: Figures[], name: "num_good" | "num_defective" | "num_shipped") =>
  decimal(rows.reduce((all, row) => all + milli(row[name] ?? "0"), 0n));
const add = (rows: Figures[], name: keyof Figures) =>
  rows.reduce((all, row) => all + Number(row[name] ?? 0), 0);

/**
 * Counted from the log alone, entry after entry; what was taken back comes again when it is corrected, but
 * of what was begun, which goes on with nothing done.
 */
async function counted() {
  const { rows } =
    await owner.query(`select a.kind, i.after from activity a join activity_inner i on i.activity_key = a.key
    where a.subject = 'card' and a.seller_id = 'yamada' order by a.key`);
  const works = new Map<string, { good: bigint; partial: bigint; bad: bigint; stands: boolean }>();
  const NONE = { good: 0n, partial: 0n, bad: 0n, stands: true };
  const begun = new Set<string>();
  for (const { kind, after } of rows) {
    if (kind === "finished")
      works.set(String(after["work.keys"]).split(",")[0]!, {
        good: milli(after["work.num_good"]),
        partial: milli(after["work.num_partial"]),
        bad: milli(after["work.num_defective"]),
        stands: true,
      });
    if (kind === "started") for (const key of String(after["work.keys"]).split(",")) begun.add(key);
    if (after["work.work_start"]) begun.add(String(after["work.key"]));
    for (const key of String(after["work.reopened"] ?? "").split(","))
      if (kind === "undone" && works.has(key))
        works.set(key, { ...(begun.has(key) ? NONE : works.get(key)!), stands: false });
    if (!["corrected", "treated", "untreated"].includes(kind) || !("work.key" in after)) continue;
    const key = String(after["work.key"]);
    const was = works.get(key) ?? NONE;
    const good = "work.num_good" in after ? milli(after["work.num_good"]) : was.good;
    const bad = "work.num_defective" in after ? milli(after["work.num_defective"]) : was.bad;
    works.set(key, { ...was, good, bad, stands: kind === "corrected" ? !after["work.is_void"] : was.stands });
  }
  return [...works.values()].filter((one) => one.stands);
}

/** 直行率 anew from the rows: what is 手直し is said by the 不良 that it was made for. */
async function firstPasses(found: Stat) {
  const { rows: cards } = await owner.query("select key, id, parent_id, seller_id, task_type from card");
  const { rows: defects } = await owner.query("select * from defect where not is_void");
  const { rows: work } = await owner.query("select * from work where not is_void and work_end is not null");
  const { rows: roles } = await owner.query("select group_id, role from process where company_id = 'yamada'");
  const roleOf = new Map(roles.map(({ group_id, role }) => [group_id, role]));
  const byId = new Map(cards.map((card) => [`${card.seller_id} ${card.id}`, card]));
  const byKey = new Map(cards.map((card) => [card.key, card]));
  const reworks = new Set(
    defects.filter(({ treatment }) => treatment === "rework").map((one) => one.child_key),
  );
  const isRework = (card: (typeof cards)[number]): boolean =>
    reworks.has(card.key) ||
    (card.task_type === "division" && isRework(byId.get(`${card.seller_id} ${card.parent_id}`)));
  const sums = new Map<number, { first: number; bad: number; again: number }>();
  const put = (row: (typeof work)[number], good: number, defective: number) => {
    const was = sums.get(row.group_id) ?? { first: 0, bad: 0, again: 0 };
    const again = isRework(byKey.get(row.card_key));
    sums.set(row.group_id, {
      first: was.first + (again ? 0 : good),
      bad: was.bad + (again ? 0 : defective),
      again: was.again + (again ? good : 0),
    });
  };
  for (const row of work) {
    const role = roleOf.get(row.group_id);
    if (!["work", "inspect", "outsource"].includes(role)) put(row, 0, Number(row.num_defective));
    else
      put(
        row,
        Number(row.num_good) + (role === "inspect" ? 0 : Number(row.num_partial)),
        Number(row.num_defective),
      );
  }
  for (const row of defects.filter((one) => one.work_key === null && one.treatment !== "concession"))
    put(row, row.is_recounted ? -Number(row.num) : 0, Number(row.num));
  expect([...sums.values()].some(({ again }) => again > 0)).toBe(true);
  // A card may have stood in a process in which nothing was worked on.
  const sumOf = (group_id: number) => sums.get(group_id) ?? { first: 0, bad: 0, again: 0 };
  const naive = yields(
    found.processes.map(({ group_id }) => {
      const { first, bad, again } = sumOf(group_id);
      return { input: first + bad, first_good: first, rework_good: again };
    }),
  );
  expect(found.processes.map(({ fpy, final_rate }) => ({ fpy, final: final_rate }))).toEqual(naive.steps);
  const entered = found.processes
    .map(({ group_id }) => sumOf(group_id))
    .filter((one) => one.first + one.bad > 0);
  expect(found.total.fpy).toBe(
    yields(entered.map((one) => ({ input: one.first + one.bad, first_good: one.first, rework_good: 0 }))).rty,
  );
  for (const row of found.rows.filter(({ id }) => id !== ""))
    expect([row.id, row.fpy]).toEqual([
      row.id,
      found.processes.find(({ group_id }) => String(group_id) === row.id)?.fpy ?? null,
    ]);
}

/** One card, and what is made of its 不良 after it. */
async function live(turns: Turn[], which: number): Promise<void> {
  clock = FIRST + which * 86_400_000 + (clock % 7) * 60_000;
  const buyer_id = which % 2 === 0 ? "tanaka" : "suzuki";
  const made = await placed({
    buyer_id,
    name: "試験の品",
    product_id: which === 5 ? null : products[which % 3]!,
    num_items: "40",
    num_units: "40",
    unit_price: "100",
    price: 4000,
    delivery_date: tokyoDate(new Date(clock + 3 * 86_400_000)),
  });
  for (const one of turns) {
    clock += one.after * 60_000;
    await act(made.key, one);
  }
  const children = await owner.query(
    "select b.key from card c join card b on b.seller_id = c.seller_id and b.parent_id = c.id where c.key = $1 and b.task_type = 'defective'",
    [made.key],
  );
  for (const { key } of children.rows)
    for (const name of ["start", "finish"]) {
      clock += 20 * 60_000;
      await act(Number(key), { act: name, n: 1, m: 0, k: 1, after: 0 });
    }
}

test("over whatever happened, each axis comes to the total, and the total to the log", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 3, maxLength: 14 }), fc.nat(5), async (turns, which) => {
      await live(turns, which);
      expect((await owner.query("select * from check_bi('-infinity')")).rows).toEqual([]);
    }),
    { numRuns: runs(16) },
  );
  // 手直し at least once, and something kept, whatever was thrown.
  const each = { n: 10, m: 2, k: 2, after: 45 };
  await live(
    [
      { act: "start", ...each },
      { act: "finish", ...each },
      { act: "treat", ...each },
    ],
    1,
  );
  await live([{ ...each, act: "ship", k: 3 }], 0);
  // 納品書 that come, go and come back, before and after the pair's choice.
  const notes = ["deliver", "basis", "cancel", "restore", "deliver", "cancel", "basis", "restore", "unship"];
  for (const k of [1, 3])
    await live(
      notes.map((name, at) => ({ ...each, act: name, m: at === 0 ? 0 : 3, k })),
      2,
    );
  expect((await owner.query("select * from check_bi('-infinity')")).rows).toEqual([]);
  for (const buyer_id of ["tanaka", "suzuki"]) await onTimeBy(buyer_id, "shipped");
  const { total } = await stat(`${RANGE}&axis=process`);
  for (const name of ["num_good", "num_defective", "minutes", "num_passed", "num_cards", "num_kept"] as const)
    expect([name, Number(total[name])]).toEqual([name, expect.toSatisfy((n: number) => n > 0)]);
  for (const axis of ["process", "product", "buyer", "worker"] as const) {
    const found = await stat(`${RANGE}&axis=${axis}&step=week`);
    expect([axis, found.total]).toEqual([axis, total]);
    expect([axis, sum(found.rows, "num_good"), sum(found.rows, "num_defective")]).toEqual([
      axis,
      total.num_good,
      total.num_defective,
    ]);
    expect([axis, add(found.rows, "minutes"), add(found.rows, "num_passed")]).toEqual([
      axis,
      total.minutes,
      total.num_passed,
    ]);
    expect([axis, add(found.rows, "standard_minutes")]).toEqual([axis, Number(total.standard_minutes)]);
    if (axis === "product" || axis === "buyer")
      for (const name of ["num_cards", "price", "num_due", "original_due"] as const)
        expect([axis, name, add(found.rows, name)]).toEqual([axis, name, total[name]]);
    const series = decimal(
      found.trend.reduce((all, { values }) => values.reduce((one, value) => one + milli(value), all), 0n),
    );
    expect([axis, series]).toEqual([axis, total.num_good]);
  }
  for (const query of ["", "&group_id=3", "&buyer_id=tanaka", "&worker_id=0", `&product_id=${products[0]}`]) {
    const { total: figures } = await stat(`${RANGE}${query}`);
    const asked = `/bi/defective?${RANGE}&side=inside&size=1000${query}`;
    const { items, total: listed, sums } = (await yamada.get(asked)).body;
    expect([query, listed, sums["num_defective.piece"]]).toEqual([
      query,
      items.length,
      sum(items, "num_defective"),
    ]);
    const loss = items.reduce((n: number, one: { loss: number | null }) => n + Number(one.loss), 0);
    expect([query, sums.loss]).toEqual([query, loss]);
    const { total: beside, causes } = (await yamada.get(asked.replace("defective", "defective/summary")))
      .body;
    expect([query, sum(items, "num_defective")]).toEqual([query, figures.num_defective]);
    expect([query, beside.num_defective, beside.defect_rate]).toEqual([
      query,
      figures.num_defective,
      figures.defect_rate,
    ]);
    expect([query, causes.reduce((n: number, one: { value: number }) => n + one.value, 0)]).toEqual([
      query,
      Number(figures.num_defective),
    ]);
    // What is read by 状態 comes from rows, the rest from tallies.
    for (const [name, values] of [
      ["state", ["open", "doing", "done"]],
      ["treatment", ["none", "rework", "remake", "scrap", "concession"]],
    ] as const) {
      const parts = await Promise.all(
        values.map(async (value) => {
          const one = `${asked}&${name}=${value}`;
          return [
            (await yamada.get(one)).body,
            (await yamada.get(one.replace("defective", "defective/summary"))).body,
          ];
        }),
      );
      const all = (of: (part: any[]) => number) => parts.reduce((n, part) => n + of(part), 0);
      expect([query, name, all(([list]) => list.total), all(([, one]) => one.total.n)]).toEqual([
        query,
        name,
        listed,
        beside.n,
      ]);
      expect([
        query,
        name,
        all(([, one]) => Number(one.total.num_defective)),
        all(([, one]) => one.total.loss),
      ]).toEqual([query, name, Number(beside.num_defective), beside.loss]);
    }
  }
  const logged = await counted();
  const { rows: work } =
    await owner.query(`select w.*, p.role from work w join process p on p.company_id = w.seller_id and p.group_id = w.group_id
    where not is_void and work_end is not null`);
  expect(work.reduce((all, row) => all + milli(row.num_defective.replace(/\.?0+$/, "") || "0"), 0n)).toBe(
    logged.reduce((all, one) => all + one.bad, 0n),
  );
  const done = (of: { num_good: string; num_partial: string }) =>
    Number(of.num_good) + Number(of.num_partial);
  expect(work.reduce((n, row) => n + done(row), 0)).toBe(
    Number(logged.reduce((n, one) => n + one.good + one.partial, 0n)) / 1000,
  );
  // 検査 is the last step: 途中数 is counted anew there.
  const made = work.filter(({ role }) => role === "work" || role === "inspect");
  expect(made.reduce((n, row) => n + (row.role === "inspect" ? Number(row.num_good) : done(row)), 0)).toBe(
    Number(total.num_good),
  );
  await firstPasses(await stat(`${RANGE}&axis=process`));
  const { rows: timed } =
    await owner.query(`select w.group_id, w.num_good + w.num_partial as num, c.product_id::int,
      coalesce((select sum(minutes) from (table work_minute union all table machine_minute) m where m.work_key = w.key), 0)::int as minutes
    from work w join card c on c.key = w.card_key where not w.is_void and w.work_end is not null`);
  const known = timed.flatMap((row) => {
    const step = STANDARDS.find(
      ([product, , group]) => products[product] === row.product_id && group === row.group_id,
    );
    return step
      ? [{ standard: (step[3] ?? 0) + (step[4] ?? 0) * Number(row.num), minutes: row.minutes, row }]
      : [];
  });
  const pair = ({ row }: (typeof known)[number]) => `${row.product_id} ${row.group_id}`;
  const timedPairs = new Set(known.filter((one) => one.minutes > 0).map(pair));
  const compared = known.filter((one) => timedPairs.has(pair(one)));
  expect(compared.length).toBeGreaterThan(0);
  const standard = compared.reduce((all, one) => all + one.standard, 0);
  expect(Number(total.standard_minutes)).toBeCloseTo(standard, 6);
  expect(Number(total.achieved)).toBeCloseTo(
    (100 * standard) / compared.reduce((all, one) => all + one.minutes, 0),
    1,
  );
  const often = products.filter((id) => compared.filter(({ row }) => row.product_id === id).length >= 5);
  const { standard: told } = await stat(`${RANGE}&axis=worker`);
  expect([...told!.best, ...told!.worst].map(({ id }) => Number(id)).sort()).toEqual([...often].sort());
  const byWorker = new Map<string, typeof work>();
  const timedWork = work.filter((one) => one.work_start);
  for (const row of timedWork.filter((one) => !one.is_unmanned))
    byWorker.set(String(row.worker_id ?? `none${row.key}`), [
      ...(byWorker.get(String(row.worker_id ?? `none${row.key}`)) ?? []),
      row,
    ]);
  const { rows: pauses } = await owner.query("select * from pause");
  const stopsOf = (row: (typeof work)[number]) =>
    pauses
      .filter((stop) => stop.work_key === row.key)
      .map((stop) => [+stop.pause_start, +stop.pause_end] as const);
  const isShort = (row: (typeof work)[number]) => +row.work_end - +row.work_start <= 7 * 86_400_000;
  const running = timedWork.filter((one) => one.is_unmanned && !one.partner_id && isShort(one));
  let minutes = 0;
  let machine = 0;
  for (
    let day = Date.parse("2024-02-01T00:00:00+09:00");
    day < Date.parse("2024-07-01T00:00:00+09:00");
    day += 86_400_000
  ) {
    // Each machine by itself, however many one person set going.
    for (const row of running)
      machine += minutesOf(
        clip(without([[+row.work_start, +row.work_end]], stopsOf(row)), [day, day + 86_400_000]),
      );
    for (const all of byWorker.values())
      for (const part of splitWork(
        all
          .filter((row) => isShort(row) && +row.work_end > day && +row.work_start < day + 86_400_000)
          .map((row) => ({
            key: Number(row.key),
            start: +row.work_start,
            end: +row.work_end,
            pauses: stopsOf(row),
          })),
        [day, day + 86_400_000],
      ).values())
        minutes += part;
  }
  expect(machine).toBe(total.machine_minutes ?? 0);
  const outside = await stat(`${RANGE}&axis=partner`);
  expect(minutes).toBe(total.minutes! + outside.total.minutes!);
});

/** 納期遵守 from the rows, card after card, in the days that the pair has chosen. */
async function onTimeOf(buyer_id?: string) {
  const { rows: cards } = await owner.query(
    `select c.key, c.num_items, c.num_good, c.is_billing_target, c.shipped_time, c.delivery_date::text as promised,
      d.original_date::text as original, k.on_time_day
    from card c join collaboration k on (k.seller_id, k.buyer_id) = (c.seller_id, c.buyer_id)
      left join agreed_due d on d.card_key = c.key
    where c.seller_id = 'yamada' and c.cancelled_time is null and coalesce(c.answer, 'accepted') = 'accepted'
      and c.task_type is distinct from 'part' and ($1::text is null or c.buyer_id = $1)`,
    [buyer_id ?? null],
  );
  const { rows: lines } = await owner.query(`select l.card_key, d.delivery_date::text as day, l.num_items
    from delivery d join delivery_line l on l.delivery_key = d.key where d.cancelled_time is null`);
  const num = (text: string) => decimal(milli(text.replace(/\.?0+$/, "")));
  const dueBy = (day: "promised" | "original") =>
    cards
      .filter((card) => card[day] >= "2024-02-01" && card[day] <= "2024-06-30")
      .map((card) => ({
        key: Number(card.key),
        qty: num(card.num_items),
        due: card[day],
        ships: arrivals(
          card,
          card.shipped_time && [tokyoDate(card.shipped_time), num(card.num_good)],
          lines.filter((line) => line.card_key === card.key).map((line) => [line.day, num(line.num_items)]),
        ),
      }));
  const [promised, original] = [dueBy("promised"), dueBy("original")].map((due) => onTime(due, "2026-01-01"));
  const figures = {
    num_due: promised!.num_due,
    num_kept: promised!.num_kept,
    on_time: promised!.rate,
    on_time_items: promised!.qty_rate,
    original_due: original!.num_due,
    original_kept: original!.num_kept,
    original_on_time: original!.rate,
    original_on_time_items: original!.qty_rate,
  };
  const earlier = (days: number) =>
    dueBy("promised").flatMap((card) => (isEarly(card, days) ? card.key : []));
  return { figures, earlier };
}

const onTimeBy = (buyer_id: string, on_time_day: "shipped" | "delivered") =>
  as((db, me) => chooseDay(db, me, buyer_id, on_time_day));

test("納期遵守 by 出荷 or 納品 as each pair has it is that of its cards one by one, for seller and buyer alike", async () => {
  // Full on the day, on paper the day after: kept by 出荷 alone; the last the other way round.
  clock = Date.parse("2024-06-10T01:00:00Z");
  for (const [due, on_paper] of [
    ["2024-06-10", "2024-06-11"],
    ["2024-06-10", "2024-06-11"],
    ["2024-06-09", "2024-06-09"],
    ["2024-06-14", "2024-06-12"],
    ["2024-06-14", "2024-06-11"],
  ] as const) {
    const { key } = await placed({
      buyer_id: "tanaka",
      name: "納品の品",
      unit_price: "100",
      price: 500,
      delivery_date: due,
    });
    await as((db, me) =>
      shipCard(
        db,
        me,
        key,
        shipment.parse({ version: 1, num_good: "5", over: true, uncounted: true, reason: "試験" }),
      ),
    );
    const note = { delivery_date: on_paper, grouping: "one", unusual_date: "on", show_amounts: "on" };
    const lines = [{ card_key: key, num_items: "5" }];
    await as((db, me) => issueDeliveries(db, me, deliveryNew.parse({ buyer_id: "tanaka", lines, ...note })));
  }
  await owner.query("update factory_meta set early_days = 2 where company_id = 'yamada'");
  const seen = new Set<unknown>();
  for (const [ofTanaka, ofSuzuki] of [
    ["delivered", "shipped"],
    ["delivered", "delivered"],
    ["shipped", "delivered"],
    ["shipped", "shipped"],
  ] as const) {
    await onTimeBy("tanaka", ofTanaka);
    await onTimeBy("suzuki", ofSuzuki);
    expect((await owner.query("select * from check_bi('-infinity')")).rows).toEqual([]);
    const [all, theirs] = [await onTimeOf(), await onTimeOf("tanaka")];
    seen.add(JSON.stringify(theirs.figures));
    const [whole, told] = [await stat(RANGE), await stat(RANGE, tanaka)];
    const ours = await stat(`${RANGE}&buyer_id=tanaka`);
    expect(whole.total).toMatchObject(all.figures);
    expect(told.total).toMatchObject(theirs.figures);
    expect(ours.total).toMatchObject(theirs.figures);
    // Each company looks for its own; without a number for none.
    expect([whole.early, ours.early, told.early]).toEqual([
      { days: 2, n: all.earlier(2).length },
      { days: 2, n: theirs.earlier(2).length },
      null,
    ]);
    expect(theirs.earlier(2).length).toBeGreaterThan(0);
    expect(whole.tiles.find(({ name }) => name === "on_time")!.note).toContain(
      `2日より早い ${all.earlier(2).length}枚`,
    );
    const { items } = (await yamada.get("/shipped?from=2024-01-01&to=2024-12-31&size=200")).body;
    const marked = items.filter((row: any) => row.is_early).map((row: any) => row.key);
    const listed = new Set(items.map((row: any) => row.key));
    const naive = all.earlier(2).filter((key) => listed.has(key));
    expect(marked.sort()).toEqual(naive.sort());
    expect(naive.length).toBeGreaterThan(0);
    const formula = (of: Stat) => of.tiles.find(({ name }) => name === "on_time")!.formula;
    expect(formula(ours)).toContain(
      ofTanaka === "delivered" ? "日は納品書の納品日で数える" : "日は出荷日で数える",
    );
    expect(formula(await stat(RANGE))).toContain("取引先ごと");
  }
  expect(seen.size).toBe(2);
  const { rows: log } =
    await owner.query(`select a.before, a.after from activity a join collaboration k on k.key = a.subject_key
    where a.subject = 'collaboration' and k.seller_id = 'yamada' and k.buyer_id = 'tanaka' order by a.key desc limit 1`);
  expect(log[0]).toMatchObject({ before: { on_time_day: "delivered" }, after: { on_time_day: "shipped" } });
});

test("a card that is shipped while its pair changes the day is counted by the day that then holds", async () => {
  const waits = async () => {
    const query =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await owner.query(query)).rowCount;
  };
  clock = Date.parse("2024-06-20T01:00:00Z");
  const ready = () =>
    placed({ buyer_id: "tanaka", name: "同時の品", price: 500, delivery_date: "2024-06-20" });
  const given = { version: 1, num_good: "5", over: true, uncounted: true, reason: "試験" };
  const ship = ({ key }: { key: number }) => as((db, me) => shipCard(db, me, key, shipment.parse(given)));
  const [first, second] = [await ready(), await ready()];
  // Each of the two is half done while the other begins.
  let changed: Promise<unknown> = Promise.resolve();
  await as(async (db, me) => {
    await shipCard(db, me, first.key, shipment.parse(given));
    changed = onTimeBy("tanaka", "delivered");
    await expect.poll(waits, { timeout: 20_000 }).toBe(1);
  });
  await changed;
  let shipped: Promise<unknown> = Promise.resolve();
  await as(async (db, me) => {
    await chooseDay(db, me, "tanaka", "shipped");
    shipped = ship(second);
    await expect.poll(waits, { timeout: 20_000 }).toBe(1);
  });
  await shipped;
  expect((await owner.query("select * from check_bi('-infinity')")).rows).toEqual([]);
});

test("直行率 of 外注 counts its 途中数, as 外注 looked at by itself does", async () => {
  clock = Date.parse("2023-07-03T01:00:00Z");
  const card = { name: "外注の途中", num_items: "20", num_units: "20", group_id: 6, status: "外注" };
  const { key } = await placed({ buyer_id: "tanaka", ...card });
  const counts = { num_good: "15", num_defective: "2", num_partial: "1", reason_id };
  await as((db, me) =>
    finishWork(db, me, key, finishing.parse({ version: 1, ...counts, next: "stay", shortage: "short" })),
  );
  const day = "period=custom&from=2023-07-03&to=2023-07-03";
  expect((await stat(`${day}&group_id=6`)).total.num_good).toBe("16");
  const { processes } = await stat(`${day}&axis=process`);
  expect(processes).toMatchObject([{ group_id: 6, num_good: "16", fpy: "88.9", final_rate: "88.9" }]);
});

const DAYS_OF = { asked: "created", accepted: "accepted", started: "started" } as const;

test("リードタイム from each start, in 暦日 and 営業日, is that of its cards one by one", async () => {
  await owner.query(`insert into company_holiday (company_id, holiday, label)
    values ('yamada', '2024-03-06', '創立記念日'), ('yamada', '2024-03-02', '土曜') on conflict do nothing`);
  const { rows: closed } = await owner.query(
    "select holiday::text as day from company_holiday where company_id = 'yamada'",
  );
  const holidays = new Set(closed.map(({ day }) => day));
  // A card that was asked for: accepted on its third day.
  clock = Date.parse("2024-03-04T01:00:00Z");
  const { key } = await placed({ buyer_id: "tanaka", name: "承諾の品", answer: "proposed" });
  const change = (kind: "accepted" | "shipped", changes: CardChanges) =>
    as(async (db, me) => {
      const [row] = (await db.execute<Card>(sql`select * from card where key = ${key}`)).rows;
      await changeCard(db, me, row!, kind, changes);
    });
  clock += 2 * 86_400_000;
  await change("accepted", { answer: "accepted" });
  clock += 86_400_000;
  await as((db, me) => startWork(db, me, key, starting.parse({ version: 2, worker_ids: [workers[0]] })));
  clock += 5 * 86_400_000;
  const { rows: version } = await owner.query("select version from card where key = $1", [key]);
  await as((db, me) =>
    shipCard(
      db,
      me,
      key,
      shipment.parse({
        version: version[0].version,
        num_good: "5",
        over: true,
        uncounted: true,
        reason: "試験",
      }),
    ),
  );
  const { rows: cards } =
    await owner.query(`select c.key, c.product_id, c.buyer_id, c.created_time as created,
      c.shipped_time as shipped, (select min(work_start) from work w where w.card_key = c.key and not w.is_void) as started,
      coalesce((select max(a.at) from activity a where a.subject = 'card' and a.subject_key = c.key
        and a.after ->> 'answer' = 'accepted'), c.created_time) as accepted
    from card c where c.seller_id = 'yamada' and c.task_type is distinct from 'part'
      and tokyo_day(c.shipped_time) between '2024-02-01' and '2024-06-30'`);
  const text = (at: Date) => at.toISOString();
  const own = cards.find((row) => Number(row.key) === key);
  expect(
    [text(own.created), text(own.accepted), text(own.started)].map((at) =>
      leadTime(at, text(own.shipped), holidays),
    ),
  ).toEqual([
    { calendar: 8, business: 5 },
    { calendar: 6, business: 4 },
    { calendar: 5, business: 3 },
  ]);
  for (const [query, chosen] of [
    ["", cards],
    ["&buyer_id=tanaka", cards.filter(({ buyer_id }) => buyer_id === "tanaka")],
    ["&task_type=none", cards],
  ] as const)
    for (const from of ["asked", "accepted", "started"] as const)
      for (const days of ["calendar", "business"] as const) {
        const naive = new Map<number, number>();
        for (const row of chosen) {
          const start: Date | null = row[DAYS_OF[from]];
          if (start === null) continue;
          const found = leadTime(text(start), text(row.shipped), holidays)[days];
          if (tokyoDate(start) <= tokyoDate(row.shipped)) naive.set(found, (naive.get(found) ?? 0) + 1);
        }
        const { lead, tiles } = await stat(`${RANGE}${query}&lead_from=${from}&lead_days=${days}`);
        const told = [query, from, days];
        expect([...told, lead.counted]).toEqual([
          ...told,
          [...naive].map(([at, n]) => ({ days: at, n })).sort((a, b) => a.days - b.days),
        ]);
        expect(lead).toMatchObject({ from, days });
        const tile = tiles.find(({ name }) => name === "lead_time")!;
        expect(tile.formula).toContain(days === "business" ? "出荷日までの営業日" : "出荷日までの暦日");
        expect(tile.note).toMatch(/^仕掛中 [\d,]+枚/);
        const unknown = chosen.length - lead.n;
        expect(tile.excluded.find(({ label }) => label.endsWith("の記録がないカード"))?.n ?? 0).toBe(unknown);
      }
  // 着手 is the factory's alone; 承諾 is as the factory has it.
  const theirs = await stat(`${RANGE}&buyer_id=tanaka&lead_from=accepted&lead_days=business`);
  const seen = await stat(`${RANGE}&lead_from=accepted&lead_days=business`, tanaka);
  expect(seen.lead.counted).toEqual(theirs.lead.counted);
  expect((await stat(`${RANGE}&lead_from=started`, tanaka)).lead.from).toBe("asked");
});

test("a night, a break and a closed day are no waiting within 勤務時間, beside the waiting by the calendar", async () => {
  const passed = async (name: string, moves: [process: number, at: string][], made: string) => {
    clock = Date.parse(made);
    const { key } = await placed({ buyer_id: "tanaka", name });
    for (const [group_id, at] of moves) {
      clock = Date.parse(at);
      const { rows } = await owner.query("select version from card where key = $1", [key]);
      const { version } = rows[0];
      await as((db, me) => moveCard(db, me, key, { version, group_id, inside: true, rest: "all" }));
    }
    return key;
  };
  const waitedOn = async (date: string) => {
    const { processes } = await stat(`period=custom&from=${date}&to=${date}`);
    return processes.map(({ group_id, num_passed, wait_minutes, num_shift_stays, shift_wait_minutes }) => ({
      group_id,
      num_passed,
      wait_minutes,
      num_shift_stays,
      shift_wait_minutes,
    }));
  };
  // Without 勤務時間 nobody knows: the figure is none, not 0.
  await passed("前", [[4, "2023-05-12T10:00:00+09:00"]], "2023-05-12T08:00:00+09:00");
  expect(await waitedOn("2023-05-12")).toEqual([
    { group_id: 3, num_passed: 1, wait_minutes: 120, num_shift_stays: 0, shift_wait_minutes: 0 },
  ]);
  await owner.query(
    `insert into shift (company_id, shift_start, shift_end, breaks, since) values ('yamada', 480, 1020, '[[720, 765]]', '2023-06-01')`,
  );
  await owner.query(
    "insert into company_holiday (company_id, holiday, label) values ('yamada', '2023-06-05', '設備点検') on conflict do nothing",
  );
  // Friday 16:00 to Tuesday 13:00 over a weekend and a closed Monday: an hour, and five hours less 45 minutes of break.
  await passed("後", [[4, "2023-06-06T13:00:00+09:00"]], "2023-06-02T16:00:00+09:00");
  expect(await waitedOn("2023-06-06")).toEqual([
    { group_id: 3, num_passed: 1, wait_minutes: 5580, num_shift_stays: 1, shift_wait_minutes: 315 },
  ]);
  // What somebody was at work on is no waiting; a correction of its times counts anew, though it is no longer.
  const key = await passed("着手", [], "2023-06-07T08:00:00+09:00");
  const version = async () =>
    (await owner.query("select version from card where key = $1", [key])).rows[0].version as number;
  clock = Date.parse("2023-06-07T15:00:00+09:00");
  await as(async (db, me) =>
    startWork(db, me, key, starting.parse({ version: await version(), worker_ids: [workers[0]] })),
  );
  clock = Date.parse("2023-06-07T16:00:00+09:00");
  await as(async (db, me) =>
    finishWork(
      db,
      me,
      key,
      finishing.parse({ version: await version(), num_good: "5", inside: true, next: "stay" }),
    ),
  );
  clock = Date.parse("2023-06-07T20:00:00+09:00");
  await as(async (db, me) =>
    moveCard(db, me, key, { version: await version(), group_id: 4, inside: true, rest: "all" }),
  );
  const evening = { group_id: 3, num_passed: 1, wait_minutes: 660, num_shift_stays: 1 };
  expect(await waitedOn("2023-06-07")).toEqual([{ ...evening, shift_wait_minutes: 435 }]);
  const { rows: works } = await owner.query("select key from work where card_key = $1", [key]);
  const late = { work_start: "2023-06-07T18:00:00+09:00", work_end: "2023-06-07T19:00:00+09:00" };
  clock += 60_000;
  await as(async (db, me) =>
    correctWork(
      db,
      me,
      key,
      correcting.parse({ version: await version(), work_key: Number(works[0].key), reason: "残業", ...late }),
    ),
  );
  expect(await waitedOn("2023-06-07")).toEqual([{ ...evening, shift_wait_minutes: 495 }]);
  expect((await owner.query("select * from check_bi('-infinity')")).rows).toEqual([]);
  await owner.query("delete from shift where company_id = 'yamada'");
});

test("amounts need 会計, a buyer sees what was shipped to it and nothing of people or processes", async () => {
  const { rows } = await owner.query(
    "select count(*)::int as n from card where shipped_time is not null and buyer_id = 'tanaka' and seller_id = 'yamada'",
  );
  const seen = await stat(`${RANGE}&axis=worker&worker_id=1&group_id=3`, tanaka);
  expect(seen).toMatchObject({ axis: "product", axes: ["product", "seller"], processes: [], late: null });
  expect(seen.total).toMatchObject({ num_good: null, minutes: null, num_cards: rows[0].n });
  expect(seen.tiles.map(({ name }) => name)).toEqual(["num_cards", "on_time", "lead_time", "price"]);
  const theirs = await stat(`${RANGE}&buyer_id=tanaka&axis=product`);
  for (const name of ["num_cards", "num_due", "num_kept", "original_kept"] as const)
    expect([name, seen.total[name]]).toEqual([name, theirs.total[name]]);
  await owner.query("update member set permissions = '{bi}' where username = 'admin@suzuki.example'");
  const other = await stat(`${RANGE}&axis=seller`, suzuki);
  expect(other.rows.every(({ id }) => id === "yamada")).toBe(true);
  await owner.query("update member set permissions = '{bi}' where username = 'keiri@yamada.example'");
  const plain = await stat(RANGE, keiri);
  expect(plain.total.price).toBeNull();
  expect(plain.tiles.map(({ name }) => name)).not.toContain("price");
  await owner.query("update member set permissions = '{accounting}' where username = 'keiri@yamada.example'");
  expect((await keiri.get("/bi/stat")).status).toBe(403);
});

test("a year is read by months and the rest by days: the same total as day by day", async () => {
  const year = await stat("period=custom&from=2024-01-15&to=2024-12-31&step=month");
  const days = await stat(`${RANGE}&step=day`);
  expect(year.total).toEqual(days.total);
  expect(year.buckets).toHaveLength(12);
  await owner.query("select fold_bi('yamada')");
  expect((await stat("period=custom&from=2024-01-15&to=2024-12-31&step=month")).total).toEqual(year.total);
  expect(
    (await owner.query("select count(*)::int as n from bi_tally where cube = -1 and seller_id = 'yamada'"))
      .rows[0].n,
  ).toBe(0);
  expect((await stat(`${RANGE}&product_id=${products[0]}&buyer_id=tanaka`)).tiles.length).toBeGreaterThan(0);
});

test("基準納期 moves where the buyer asked for another day, and stays where the factory did", async () => {
  const made = await placed({ buyer_id: "tanaka", name: "納期の品", delivery_date: "2024-07-10" });
  const later = async (asked: string, day: string) => {
    await as(async (db, me) => {
      await askedBy(db, asked);
      const [row] = (await db.execute<Card>(sql`select * from card where key = ${made.key}`)).rows;
      await changeCard(db, me, row!, "amended", { delivery_date: day });
    });
    const { rows } = await owner.query(
      "select original_date::text as day from agreed_due where card_key = $1",
      [made.key],
    );
    return rows[0].day;
  };
  expect(await later("yamada", "2024-07-15")).toBe("2024-07-10");
  expect(await later("tanaka", "2024-07-20")).toBe("2024-07-20");
  const { total } = await stat("period=custom&from=2024-07-01&to=2024-07-31");
  expect([total.num_due, total.original_due, total.on_time]).toEqual([1, 1, "0.0"]);
});

test("an empty period says so, and compares with nothing", async () => {
  const empty = await stat("period=custom&from=2001-01-01&to=2001-01-31&compare=on");
  expect(empty).toMatchObject({
    is_empty: true,
    rows: [],
    previous: { from: "2000-12-01", to: "2000-12-31" },
  });
  expect(empty.tiles.every(({ change }) => change === null)).toBe(true);
  expect(empty.total.on_time).toBeNull();
});
