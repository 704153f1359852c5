import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeScene, type Scene } from "~/lib/server/scene.testing.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "./server.testing.server";

let t: TestApp;
let scene: Scene;
let site: Site;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  scene = await makeScene(t);
  site = await startSite(t, "a secret of the tests, 32 letters or more");
});
afterAll(async () => {
  await site?.stop();
  await scene?.stop();
  await t?.stop();
});

const signedIn = (name: string) => site.signedIn(`${name}.example`, SAMPLE_PASSWORD);
const tabsOf = (label: string, current: string) =>
  new RegExp(`<nav aria-label="${label}".*?<a href="${current}" aria-current="page"`);

test("支払通知書 and 相殺 stay among the tabs that they were opened from", async () => {
  const keiri = await signedIn("keiri@yamada");
  const { rows } = await scene.owner.query(
    `with made as (insert into offset_proposal (from_company, to_company, amount, proposed_date)
        values ('yamada', 'sato', 1, current_date) returning *),
      said as (insert into offset_word (offset_key, from_company, to_company, word, company_id, person, said_time)
        select key, from_company, to_company, 'proposed', from_company, '', now() from made)
      select key::int from made`,
  );
  const pages = [
    ...["/accounting/self-bill", "/accounting/payable/offset", "/accounting/receivable/offset"],
  ].flatMap((path) => [path, `${path}/new`]);
  for (const path of [...pages, `/accounting/payable/offset/${rows[0].key}`]) {
    const label = path.includes("receivable") ? "売掛・請求残" : "買掛金管理";
    const { text } = await keiri.get(path);
    expect([path, text]).toEqual([
      path,
      expect.stringMatching(tabsOf(label, path.replace(/\/(new|\d+)$/, ""))),
    ]);
  }
  const { text } = await keiri.get("/accounting/payable/offset?q=1&state=proposed");
  expect(text).toContain('action="/accounting/payable/offset"');
  expect(text).toContain(`href="/accounting/payable/offset/${rows[0].key}"`);
  expect(text).toContain('href="/accounting/payable/offset.csv?q=1&amp;state=proposed"');
  expect((await keiri.get("/accounting/payable/offset.csv?state=proposed")).text).toContain("提案日");
});

test("照合を締める of all that fits the conditions asks first, naming how many", async () => {
  const keiri = await signedIn("keiri@yamada");
  const month = (await scene.owner.query("select to_char(now() at time zone 'Asia/Tokyo', 'YYYYMM') as ym"))
    .rows[0].ym;
  const page = await keiri.get(`/accounting/payable/match?ym=${month}`);
  const num = page.text.match(/name="ids"/g)?.length ?? 0;
  const asked = await keiri.post(`/accounting/payable/match?ym=${month}&sort=-ours`, {
    act: "close",
    all: "on",
  });
  expect([asked.status, asked.text.includes(`条件に合う全${num}社が対象です。`)]).toEqual(
    num > 0 ? [200, true] : [422, false],
  );
});

test("a company that only orders has no 買掛金管理 beside its 支払通知書", async () => {
  const tanaka = await signedIn("admin@tanaka");
  const { status, text } = await tanaka.get("/accounting/self-bill");
  expect(status).toBe(200);
  expect(text).not.toContain("/accounting/payable/");
});
