import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Tx, tenant } from "~/lib/db/connection.server";
import fc, { runs } from "~/lib/dice.testing";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { activity } from "~/lib/tables/activity.table.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { mergeCards } from "./branch.merge.server";
import { dividing, merging } from "./branch.schema";
import { divideCard } from "./branch.server";
import { createCard } from "./card.create.server";
import { countCard, moveCard } from "./card.move.server";
import { registerDefect } from "./defect.server";
import { gaps, project } from "./project.testing";
import { shipment } from "./ship.schema";
import { shipCard, unshipCard } from "./ship.server";
import { someone } from "./testing.server";
import { undoCard } from "./undo.server";
import { correctWork } from "./work.correct.server";
import { finishWork, stopCard } from "./work.finish.server";
import { correcting, defecting, finishing, pausing, starting, stopping } from "./work.schema";
import { pauseWork, resumeWork, startWork } from "./work.server";

let t: TestApp;
let reason_id: number;
let pause_id: number;
const who = () => someone("yamada", "seller");
const as = <T>(run: (db: Tx) => Promise<T>) => tenant(t.db, who(), run);
beforeAll(async () => {
  t = await testApp();
  const { rows } = await as((db) =>
    db.execute<{ kind: string; id: number }>(
      sql`select kind, min(reason_id)::int as id from reason group by kind`,
    ),
  );
  [reason_id, pause_id] = ["defect", "pause"].map((kind) => rows.find((row) => row.kind === kind)!.id) as [
    number,
    number,
  ];
});
afterAll(() => t.stop());

/** One card as simple as it can be thought of. */
type Small = {
  key: number;
  version: number;
  items: number;
  good: number;
  bad: number;
  half: number;
  at: number;
  open: "" | "going" | "paused";
  root: boolean;
  gone: boolean;
  /** Its last finished work, which may be corrected. */
  done?: { key: number; at: number; good: number; bad: number };
};
type Model = { cards: Small[]; total: number };
type Real = { db: typeof as };

const NEXT: Record<number, number> = { 2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8 };
const isLast = (at: number) => at >= 7;
const left = (one: Small) => one.items - one.good - one.bad - one.half;
const on = (one: Small | undefined): one is Small => one !== undefined && one.at !== 99;

function goes(one: Small, to: number) {
  if (to > one.at) one.half = 0;
  one.at = to;
  one.version++;
}

function agrees(one: Small, row: Card) {
  expect({
    items: Number(row.num_items),
    good: Number(row.num_good),
    bad: Number(row.num_defective),
    half: Number(row.num_partial),
    at: row.group_id,
    version: row.version,
  }).toEqual({
    items: one.items,
    good: one.good,
    bad: one.bad,
    half: one.half,
    at: one.at,
    version: one.version,
  });
}

/** What is said of the rest of a lot that goes on half finished; undefined where nothing need be said. */
function restOf(one: Small, to: number, k: number): "divide" | "all" | undefined {
  const begun = isLast(one.at)
    ? one.good + one.half > 0 && one.items - one.good - one.bad > 0
    : one.half > 0 && left(one) > 0;
  const some = isLast(one.at) ? one.good > 0 : one.good + one.half > 0;
  return to > one.at && begun ? (k % 3 === 0 && some ? "divide" : "all") : undefined;
}

/** The rest that stays where it was, taken from the lot. */
function staying(one: Small): Small {
  const last = isLast(one.at);
  const rest: Small = {
    key: 0,
    version: 1,
    items: last ? one.items - one.good - one.bad : left(one),
    good: 0,
    bad: 0,
    half: last ? one.half : 0,
    at: one.at,
    open: "",
    root: false,
    gone: false,
  };
  if (last) one.half = 0;
  one.items -= rest.items;
  one.version++;
  return rest;
}

/** How many of a lot are shipped: what is offered, or fewer. */
function goesOut(one: Small, { n, m }: Pick): number {
  const all = one.good || one.items - one.bad;
  return m % 2 === 0 || all <= 0 ? all : 1 + (n % all);
}
const shipped = ({ version }: Small, good: number, { k }: Pick) =>
  shipment.parse({
    version,
    num_good: String(good),
    uncounted: true,
    shortage: k % 2 === 0 ? "divide" : "close",
    reason: "試験",
  });

type Pick = { which: number; n: number; m: number; k: number };
type Step = (model: Model, one: Small, pick: Pick, db: Tx) => Promise<Card> | null;

/**
 * Each changes the small card as it should be changed, and asks for the same of the real one; null where it
 * can't be done.
 */
const STEPS: Record<string, Step> = {
  start: (_, one, __, db) => {
    if (one.open) return null;
    const asked = startWork(
      db,
      who(),
      one.key,
      starting.parse({ version: one.version, override: true, reason: "試験" }),
    );
    one.open = "going";
    one.version++;
    return asked;
  },
  pause: (_, one, __, db) => {
    if (one.open === "") return null;
    const [act, kept] =
      one.open === "going" ? (["pause", "paused"] as const) : (["resume", "going"] as const);
    const asked =
      act === "pause"
        ? pauseWork(db, who(), one.key, pausing.parse({ version: one.version, reason_id: pause_id }))
        : resumeWork(db, who(), one.key, { version: one.version, worker_ids: [] });
    one.open = kept;
    one.version++;
    return asked;
  },
  finish: (model, one, { n, m, k }, db) => {
    const last = isLast(one.at);
    const room = last ? one.items - one.good - one.bad : left(one);
    const bad = Math.min(m % 3, room);
    const partial = k % 4 === 0 ? Math.min(1, room - bad) : 0;
    const good = Math.min(n, room - bad - partial);
    const rest = room - good - bad - partial;
    const divides = partial === 0 && rest > 0 && k % 2 === 1 && rest < one.items;
    if (partial === 0 && rest > 0 && rest === one.items) return null;
    const asked = finishWork(
      db,
      who(),
      one.key,
      finishing.parse({
        inside: true,
        version: one.version,
        num_good: String(good),
        num_defective: String(bad),
        num_partial: String(partial),
        reason_id,
        shortage: divides ? "divide" : "short",
      }),
    );
    if (divides) {
      model.cards.push({
        key: 0,
        version: 1,
        items: rest,
        good: 0,
        bad: 0,
        half: 0,
        at: one.at,
        open: "",
        root: false,
        gone: false,
      });
      one.items -= rest;
      one.version++;
    }
    one.bad += bad;
    if (last) {
      one.good += good;
      one.half = partial;
    } else one.half += good + partial;
    one.version++;
    one.open = "";
    const { at } = one;
    if (partial === 0 && NEXT[one.at]) goes(one, NEXT[one.at]!);
    return asked.then(async (row) => {
      const {
        rows: [ended],
      } = await db.execute<{
        key: number;
      }>(sql`select key::int as key from work where card_key = ${one.key} and work_end is not null
        and not is_void order by work_end desc, key desc limit 1`);
      one.done = { key: ended!.key, at, good, bad };
      return row;
    });
  },
  correct: (_, one, { n, m }, db) => {
    if (!one.done) return null;
    const { key, at, good, bad } = one.done;
    const [now, wrong] = [n % (good + 3), m % (bad + 2)];
    const [last, here, more] = [isLast(at), one.at === at, now - good];
    const after = {
      good: one.good + (last ? more : 0),
      bad: one.bad + wrong - bad,
      half: one.half + (!last && here ? more : 0),
    };
    if (
      (now === good && wrong === bad) ||
      Object.values(after).some((count) => count < 0) ||
      after.good + after.bad + after.half > one.items
    )
      return null;
    const { version } = one;
    Object.assign(one, after, { version: version + 1, done: { key, at, good: now, bad: wrong } });
    return correctWork(
      db,
      who(),
      one.key,
      correcting.parse({
        version,
        work_key: key,
        num_good: String(now),
        num_defective: String(wrong),
        with_counts: true,
        reason: "試験",
      }),
    );
  },
  move: (model, one, { n, k }, db) => {
    const to = 2 + (n % 7);
    if (to === one.at) return null;
    const keep_work = k % 2 === 1;
    const { version } = one;
    const said = restOf(one, to, k);
    if (said === "divide") model.cards.push(staying(one));
    if (!keep_work) one.open = "";
    goes(one, to);
    return moveCard(db, who(), one.key, { version, group_id: to, keep_work, inside: true, rest: said });
  },
  count: (_, one, { n, m }, db) => {
    const good = n % (one.items + 1);
    const bad = m % (one.items - good + 1);
    const asked = countCard(db, who(), one.key, {
      version: one.version,
      num_good: String(good),
      num_defective: String(bad),
      num_partial: "0",
      over: false,
    });
    Object.assign(one, { good, bad, half: 0, version: one.version + 1 });
    return asked;
  },
  divide: (model, one, { n }, db) => {
    if (left(one) < 2) return null;
    const away = 1 + (n % (left(one) - 1));
    const asked = divideCard(
      db,
      who(),
      one.key,
      dividing.parse({
        version: one.version,
        parts: [{ num_items: String(left(one) - away) }, { num_items: String(away) }],
      }),
    );
    model.cards.push({
      key: 0,
      version: 1,
      items: away,
      good: 0,
      bad: 0,
      half: 0,
      at: one.at,
      open: "",
      root: false,
      gone: false,
    });
    one.items -= away;
    one.version++;
    return asked;
  },
  undo: (_, one, { n, k }, db) => {
    const to = 2 + (n % 7);
    if (to === one.at) return null;
    const { version } = one;
    const rest = restOf(one, to, k);
    one.version += rest === "divide" ? 4 : 2;
    return moveCard(db, who(), one.key, { version, group_id: to, inside: true, rest }).then((moved) =>
      undoCard(db, who(), one.key, { version: moved.version }),
    );
  },
  defect: (_, one, { n }, db) => {
    const num = 1 + (n % 3);
    if (one.items - one.bad < num) return null;
    const asked = registerDefect(
      db,
      who(),
      one.key,
      defecting.parse({
        version: one.version,
        num,
        reason_id,
        treatment: n % 2 ? "scrap" : "rework",
        from_counted: true,
      }),
    );
    one.bad += num;
    const [first, then] = isLast(one.at) ? (["good", "half"] as const) : (["half", "good"] as const);
    const rest = Math.max(0, num - one[first]);
    one[first] -= num - rest;
    one[then] -= Math.min(rest, one[then]);
    one.version++;
    return asked;
  },
  undefect: (_, one, { n }, db) => {
    const num = 1 + (n % 3);
    if (left(one) < num) return null;
    const { version } = one;
    one.version += 2;
    return registerDefect(
      db,
      who(),
      one.key,
      defecting.parse({
        version,
        num,
        reason_id,
        treatment: ["scrap", "rework", "remake", "concession"][n % 4],
      }),
    ).then((done) => undoCard(db, who(), one.key, { version: done.version }));
  },
  ship: (model, one, pick, db) => {
    const good = goesOut(one, pick);
    if (good <= 0) return null;
    const asked = shipCard(db, who(), one.key, shipped(one, good, pick));
    const missing = one.items - one.bad - good;
    if (missing > 0 && pick.k % 2 === 0) {
      const rest = Math.min(missing, Math.max(0, one.good - good));
      const half = Math.min(missing - rest, one.half - Math.min(one.half, Math.max(0, good - one.good)));
      model.cards.push({
        key: 0,
        version: 1,
        items: missing,
        good: rest,
        bad: 0,
        half,
        at: one.at,
        open: "",
        root: false,
        gone: false,
      });
      one.items -= missing;
      one.version++;
    }
    Object.assign(one, { good, half: 0, open: "", at: 99, version: one.version + 1 });
    return asked;
  },
  unship_at_once: (_, one, pick, db) => {
    const good = goesOut(one, pick);
    if (good <= 0) return null;
    const asked = shipped(one, good, pick);
    one.version += one.items - one.bad - good > 0 && pick.k % 2 === 0 ? 4 : 2;
    return shipCard(db, who(), one.key, asked).then((done) =>
      undoCard(db, who(), one.key, { version: done.version }),
    );
  },
  unfinish: (_, one, { n, k }, db) => {
    const room = isLast(one.at) ? one.items - one.good - one.bad : left(one);
    if (room === 0 || one.open === "paused") return null;
    const half = n % 3 === 0 ? "1" : "0";
    const divides = half === "0" && k % 2 === 1 && room > 1;
    const { version, at } = one;
    one.version += (half === "0" && NEXT[at] ? 3 : 2) + (divides ? 2 : 0);
    return finishWork(
      db,
      who(),
      one.key,
      finishing.parse({
        inside: true,
        version,
        num_partial: half,
        num_defective: "0",
        ...(divides && { num_good: String(room - 1), shortage: "divide" }),
      }),
    ).then((done) => undoCard(db, who(), one.key, { version: done.version }));
  },
  unstop: (_, one, __, db) => {
    const { version } = one;
    one.version += 2;
    return stopCard(db, who(), one.key, stopping.parse({ version, reason: "試験" })).then((done) =>
      undoCard(db, who(), one.key, { version: done.version }),
    );
  },
  stop: (_, one, { n }, db) => {
    if (one.root || n % 4 !== 0) return null;
    const asked = stopCard(db, who(), one.key, stopping.parse({ version: one.version, reason: "試験" }));
    Object.assign(one, { at: 99, gone: true, open: "", version: one.version + 1 });
    return asked;
  },
};

class Command implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly name: string,
    readonly pick: Pick,
  ) {}
  check = () => true;
  toString = () => `${this.name}(${Object.values(this.pick).join()})`;
  async run(model: Model, { db }: Real): Promise<void> {
    const live = model.cards.filter(on);
    const one = live[this.pick.which % live.length];
    if (this.name === "merge" || this.name === "unmerge") return merge(model, db, this.name === "unmerge");
    if (this.name === "unship") return unship(model, db);
    if (!one) return;
    const row = await db(async (tx) => STEPS[this.name]!(model, one, this.pick, tx));
    if (!row) return;
    agrees(one, row);
    await named(model, one, db);
  }
}

/** The real key of a branch that has just been made. */
async function named(model: Model, one: Small, db: Real["db"]): Promise<void> {
  const fresh = model.cards.find((each) => each.key === 0);
  if (!fresh) return;
  const {
    rows: [row],
  } = await db((tx) =>
    tx.execute<{
      key: number;
    }>(sql`select max(b.key)::int as key from card b join card p on p.id = b.parent_id and p.seller_id = b.seller_id
    where p.key = ${one.key} and b.task_type = 'division'`),
  );
  fresh.key = row!.key;
}

/** `undone`: and takes it back at once. */
async function merge(model: Model, db: Real["db"], undone: boolean): Promise<void> {
  const [into] = model.cards;
  if (!on(into)) return;
  const kin = new Set(
    (
      await db((tx) =>
        tx.execute<{
          key: number;
        }>(sql`select b.key::int as key from card b join card p on p.id = b.parent_id where p.key = ${into.key}
    and b.task_type = 'division'`),
      )
    ).rows.map((found) => found.key),
  );
  const branches = model.cards.filter(
    (one) => one !== into && on(one) && one.at === into.at && !one.open && kin.has(one.key),
  );
  if (branches.length === 0) return;
  const row = await db((tx) =>
    mergeCards(
      tx,
      who(),
      into.key,
      merging.parse({ version: into.version, cards: branches.map(({ key, version }) => ({ key, version })) }),
    ),
  );
  if (undone) {
    const back = await db((tx) => undoCard(tx, who(), into.key, { version: row.version }));
    into.version += 2;
    agrees(into, back);
    for (const one of branches) one.version += 2;
    const again = await db((tx) =>
      tx
        .select()
        .from(card)
        .where(
          inArray(
            card.key,
            branches.map(({ key }) => key),
          ),
        ),
    );
    for (const one of branches) agrees(one, again.find((each) => each.key === one.key)!);
    return;
  }
  for (const one of branches) {
    for (const name of ["items", "good", "bad", "half"] as const) into[name] += one[name];
    Object.assign(one, { gone: true, at: 99, items: 0 });
  }
  into.version++;
  agrees(into, row);
}

async function unship(model: Model, db: Real["db"]): Promise<void> {
  const one = model.cards.find((each) => each.at === 99 && !each.gone);
  if (!one) return;
  const row = await db((tx) => unshipCard(tx, who(), one.key, { version: one.version }));
  one.at = row.group_id;
  one.version++;
  agrees(one, row);
}

const anyPick = fc.record({ which: fc.nat(5), n: fc.nat(100), m: fc.nat(20), k: fc.nat(7) });
const commands = fc.commands(
  [...Object.keys(STEPS), "merge", "unmerge", "unship"].map((name) =>
    anyPick.map((pick) => new Command(name, pick)),
  ),
  { maxCommands: 30, size: "+1" },
);

test(
  "whatever is done with a card, its counts are what a small model says, none are lost, and its log makes it",
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        const made = await as((db) =>
          createCard(db, who(), {
            seller_id: "yamada",
            buyer_id: "tanaka",
            name: "板",
            num_items: "60",
            order_unit: "piece",
            unit: "piece",
            num_units: "60",
            unit_price: "10",
            price: 600,
            group_id: 3,
            status: "切断",
          }),
        );
        const root: Small = {
          key: made.key,
          version: 1,
          items: 60,
          good: 0,
          bad: 0,
          half: 0,
          at: 3,
          open: "",
          root: true,
          gone: false,
        };
        const model: Model = { cards: [root], total: 60 };
        await fc.asyncModelRun(() => ({ model, real: { db: as } }), steps);
        expect(model.cards.reduce((sum, one) => sum + one.items, 0)).toBe(60);
      }),
      { numRuns: runs(40), endOnFailure: false },
    );
    const { rows, cards, log, inner } = await tenant(
      t.db,
      who(),
      async (db) => ({
        rows: (await db.execute(sql`select * from check_invariants()`)).rows,
        cards: await db.select().from(card),
        log: await db.select().from(activity).where(sql`subject = 'card'`).orderBy(activity.seq),
        inner: (
          await db.execute(sql`select i.card_key, i.worker, i.work_start, i.work_end, f.made from card_inner i cross join lateral (
      select jsonb_populate_record(null::card_inner, jsonb_object_agg(e.key, e.value order by a.seq)) as made
      from activity a join activity_inner n on n.activity_key = a.key, jsonb_each(n.after) e where a.subject_key = i.card_key and a.subject = 'card') f
      where (f.made).worker is distinct from i.worker or (f.made).work_start is distinct from i.work_start or (f.made).work_end is distinct from i.work_end`)
        ).rows,
      }),
      "read",
    );
    expect(rows).toEqual([]);
    expect(inner).toEqual([]);
    const entries = new Map(cards.map(({ key }) => [key, log.filter((entry) => entry.subject_key === key)]));
    for (const { key, search_key: _, ...row } of cards) {
      expect(project(entries.get(key)!), `card ${key}`).toEqual(row);
      expect(gaps(entries.get(key)!), `card ${key}`).toEqual([]);
    }
  },
  240_000 + runs(0) * 500,
);
