import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { type Site, startSite } from "~/lib/web/server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let yamada: Person, tanaka: Person;
let buyer: Browser, other: Browser;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  [yamada, tanaka] = await t.people("admin@yamada", "admin@tanaka");
  [buyer, other] = (await Promise.all(
    ["admin@tanaka", "admin@sato"].map((name) => site.signedIn(`${name}.example`, SAMPLE_PASSWORD)),
  )) as [Browser, Browser];
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

test("a buyer opens the 検査成績書 from its card and its order where the seller shows it, and else finds no way", async () => {
  const { version } = (await yamada.get("/factories/self/meta")).body;
  const item = { label: "外径", kind: "number", group_id: 3 };
  const meta = await yamada.put("/factories/self/meta/record_items", { version, items: [item] });
  const { item_id } = meta.body.record_items[0];
  const places = (await tanaka.get("/factories/tanaka/destinations")).body.items;
  const made = await tanaka.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    inspection_days: 5,
    lines: [
      {
        name: "軸受",
        num_items: "10",
        delivery_date: "2027-01-20",
        unit_price: "100",
        destination_id: places[0].destination_id,
      },
    ],
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 });
  const order = (await tanaka.get(`/orders/${made.body.key}`)).body;
  const { key } = order.lines[0].card;
  const at = async () => (await yamada.get(`/cards/${key}`)).body.card.version;
  expect((await yamada.post(`/cards/${key}/accept`, { version: await at() })).status).toBe(201);
  expect((await yamada.post(`/cards/${key}/move`, { version: await at(), group_id: 3 })).status).toBe(201);
  const values = [{ item_id, value: "10.02" }];
  const done = await yamada.post(`/cards/${key}/finish`, { version: await at(), values });
  expect(done, JSON.stringify(done.body)).toMatchObject({ status: 201 });
  const way = `href="/task/${key}/certificate"`;
  const pages = [`/task/${key}`, `/order/${made.body.key}?tab=papers`];
  for (const page of pages) expect((await buyer.get(page)).text).not.toContain(way);
  expect((await buyer.get(`/task/${key}/certificate`)).status).toBe(404);
  await yamada.put("/certificates/sharing/tanaka", { is_shared: true });
  for (const page of pages) expect((await buyer.get(page)).text).toContain(way);
  expect((await buyer.get(`/task/${key}/certificate`)).text).toContain("10.02");
  expect((await other.get(`/task/${key}/certificate`)).status).toBe(404);
});
