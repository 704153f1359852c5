import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "~/lib/web/server.testing.server";

let t: TestApp;
let site: Site;
let boss: Awaited<ReturnType<Site["signedIn"]>>;
beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  boss = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

test.each([
  "/bi/stat",
  "/bi/worktime",
  "/bi/worktime/rows",
  "/bi/worktime/sums",
  "/bi/quality",
  "/bi/defective",
  "/bi/history",
  "/task/shipped",
  "/inventory/stored",
])("a day that there is none of stands in its box with what is wrong: %s", async (path) => {
  const { status, text } = await boss.get(`${path}?from=2026-02-30`);
  expect(status).toBe(200);
  expect(/<input[^>]*name="from"[^>]*aria-invalid="true"[^>]*value="2026-02-30"/.test(text)).toBe(true);
  expect(text.includes("は日付で入力してください")).toBe(true);
});

test.each([
  "/bi/stat",
  "/bi/worktime",
  "/bi/worktime/rows",
  "/bi/worktime/sums",
  "/bi/quality",
  "/bi/defective",
  "/bi/history",
])("an end before the start is said beside it, and not applied: %s", async (path) => {
  const { status, text } = await boss.get(`${path}?from=2026-11-20&to=2026-11-01`);
  expect(status).toBe(200);
  expect(/<input[^>]*name="to"[^>]*aria-invalid="true"[^>]*value="2026\/11\/1/.test(text)).toBe(true);
  expect(text.includes("期間の終わりは、始まりと同じ日か、それより後の日を入力してください。")).toBe(true);
});

test("実績 behind the figures and their file leave such an end out, too", async () => {
  for (const path of ["/bi/stat/works", "/bi/stat/works.csv", "/bi/stat.csv", "/bi/worktime.csv"])
    expect([path, (await boss.get(`${path}?period=custom&from=2026-11-20&to=2026-11-01`)).status]).toEqual([
      path,
      200,
    ]);
});

test.each(["0001-01-01", "1899-12-31", "9999-12-31"])("no 日報 is looked for on %s", async (day) => {
  expect((await boss.get(`/bi/worktime/1:${day}`)).status).toBe(404);
});
