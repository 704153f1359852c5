import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { searchKey } from "~/lib/text/fold";
import { addDays, today, tokyoDate } from "~/lib/time/date";
import { sortKey } from "./board";
import type { BoardFilter } from "./board.filter.schema";
import type { Board, BoardTile } from "./board.schema";
import { stalledSince } from "./card";
import { createCard } from "./card.create.server";
import { someone } from "./testing.server";

let t: TestApp;
let yamada: Person, tanaka: Person, sato: Person;
type Row = Record<string, any>;
let cards: Row[];
let workers: Record<string, number>;
let seed = 7;
const random = (n: number) => Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * n);
const one = <T>(of: readonly T[]): T => of[random(of.length)]!;
const day = today();

beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
  workers = Object.fromEntries(
    (await yamada.get("/workers")).body.items.map((w: Row) => [w.name, w.worker_id]),
  );
  const meta = (await yamada.get("/factories/self/meta")).body;
  const pause = meta.reasons.find((reason: Row) => reason.kind === "pause").reason_id;
  const processes = meta.processes.map(({ num_cards: _, ...p }: Row) =>
    p.group_id === 4 ? { ...p, lanes: [{ label: "1号機" }, { label: "2号機" }] } : p,
  );
  expect(
    (await yamada.put("/factories/self/meta/processes", { version: meta.version, processes })).status,
  ).toBe(200);
  const keys: number[] = [];
  for (let n = 0; n < 70; n++) {
    const who = {
      ...someone("yamada", "seller"),
      now: new Date(Date.now() - random(20) * 86_400_000 - 1).toISOString(),
    };
    const group_id = n === 69 ? 4 : 2 + random(7);
    keys.push(
      (
        await tenant(t.db, who, (db) =>
          createCard(db, who, {
            seller_id: "yamada",
            buyer_id: one(["tanaka", "suzuki", "shohin-zaiko"]),
            name: one(["ブラケットA", "カバー", "シャフト φ10", "ﾌﾞﾗｹｯﾄB"]),
            order_id: `H-${random(9)}`,
            num_items: String(1 + random(500)),
            order_unit: one(["piece", "kg"] as const),
            unit: "piece",
            num_units: "1",
            group_id,
            status: "x",
            subgroup_id: n === 69 ? 1 : group_id === 4 ? one([null, 1, 2]) : null,
            delivery_date: one([null, ...[-4, -1, 0, 1, 2, 5, 9].map((d) => addDays(day, d))]),
            is_urgent: random(6) === 0,
            task_type: one([null, null, "part", "defective", "division"] as const),
            is_billing_target: random(3) > 0,
            drawing_no: one([null, "D-77"]),
          }),
        )
      ).key,
    );
  }
  for (const key of keys.slice(0, 24)) {
    const act = (name: string, version: number, body: object) =>
      yamada.post(`/cards/${key}/${name}`, { version, ...body });
    const state = random(3);
    if (state < 2)
      expect(
        (
          await act("start", 1, {
            worker_ids: [workers[one(["井上", "上田"])]],
            override: true,
            reason: "試験",
          })
        ).status,
      ).toBe(201);
    if (state === 1) expect((await act("pause", 2, { reason_id: pause })).status).toBe(201);
    if (state === 2)
      expect((await act("count", 1, { num_good: "0", num_defective: "0", num_partial: "1" })).status).toBe(
        201,
      );
  }
  cards = (
    await tenant(
      t.db,
      someone("yamada", "seller"),
      (db) =>
        db.execute(sql`
    select c.*, i.collab_id, (select array_agg(w.worker_id::int) from work w where w.card_key = c.key and w.work_end is null) as at,
      (select bool_and(p.key is not null) from work w left join pause p on p.work_key = w.key and p.pause_end is null where w.card_key = c.key and w.work_end is null) as stopped
    from card c left join card_inner i on i.card_key = c.key where c.seller_id = 'yamada' and c.group_id <> 99`),
      "read",
    )
  ).rows as Row[];
}, 90_000);
afterAll(() => t.stop());

const BUYERS: Record<string, string> = {
  tanaka: "田中産業機械株式会社",
  suzuki: "鈴木電装株式会社",
  "shohin-zaiko": "商品在庫",
};
const working = (c: Row) => c.at !== null && !c.stopped;
const paused = (c: Row) => c.at !== null && c.stopped;
const partial = (c: Row) => c.at === null && Number(c.num_partial) > 0 && c.group_id !== 8;
const late = (c: Row) => c.delivery_date !== null && c.delivery_date < day;
const soon = (c: Row) => [day, addDays(day, 1)].includes(c.delivery_date);
const stalled = (c: Row) => tokyoDate(new Date(c.group_update_time)) <= stalledSince(day, 5);
const base = (c: Row, f: Partial<BoardFilter>) =>
  (!f.buyer_id || c.buyer_id === f.buyer_id) &&
  (!f.worker_id || (c.at ?? []).includes(f.worker_id)) &&
  (!f.q ||
    c.search_key.includes(searchKey(f.q)) ||
    searchKey(BUYERS[c.buyer_id]!).includes(searchKey(f.q))) &&
  (!f.name || c.name.includes(f.name) || c.drawing_no?.includes(f.name)) &&
  (!f.is_billing_target || c.is_billing_target === (f.is_billing_target === "on")) &&
  (!f.task_type || (c.task_type ?? "normal") === f.task_type) &&
  (!f.collab_id || c.collab_id === f.collab_id);
const kept = (c: Row, f: Partial<BoardFilter>) =>
  base(c, f) &&
  (!f.late || late(c)) &&
  (!f.soon || soon(c)) &&
  (!f.urgent || c.is_urgent) &&
  (!f.stalled || stalled(c)) &&
  (!f.delivery_date_from || c.delivery_date >= f.delivery_date_from) &&
  (!f.delivery_date_to || (c.delivery_date !== null && c.delivery_date <= f.delivery_date_to)) &&
  (!f.state ||
    (f.state === "ready"
      ? c.group_id === 8
      : f.state === "inbox"
        ? c.group_id === 1
        : f.state === "working"
          ? working(c)
          : f.state === "partial"
            ? partial(c)
            : paused(c)));

const on = (chance: number) => random(chance * 2) === 0;
const filters = (): Partial<BoardFilter> => ({
  ...(on(4) && { q: one(["ブラケット", "H-3", "田中", "ｼｬﾌﾄ"]) }),
  ...(on(4) && { buyer_id: one(Object.keys(BUYERS)) }),
  ...(on(5) && { name: one(["カバー", "D-77"]) }),
  ...(on(5) && { worker_id: workers[one(["井上", "上田"])] }),
  ...(on(6) && { is_billing_target: one(["on", "off"] as const) }),
  ...(on(6) && { late: true }),
  ...(on(7) && { soon: true }),
  ...(on(7) && { urgent: true }),
  ...(on(6) && { stalled: true }),
  ...(on(4) && { state: one(["inbox", "working", "paused", "partial", "ready"] as const) }),
  ...(on(6) && { task_type: one(["normal", "part", "defective", "division"] as const) }),
  ...(on(6) && { delivery_date_from: addDays(day, random(4) - 2) }),
  ...(on(6) && { delivery_date_to: addDays(day, random(8)) }),
});
const query = (f: object) =>
  `?${new URLSearchParams(Object.entries(f).map(([name, value]) => [name, value === true ? "on" : String(value)]))}`;
const tilesOf = (column: Board["columns"][number]) => [
  ...column.cards,
  ...column.lanes.flatMap((lane) => lane.cards),
];

test("whatever is asked for, columns, sums, lanes and the strip count what a plain look over all cards counts", async () => {
  let found = 0;
  for (let round = 0; round < 60; round++) {
    const f = round === 0 ? {} : filters();
    const board: Board = (await yamada.get(`/board${query(f)}`)).body;
    const [all, own] = [cards.filter((c) => base(c, f)), cards.filter((c) => kept(c, f))];
    found += own.length;
    const n = (of: Row[], is: (c: Row) => boolean) => of.filter(is).length;
    expect([f, board.summary]).toEqual([
      f,
      {
        total: all.length,
        late: n(all, late),
        soon: n(all, soon),
        stalled: n(all, stalled),
        urgent: n(all, (c) => c.is_urgent),
        working: n(all, working),
        paused: n(all, paused),
        partial: n(all, partial),
        ready: n(all, (c) => c.group_id === 8),
      },
    ]);
    for (const column of board.columns) {
      const there = own.filter((c) => String(c.group_id) === column.id);
      expect([f, column.id, column.count, column.late]).toEqual([f, column.id, there.length, n(there, late)]);
      for (const lane of column.lanes)
        expect(lane.count).toBe(n(there, (c) => c.subgroup_id === lane.subgroup_id));
      const shown = tilesOf(column);
      expect(shown.every((tile) => there.some((c) => Number(c.key) === tile.key))).toBe(true);
      if (column.lanes.length === 0) expect([f, shown.length]).toEqual([f, Math.min(6, there.length)]);
    }
  }
  expect(found).toBeGreaterThan(100);
});

test("each tile's chips come from what is so: work, standing in a lane, the order of the column", async () => {
  const board: Board = (await yamada.get("/board")).body;
  for (const column of board.columns)
    for (const tile of tilesOf(column)) {
      const row = cards.find((c) => Number(c.key) === tile.key)!;
      expect(tile.work).toBe(row.at === null ? null : row.stopped ? "paused" : "working");
    }
  const lanes = board.columns.find((column) => column.id === "4")!;
  expect(lanes.lanes.map((lane) => lane.label)).toEqual(["1号機", "2号機"]);
  expect(lanes.cards.every((tile) => tile.subgroup_id === null)).toBe(true);
  for (const column of board.columns)
    expect(column.cards.map(sortKey)).toEqual([...column.cards.map(sortKey)].sort());
  const came: Board = (await yamada.get("/board?entered=2&only=2")).body;
  expect(came.columns.map((column) => column.id)).toEqual(["2"]);
  const times = came.columns[0]!.cards.map((tile) => tile.group_update_time);
  expect(times).toEqual([...times].sort());
});

test("a column goes on in either order and lane by lane, each card once", async () => {
  for (const [id, lane, entered] of [
    ["2", "", ""],
    ["3", "", "on"],
    ["4", "1", ""],
    ["4", "0", "on"],
  ]) {
    const keys: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { cards: BoardTile[]; next: string | null } = (
        await yamada.get(
          `/board/column?${new URLSearchParams({
            id: id!,
            size: "2",
            ...(lane && { subgroup_id: lane }),
            ...(entered && { entered }),
            ...(cursor && { cursor }),
          })}`,
        )
      ).body;
      keys.push(...page.cards.map((card) => card.key));
      cursor = page.next;
    }
    const there = cards.filter(
      (c) => String(c.group_id) === id && (lane === "" || (c.subgroup_id ?? 0) === Number(lane)),
    );
    expect([id, lane, [...keys].sort((a, b) => a - b)]).toEqual([
      id,
      lane,
      there.map((c) => Number(c.key)).sort((a, b) => a - b),
    ]);
  }
});

test("the pulse names the columns that changed, and says the same again while nothing has", async () => {
  const { at } = (await yamada.get("/board")).body as Board;
  expect((await yamada.get(`/board/pulse?since=${at}`)).body).toEqual({ at, today: day, columns: [] });
  const card = cards.find((c) => c.group_id === 5 && c.at === null)!;
  const { version } = (await yamada.get(`/cards/${card.key}`)).body.card;
  expect((await yamada.post(`/cards/${card.key}/move`, { version, group_id: 7 })).status).toBe(201);
  const pulse = (await yamada.get(`/board/pulse?since=${at}`)).body;
  expect(pulse).toMatchObject({ today: day, columns: ["5", "7"] });
  expect((await yamada.get(`/board/pulse?since=${pulse.at}`)).body.columns).toEqual([]);
  expect((await sato.get(`/board/pulse?since=0`)).body.columns).not.toContain("7");
  expect((await yamada.get("/board/pulse?since=x")).status).toBe(422);
});

test("a card goes to another lane of its process, and is not moved to where it stands", async () => {
  const card = cards.find(
    (c) => c.group_id === 4 && c.subgroup_id === 1 && c.at === null && Number(c.num_partial) === 0,
  )!;
  const go = (version: number, body: object) =>
    yamada.post(`/cards/${card.key}/move`, { version, group_id: 4, ...body });
  expect((await go(1, { subgroup_id: 1 })).status).toBe(409);
  expect((await go(1, { subgroup_id: 9 })).status).toBe(422);
  expect((await go(1, { subgroup_id: 2 })).body).toMatchObject({ subgroup_id: 2, group_id: 4, version: 2 });
  expect((await yamada.post(`/cards/${card.key}/undo`, { version: 2 })).body).toMatchObject({
    subgroup_id: 1,
    group_id: 4,
    version: 3,
  });
  expect((await go(3, {})).body).toMatchObject({ subgroup_id: null, version: 4 });
});

test("a process that is kept off the board is no column, and its cards are not counted on it", async () => {
  const meta = (await yamada.get("/factories/self/meta")).body;
  const processes = meta.processes.map(({ num_cards: _, ...p }: Row) =>
    p.group_id === 6 ? { ...p, is_hidden: true } : p,
  );
  await yamada.put("/factories/self/meta/processes", { version: meta.version, processes });
  const board: Board = (await yamada.get("/board")).body;
  expect(board.columns.map((column) => column.id)).not.toContain("6");
  expect(board.summary.total).toBe(board.columns.reduce((n, column) => n + column.count, 0));
});

test("the buyer's board has nothing of the factory's own: no workers, partners, work, lanes or choices", async () => {
  const board: Board = (await tanaka.get("/board?seller_id=yamada")).body;
  expect(board.summary.total).toBe(cards.filter((c) => c.buyer_id === "tanaka").length);
  expect(board).toMatchObject({
    workers: [],
    collaborators: [],
    processes: [],
    summary: { working: 0, paused: 0, partial: 0 },
  });
  expect(board.columns.every((column) => column.lanes.length === 0)).toBe(true);
  expect(JSON.stringify(board)).not.toMatch(/井上|上田|鈴木|1号機/);
  const asked: Board = (await tanaka.get(`/board?worker_id=${workers["井上"]}`)).body;
  expect(asked.columns.every((column) => column.count === 0)).toBe(true);
});
