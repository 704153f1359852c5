import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import type { Stat } from "./stat.schema";
import { worksList } from "./works.list";
import type { WorksRow } from "./works.schema";

let t: TestApp;
let yamada: Person, sato: Person, tanaka: Person;
/** A night would be cut at midnight, and each part of it counted in whole minutes. */
const YESTERDAY = addDays(today(), -1);
let card: { key: number; id: string; version: number };
beforeAll(async () => {
  t = await testApp();
  [yamada, sato, tanaka] = await t.people("admin@yamada", "admin@sato", "admin@tanaka");
  card = await done("/cards", {
    buyer_id: "tanaka",
    name: "ブラケットA",
    num_items: "200",
    order_unit: "piece",
    unit: "piece",
    group_id: 3,
  });
});
afterAll(() => t.stop());

async function done(path: string, body: object) {
  const answer = await yamada.post(path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body;
}
const works = async (query = ""): Promise<WorksRow[]> =>
  (await yamada.get(`/bi/stat/works?${query}`)).body.items;
const total = async (query = ""): Promise<Stat["total"]> =>
  (await yamada.get(`/bi/stat?${query}`)).body.total;
const sum = (rows: WorksRow[], name: "num_good" | "num_defective") =>
  String(rows.reduce((all, row) => all + Number(row[name]), 0));

test("the rows that 加工実績 opens come to its figures, whatever is asked for, and are nobody else's", async () => {
  const { reasons } = (await yamada.get(`/cards/${card.key}/work`)).body;
  const reason = reasons.find((one: any) => one.kind === "defect").reason_id;
  let { version } = await done(`/cards/${card.key}/start`, { version: 1 });
  ({ version } = await done(`/cards/${card.key}/finish`, { version, num_good: "200", num_defective: "0" }));
  await done(`/cards/${card.key}/defect`, {
    version,
    num: "3",
    reason_id: reason,
    treatment: "scrap",
    group_id: 3,
  });

  const rows = await works();
  expect(rows.map(({ is_defect }) => is_defect)).toEqual([true, false]);
  expect(rows[1]).toMatchObject({ card_id: card.id, status: expect.any(String), num_good: "200" });
  const other = rows[0]!.buyer_name;
  expect(other).toContain("田中");
  for (const query of [
    "",
    "group_id=3",
    "group_id=4",
    "buyer_id=tanaka",
    "buyer_id=suzuki",
    "worker_id=0",
    "unit=kg",
  ]) {
    const [made, figures] = [await works(query), await total(query)];
    expect([query, sum(made, "num_good"), sum(made, "num_defective")]).toEqual([
      query,
      figures.num_good,
      figures.num_defective,
    ]);
  }
  expect((await sato.get("/bi/stat/works")).body.items).toEqual([]);
  expect((await tanaka.get("/bi/stat/works")).status).toBe(403);
  expect((await yamada.get("/bi/stat/works?period=custom&from=2020-01-01&to=2020-01-31")).body.items).toEqual(
    [],
  );
});

test("a card's minutes cost what its processes cost an hour, for those with 会計 of its own factory", async () => {
  const path = `/cards/${card.key}/cost`;
  const [work] = (await yamada.get(`/cards/${card.key}/work`)).body.works;
  const { body } = await yamada.get(`/cards/${card.key}`);
  await done(`/cards/${card.key}/correct`, {
    version: body.card.version,
    work_key: work.key,
    work_start: `${YESTERDAY}T10:00:00+09:00`,
    work_end: `${YESTERDAY}T11:30:00+09:00`,
    reason: "着手の押し忘れ",
  });
  const setRate = async (hourly_rate: number | undefined) => {
    const { version, processes } = (await yamada.get("/factories/self/meta")).body;
    await yamada.put("/factories/self/meta/processes", {
      version,
      processes: processes.map((one: any) => (one.group_id === 3 ? { ...one, hourly_rate } : one)),
    });
  };
  await setRate(undefined);
  expect((await yamada.get(path)).body).toMatchObject({
    rows: [{ group_id: 3, minutes: 90, hourly_rate: null, yen: null }],
    yen: 0,
    missing: [expect.any(String)],
  });
  await setRate(4001);
  expect((await yamada.get(path)).body).toMatchObject({
    rows: [{ minutes: 90, hourly_rate: 4001, yen: 6002 }],
    minutes: 90,
    yen: 6002,
    missing: [],
  });
  expect([(await tanaka.get(path)).status, (await sato.get(path)).status]).toEqual([403, 404]);
});

test("a page of the rows leads to the next and back", async () => {
  const all = (await works()).map(({ row_key }) => row_key);
  const first = (await yamada.get("/bi/stat/works?size=1")).body;
  const second = (await yamada.get(`/bi/stat/works?size=1&after=${first.next}`)).body;
  expect([...first.items, ...second.items].map((row: WorksRow) => row.row_key)).toEqual(all);
  const back = (await yamada.get(`/bi/stat/works?size=1&before=${second.previous}`)).body;
  expect(back.items).toEqual(first.items);
  expect(first.total).toBe(all.length);
});

test("rows of 手直し say so, and those that do not are the input of 直行率", async () => {
  const { reasons } = (await yamada.get(`/cards/${card.key}/work`)).body;
  const { reason_id } = reasons.find((one: any) => one.kind === "defect");
  const made = await done("/cards", {
    buyer_id: "suzuki",
    name: "カバー",
    num_items: "10",
    order_unit: "piece",
    unit: "piece",
    group_id: 3,
  });
  const { version } = await done(`/cards/${made.key}/start`, { version: 1 });
  const bad = { num_defective: "2", reason_id, treatment: "rework" };
  await done(`/cards/${made.key}/finish`, { version, num_good: "8", ...bad });
  const owner = await t.owner();
  const { rows } = await owner.query(
    "select key::int, version from card where parent_id = $1 and is_rework",
    [made.id],
  );
  const [child] = rows;
  const begun = await done(`/cards/${child.key}/start`, { version: child.version });
  await done(`/cards/${child.key}/finish`, { version: begun.version, num_good: "2" });
  const query = "group_id=3&buyer_id=suzuki";
  const found = await works(query);
  expect(found.map(({ num_good, is_rework }) => [num_good, is_rework])).toEqual([
    ["2", true],
    ["8", false],
  ]);
  expect((await total(query)).fpy).toBe("80.0");
  const { processes } = (await yamada.get(`/bi/stat?${query}`)).body as Stat;
  expect(processes).toMatchObject([{ group_id: 3, fpy: "80.0", final_rate: "100.0" }]);
});

test("a phone says of a row how many were bad, which has a column of its own on a desk", async () => {
  const { below } = worksList.columns.find(({ name }) => name === "num_good")!;
  const rows = await works("group_id=3&buyer_id=suzuki");
  expect(rows.map((row) => below!(row))).toEqual([null, "不良 2"]);
});
