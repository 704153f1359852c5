import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenant } from "~/lib/db/connection.server";
import fc from "~/lib/dice.testing";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import type { Quality, QualityRow } from "./quality.schema";

let t: TestApp;
let yamada: Person, sato: Person, tanaka: Person;
let items: Record<string, number>;
beforeAll(async () => {
  t = await testApp();
  [yamada, sato, tanaka] = await t.people("admin@yamada", "admin@sato", "admin@tanaka");
  const { version } = (await yamada.get("/factories/self/meta")).body;
  const { record_items } = (
    await yamada.put("/factories/self/meta/record_items", {
      version,
      items: [
        { label: "外径", kind: "number", group_id: 3, lower_limit: "9.9", upper_limit: "10.1", unit: "mm" },
        { label: "外観", kind: "choice", group_id: 3, choices: "良、キズ", ng_choices: "キズ" },
        { label: "厚さ", kind: "number", group_id: 4, upper_limit: "2" },
      ],
    })
  ).body;
  items = Object.fromEntries(record_items.map((one: any) => [one.label, one.item_id]));
});
afterAll(() => t.stop());

async function made(): Promise<{ key: number; version: number }> {
  const body = { buyer_id: "tanaka", name: "軸", num_items: "10", order_unit: "piece", unit: "piece" };
  const answer = await yamada.post("/cards", { ...body, group_id: 3 });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
async function finish({ key, version }: { key: number; version: number }, values: [string, string][]) {
  const answer = await yamada.post(`/cards/${key}/finish`, {
    version,
    values: values.map(([label, value]) => ({ item_id: items[label], value })),
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body as { key: number; version: number };
}
const figures = async (query = "", person = yamada): Promise<Quality> =>
  (await person.get(`/bi/quality/figures?${query}`)).body;
const rows = async (query = "", person = yamada): Promise<QualityRow[]> =>
  (await person.get(`/bi/quality?size=1000&${query}`)).body.items;

// The rules' own worked example: twelve values between 9.90 and 10.10.
const X = "10.02 10.01 9.99 10.00 10.03 9.98 10.01 10.00 10.02 9.99 10.01 10.00";

test("of one strand there are trend, control limits and Cpk with its range; of several none (BI 工程能力)", async () => {
  await finish(await made(), [["外径", X]]);
  const { single, n_judged } = await figures();
  expect(n_judged).toBe(12);
  expect(single).toMatchObject({
    n: 12,
    mean: "10.005",
    cp: "1.723",
    cpk: "1.637",
    pp: "2.305",
    ppk: "2.190",
    ucl: "10.063",
    lcl: "9.947",
    label: "参考(n<25)",
    is_changed: false,
  });
  expect(single!.range).toHaveLength(2);
  expect(single!.points.map(({ value }) => Number(value))).toEqual(X.split(" ").map(Number));
  await finish(await made(), [["外観", "キズ"]]);
  expect(await figures()).toMatchObject({
    single: null,
    strands: [{ label: "外観", n_ng: 1 }, { label: "外径" }],
  });
  expect(await figures(`item_id=${items.外観}`)).toMatchObject({ single: null, n_judged: 1, n_ng: 1 });
  expect((await figures(`item_id=${items.外径}&revision=-`)).single!.cpk).toBe("1.637");
  expect((await figures(`item_id=${items.外径}&revision=B`)).n).toBe(0);
});

test("a buyer sees what is its own once it is shared, without people and notes; nobody else anything", async () => {
  const [row] = await rows();
  const paper = (person: Person) => person.get(`/certificates?cards=${row!.card_key}`);
  expect([await rows("", sato), await rows("", tanaka)]).toEqual([[], []]);
  expect([(await figures("", tanaka)).n, (await paper(tanaka)).status, (await paper(sato)).status]).toEqual([
    0, 404, 404,
  ]);
  expect((await tanaka.put("/certificates/sharing/yamada", { is_shared: true })).status).toBe(403);
  expect((await yamada.put("/certificates/sharing/sato", { is_shared: true })).status).toBe(404);
  const shared = await yamada.put("/certificates/sharing/tanaka", { is_shared: true });
  expect(shared.body).toMatchObject({ is_shared: true, set_by: expect.any(String) });
  const theirs = await rows("", tanaka);
  const mine = await rows();
  expect(theirs).toEqual(mine.map((one) => ({ ...one, worker: null, note: null })));
  expect((await paper(tanaka)).body.cards).toEqual((await paper(yamada)).body.cards);
  expect(JSON.stringify((await paper(tanaka)).body)).not.toMatch(/note|worker|username|price/);
  expect((await paper(yamada)).body.cards[0]).toMatchObject({
    id: row!.card_id,
    items: [{ label: row!.label }],
  });
  expect((await yamada.get("/certificates?cards=999999999")).status).toBe(404);
  expect(await rows("", sato)).toEqual([]);
  await yamada.put("/certificates/sharing/tanaka", { is_shared: false });
  expect([await rows("", tanaka), (await paper(tanaka)).status]).toEqual([[], 404]);
});

type Value = { value: number; card: number; is_away: boolean };

test("the report is a naive count of the values, whatever was retested, corrected, taken back, undone and counted again", {
  timeout: 120_000,
}, async () => {
  const step = fc.record({
    act: fc.constantFrom("finish", "finish", "retest", "corrected", "void", "undo", "uncount", "uncount"),
    at: fc.nat(20),
    value: fc.integer({ min: 980, max: 1020 }),
    more: fc.integer({ min: 980, max: 1020 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      const before = await figures(`item_id=${items.外径}`);
      const all: Value[] = [];
      const counted = () => all.filter(({ is_away }) => !is_away);
      const cards = new Map<number, { version: number; work_key: number }>();
      const goes = (card: number, is_away: boolean) => {
        for (const one of all) if (one.card === card) one.is_away = is_away;
      };
      for (const { act, at, value, more } of steps) {
        const text = (number: number) => String(number / 100);
        if (act === "finish") {
          const { key, version } = await finish(await made(), [["外径", `${text(value)} ${text(more)}`]]);
          const [{ work_key }] = (await yamada.get(`/cards/${key}/measurements`)).body.items;
          cards.set(key, { version, work_key });
          for (const one of [value, more]) all.push({ value: one, card: key, is_away: false });
          continue;
        }
        const of = act === "uncount" ? all : counted();
        const one = of[at % Math.max(1, of.length)];
        if (!one) continue;
        const card = cards.get(one.card)!;
        const { version, work_key } = card;
        if (act === "undo") {
          const answer = await yamada.post(`/cards/${one.card}/undo`, { version });
          if (answer.status !== 201) continue;
          card.version = answer.body.version;
          goes(one.card, true);
          continue;
        }
        if (act === "uncount") {
          const is_void = !one.is_away;
          const body = { version, work_key, is_void, reason: "試し" };
          const answer = await yamada.post(`/cards/${one.card}/correct`, body);
          expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
          card.version = answer.body.version;
          goes(one.card, is_void);
          continue;
        }
        const here = (await yamada.get(`/cards/${one.card}/measurements`)).body.items;
        const place = counted()
          .filter(({ card: own }) => own === one.card)
          .indexOf(one);
        const answer = await yamada.post(`/cards/${one.card}/measurements`, {
          version,
          measurement_key: here[place].key,
          how: act,
          value: act === "void" ? undefined : text(value),
          reason: "試し",
        });
        expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
        card.version = answer.body.version;
        if (act === "void") all.splice(all.indexOf(one), 1);
        else one.value = value;
      }
      const values = counted();
      const ng = values.filter(({ value }) => value < 990 || value > 1010).length;
      const after = await figures(`item_id=${items.外径}`);
      expect([after.n_judged - before.n_judged, after.n_ng - before.n_ng]).toEqual([values.length, ng]);
      const listed = await rows(`item_id=${items.外径}`);
      expect([listed.length, listed.filter(({ judgement }) => judgement === "ng").length]).toEqual([
        after.n,
        after.n_ng,
      ]);
      const buckets = after.buckets.reduce((sum, one) => [sum[0]! + one.n, sum[1]! + one.n_ng], [0, 0]);
      expect(buckets).toEqual([after.n_judged, after.n_ng]);
      expect(after.single!.n).toBe(after.n_judged);
      // By judgement from tallies, by worker from rows.
      const parts = await Promise.all(
        ["judgement=ok", "judgement=ng", "judgement=none"].map((one) =>
          figures(`item_id=${items.外径}&${one}`),
        ),
      );
      expect(parts.reduce((n, one) => n + one.n, 0)).toBe(after.n);
      const nobody = await figures(`item_id=${items.外径}&worker_id=0`);
      expect([nobody.n, nobody.n_ng, nobody.strands[0]!.n]).toEqual([
        after.n,
        after.n_ng,
        after.strands[0]!.n,
      ]);
    }),
    { numRuns: 3 },
  );
  const who = { company_id: "yamada", username: "admin@yamada.example" };
  const wrong = await tenant(t.db, who, (db) => db.execute(sql`select * from check_invariants()`), "read");
  expect(wrong.rows).toEqual([]);
});
