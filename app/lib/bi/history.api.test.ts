import { afterAll, beforeAll, expect, test } from "vitest";
import { shipped } from "~/lib/accounting/testing.server";
import { tenant } from "~/lib/db/connection.server";
import { cell, csvValue } from "~/lib/list/cell";
import { makeBulk } from "~/lib/sample/world.bulk.server";
import { clockOf } from "~/lib/sample/world.clock.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { someone } from "~/lib/task/testing.server";
import { addDays, today } from "~/lib/time/date";
import { historyList } from "./history.list";
import { type HistoryGroup, type HistoryRow, historyFilter } from "./history.schema";
import { listHistory } from "./history.server";

let t: TestApp;
let yamada: Person, tanaka: Person, sato: Person;
let card: { key: number; id: string };
beforeAll(async () => {
  t = await testApp();
  [yamada, tanaka, sato] = await t.people("admin@yamada", "admin@tanaka", "admin@sato");
  card = await shipped(t, { name: "蓋A", order_id: "H-1" });
});
afterAll(() => t.stop());

const rows = ({ body }: { body: any }): HistoryRow[] => body.items;
const read = async (person: Person, query = "") => rows(await person.get(`/bi/history?${query}`));
const told = (row: HistoryRow) =>
  Object.fromEntries(historyList(true).columns.map((column) => [column.name, cell(column, row)]));

test("what happened to a card stands in the log of both companies and in no other's, the newest first", async () => {
  const all = await read(yamada, `number=${card.id}`);
  expect(all.map(({ kind }) => kind)).toEqual(["shipped", "created"]);
  expect(told(all[0]!)).toMatchObject({
    what: "出荷",
    target: expect.stringContaining(`カード ${card.id} 蓋A`),
  });
  expect(all[0]!.href).toBe(`/task/${card.key}`);
  const theirs = await read(tanaka, `number=${card.id}`);
  expect(theirs.map(({ kind }) => kind)).toEqual(["shipped", "created"]);
  expect(theirs[0]!.actor_name).not.toBe(all[0]!.actor_name);
  expect(theirs.map(({ undo }) => undo)).toEqual([null, null]);
  expect(await read(sato, `number=${card.id}`)).toEqual([]);
});

test("only the last change of a card leads to where it can be taken back", async () => {
  const undos = (await read(yamada, `number=${card.id}`)).map(({ undo }) => undo);
  expect(undos).toEqual([`/task/${card.key}?tab=log`, null]);
  expect((await read(yamada, `number=${card.id}&size=1000`)).map(({ undo }) => undo)).toEqual([null, null]);
});

test("it is narrowed by days, kind, field and person, and a buyer finds nobody of the factory by name", async () => {
  const day = today();
  const kinds = async (person: Person, query: string) => [
    ...new Set((await read(person, query)).map(({ kind }) => kind)),
  ];
  expect(await kinds(yamada, "group=ship")).toEqual(["shipped"]);
  expect(await kinds(yamada, "group=move")).toEqual([]);
  expect((await read(yamada, "field=num_good")).every(({ after }) => "num_good" in after)).toBe(true);
  expect(await read(yamada, `from=${addDays(day, 1)}&to=${addDays(day, 2)}`)).toEqual([]);
  expect((await read(yamada, `from=${day}&to=${day}&group=ship`)).length).toBeGreaterThan(0);
  const [{ actor_name: name }] = (await read(yamada, "group=ship")) as [HistoryRow];
  expect((await read(yamada, `actor=${encodeURIComponent(name)}&group=ship`)).length).toBeGreaterThan(0);
  expect(await read(tanaka, `actor=${encodeURIComponent(name)}`)).toEqual([]);
  expect((await read(tanaka, `actor=${encodeURIComponent("山田精機")}`)).length).toBeGreaterThan(0);
  expect((await yamada.get("/bi/history?group=x")).status).toBe(422);
});

test("a page leads to the next one and back, and each entry stands on one of them", async () => {
  const every = (await read(yamada)).map(({ key }) => key);
  const first = await yamada.get("/bi/history?size=1");
  const second = await yamada.get(`/bi/history?size=1&after=${first.body.next}`);
  expect([...rows(first), ...rows(second)].map(({ key }) => key)).toEqual(every.slice(0, 2));
  const back = await yamada.get(`/bi/history?size=1&before=${second.body.previous}`);
  expect(rows(back)).toEqual(rows(first));
  expect(first.body).toMatchObject({ total: every.length, total_more: false });
});

test("accounts and settings are for administrators, and amounts and papers for 会計", async () => {
  const member = await yamada.get("/users");
  const { id, version, name } = member.body.items.find((one: any) => one.email.startsWith("genba@"));
  expect((await yamada.put(`/users/${id}`, { version, name, permissions: ["bi"] })).status).toBe(200);
  const [staff] = await t.people("genba@yamada");
  const seen = await read(staff!);
  expect(
    seen.filter(({ subject }) => !["card", "order", "file", "quote", "product"].includes(subject)),
  ).toEqual([]);
  expect(seen.flatMap(({ after }) => Object.keys(after)).filter((one) => /price/.test(one))).toEqual([]);
  expect(await read(staff!, "field=price")).toEqual([]);
  const own = await read(yamada, "group=master");
  expect(told(own[0]!)).toMatchObject({ fields: expect.stringContaining("権限") });
  expect(own[0]!.href).toBe(`/setting/user/${id}`);
  expect((await read(yamada)).some(({ after }) => "price" in after)).toBe(true);
});

test("the CSV says what the page says, and has no 操作", async () => {
  const [first] = (await read(yamada, `number=${card.id}`)) as [HistoryRow];
  const { columns } = historyList(false);
  expect(columns.map(({ label }) => label)).not.toContain("操作");
  const line = Object.fromEntries(columns.map((column) => [column.name, csvValue(column, first)]));
  expect(line).toMatchObject({ what: "出荷", origin: first.origin });
});

test("what rarely happens is found without reading what often does, on both sides", async () => {
  await makeBulk(t.db, 2000, clockOf(today()));
  await (await t.owner()).query("vacuum analyze activity");
  const reads =
    "select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'activity'";
  const touched = (company: string, type: "seller" | "buyer", group: HistoryGroup) => {
    const who = someone(company, type);
    const asked = historyFilter.parse({ group, from: "2020-01-01", to: today() });
    return tenant(
      t.db,
      who,
      async (db) => {
        const count = async () => Number((await db.execute(reads)).rows[0]!.n);
        const before = await count();
        const { total } = await listHistory(db, who, asked);
        return { total, n: (await count()) - before };
      },
      "read",
    );
  };
  expect((await touched("yamada", "seller", "edit")).n).toBeGreaterThan(2000);
  for (const group of ["divide", "count", "start", "document", "master"] as const)
    for (const [company, type] of [
      ["yamada", "seller"],
      ["tanaka", "buyer"],
    ] as const) {
      const { total, n } = await touched(company, type, group);
      expect([company, group, total < 100, n <= 3 * total + 100], String(n)).toEqual([
        company,
        group,
        true,
        true,
      ]);
    }
}, 60_000);
