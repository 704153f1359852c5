import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { today } from "~/lib/time/date";
import { type Site, startSite } from "./server.testing.server";

let t: TestApp;
let site: Site;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const signedIn = () => site.signedIn("admin@tanaka.example", SAMPLE_PASSWORD);

test("a row of one 支給品 is not taken back under the address of another", async () => {
  const [tanaka] = await t.people("admin@tanaka");
  const sent = async (item: string): Promise<number> => {
    const what = { kind: "free", item, unit: "枚", quantity: "10", move_date: today() };
    return (await tanaka.post("/supplies", { seller_id: "yamada", ...what })).body.key;
  };
  const [one, other] = [await sent("緩衝材"), await sent("当て板")];
  const buyer = await signedIn();
  const form = { note: "数え違い", idempotency_key: crypto.randomUUID() };
  const rest = async () => (await tanaka.get(`/supplies/${other}`)).body.rest;
  expect((await buyer.get(`/task/order/supply/${one}/undo/${other}`)).status).toBe(404);
  expect((await buyer.post(`/task/order/supply/${one}/undo/${other}`, form)).status).toBe(404);
  expect(await rest()).toBe("10");
  expect((await buyer.post(`/task/order/supply/${other}/undo/${other}`, form)).status).toBe(303);
  expect(await rest()).toBe("0");
});
