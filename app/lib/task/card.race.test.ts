import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "~/lib/dice.testing";
import { type Answer, type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { request, stored } from "./testing.server";

/** How often two move one card; 10,000 by `npm run fuzz`. */
const RUNS = runs(60);
const LONG = 30_000 + RUNS * 100;

let t: TestApp;
let yamada: Person, genba: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada, genba] = await t.people("admin@yamada", "genba@yamada");
});
afterAll(() => t.stop());

const random = (n: number) => Math.floor(Math.random() * n);
const broken = async () => (await (await t.owner()).query("select * from check_invariants()")).rows;

test("one card moved by two at once: one wins each time and the other is told; it is never lost and never in two columns", {
  timeout: LONG,
}, async () => {
  const { key } = await request(t, { group_id: 3, status: "切断", answer: "accepted" });
  const columns = async () =>
    (await yamada.get("/board")).body.columns
      .filter((one: any) => one.cards.some((card: any) => card.key === key))
      .map((one: any) => one.id);
  let [at, version] = [3, 1];
  for (let run = 0; run < RUNS; run++) {
    const ways = [2, 3, 4, 5, 6, 7, 8].filter((one) => one !== at).sort(() => Math.random() - 0.5);
    const answers = await Promise.all(
      [yamada, genba].map(async (person, index) => {
        // Now one is the first, now the other, now both come together.
        await new Promise((done) => setTimeout(done, random(5)));
        return person.post(`/cards/${key}/move`, { version, group_id: ways[index], inside: true });
      }),
    );
    const won = answers.findIndex(({ status }) => status === 201);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers[won]!.body).toMatchObject({ group_id: ways[won], version: version + 1 });
    expect(answers[1 - won]!.body.detail).toContain("他の人が");
    [at, version] = [ways[won]!, version + 1];
    if (run % 50 === 0) expect(await columns()).toEqual([String(at)]);
  }
  expect(await columns()).toEqual([String(at)]);
  const { row, log } = await stored(t, key);
  expect([row.group_id, row.version, log.map(({ seq }) => seq)]).toEqual([
    at,
    RUNS + 1,
    log.map((_, index) => index + 1),
  ]);
  expect(await broken()).toEqual([]);
});

test("a post sent twice to ten times at once has one effect and one answer; another body under its key is refused", {
  timeout: LONG,
}, async () => {
  const made = { buyer_id: "tanaka", num_items: "10", order_unit: "piece", unit: "piece" };
  const TIMES = Math.max(10, RUNS / 10);
  for (let run = 0; run < TIMES; run++) {
    const send = (name: string) => genba.post("/cards", { ...made, name }, `twice-${run}`);
    const answers = await Promise.all(Array.from({ length: 2 + random(9) }, () => send(`二度${run}`)));
    const [{ status, body }] = answers as [Answer];
    expect([status, body.name]).toEqual([201, `二度${run}`]);
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([status, body]);
    expect((await send("ほかの内容")).status).toBe(422);
  }
  const owner = await t.owner();
  expect(
    (await owner.query("select count(*)::int as n from card where name like '二度%' or name = 'ほかの内容'"))
      .rows,
  ).toEqual([{ n: TIMES }]);
  expect(await broken()).toEqual([]);
});
