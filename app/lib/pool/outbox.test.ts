import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "~/lib/db/connection.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { sendMail } from "./mail.server";

let house: TestApp;
beforeAll(async () => (house = await testApp()));
afterAll(() => house.stop());

const waiting = async (staff: string) =>
  (await (await house.as(`${staff}@ops.example`)).get("/outbox")).body.items;

test("internal staff read the mail that waits, newest first; nobody else does, and nobody without a token", async () => {
  for (const subject of ["一通目", "二通目"])
    await sendMail(house.db, { to: "keiri@yamada.example", subject, text: "本文" });
  for (const staff of ["staff", "writer"]) {
    const items = await waiting(staff);
    expect(items.map(({ subject }: { subject: string }) => subject)).toEqual(["二通目", "一通目"]);
    expect(items[0]).toMatchObject({ to: "keiri@yamada.example", tries: 0, problem: null, openings: [] });
    expect(JSON.stringify(items)).not.toContain("本文");
  }
  for (const other of ["admin@yamada.example", "admin@tanaka.example", "genba@yamada.example"]) {
    const person = await house.as(other);
    expect((await person.get("/outbox")).status).toBe(403);
    expect((await person.put("/outbox/1/opened", {})).status).toBe(403);
  }
  expect((await fetch(`${house.base}/outbox`)).status).toBe(401);
});

test("a code that was asked for is opened by who may write, and the opening is on record; who only reads never sees it", async () => {
  const lines: unknown[] = [];
  const spies = (["log", "error", "warn", "info"] as const).map((name) => {
    const before = console[name];
    console[name] = (...given: unknown[]) => void lines.push(given);
    return () => void (console[name] = before);
  });
  await house.app.provider.forgotPassword("genba@yamada.example");
  spies.forEach((restore) => restore());
  const [letter] = await waiting("staff");
  expect(await (await house.as("staff@ops.example")).put(`/outbox/${letter.key}/opened`, {})).toMatchObject({
    status: 403,
    body: { detail: expect.stringContaining("開く権限がありません") },
  });
  const opened = await (await house.as("writer@ops.example")).put(`/outbox/${letter.key}/opened`, {});
  const code = /確認コード: (\d{6})/.exec(opened.body.text)![1]!;
  const [after] = await waiting("writer");
  expect(after.openings).toEqual([{ actor_name: "運営 書子", at: expect.any(String) }]);
  expect(JSON.stringify([after, lines])).not.toContain(code);
  expect((await (await house.as("writer@ops.example")).put("/outbox/987654/opened", {})).status).toBe(404);
});

test("the record of openings can't be unwritten, holds no body, and is no company's to read", async () => {
  const [row] = (await operator(house.db, (tx) => tx.execute(sql`select * from mail_opening`))).rows;
  expect(row).toMatchObject({ recipient: "genba@yamada.example", username: "writer@ops.example" });
  expect(Object.keys(row!)).not.toContain("body");
  await expect(operator(house.db, (tx) => tx.execute(sql`delete from mail_opening`))).rejects.toThrow();
  expect((await house.db.execute(sql`select * from mail_opening`)).rows).toEqual([]);
});
