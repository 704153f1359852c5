import { existsSync } from "node:fs";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { type Site, startSite } from "./server.testing.server";

let t: TestApp;
let site: Site;
let owner: pg.Client;
beforeAll(async () => {
  if (!existsSync("build/index.js")) throw new Error("npm run build first: these tests ask the built server");
  t = await testApp();
  owner = await t.owner();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const run = (statement: string) => owner.query(statement);
const START = "/setting/start";
const BOARD = "/task/kanban?saved=1";

test("a new company's administrator begins with what is to be set up, until it is done or hidden", async () => {
  await run(`update product set is_active = false where seller_id = 'sato'`);
  const sato = await site.signedIn("admin@sato.example", SAMPLE_PASSWORD);
  expect((await sato.get("/")).to).toBe(BOARD);
  await run(`update factory_meta set is_setup_hidden = false where company_id in ('sato', 'yamada')`);
  expect((await sato.get("/")).to).toBe(START);
  const { text } = await sato.get(START);
  expect(text).toMatch(/最初の商品[\s\S]*?href="\/setting\/product"[^>]*>設定する/);
  expect(text).toMatch(/工程<\/b>[\s\S]*?済み/);
  expect((await sato.get("/setting")).text).toContain("はじめに（残り");

  const hidden = await sato.post(START, { is_hidden: "on" });
  expect([hidden.status, hidden.to]).toEqual([303, "/task/kanban"]);
  expect((await sato.get("/")).to).toBe(BOARD);
  expect((await sato.get(START)).text).toContain("ログインしたときに表示する");
  expect((await sato.post(START, {})).to).toBe(START);
  expect((await sato.get("/")).to).toBe(START);

  await run(`update product set is_active = true where seller_id = 'sato'`);
  await run(`update factory set registration_number = 'T1234567890123' where id = 'sato'`);
  await run(`update member set is_active = true, company_id = 'sato' where username = 'new@yamada.example'`);
  expect((await sato.get("/")).to).toBe(BOARD);
});

test("others of the company come to the board as before, and can't open the list", async () => {
  await run(`update factory set address = null where id = 'yamada'`);
  const genba = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  expect((await genba.get("/")).to).toBe(BOARD);
  expect([(await genba.get(START)).status, (await genba.post(START, {})).status]).toEqual([403, 403]);
  const yamada = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  expect((await yamada.get("/")).to).toBe(START);
});
