import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "~/lib/backend/testing.server";
import { sendMail } from "./mail.server";

let house: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => (house = await testApp()));
afterAll(() => house.stop());

test("internal staff read the mail that waits, newest first; nobody else does, and nobody without a token", async () => {
  for (const subject of ["一通目", "二通目"]) await sendMail(house.db, { to: "keiri@yamada.example", subject, text: "本文" });
  for (const staff of ["staff@ops.example", "writer@ops.example"]) {
    const { status, body } = await (await house.as(staff)).get("/outbox");
    expect([status, body.items.map(({ subject }: { subject: string }) => subject)]).toEqual([200, ["二通目", "一通目"]]);
    expect(body.items[0]).toMatchObject({ to: "keiri@yamada.example", text: "本文", tries: 0, problem: null });
  }
  for (const other of ["admin@yamada.example", "admin@tanaka.example", "genba@yamada.example"]) {
    expect((await (await house.as(other)).get("/outbox")).status).toBe(403);
  }
  expect((await fetch(`${house.base}/outbox`)).status).toBe(401);
});

test("a code that was asked for stands in the outbox, and nowhere in the log", async () => {
  const lines: unknown[] = [];
  const spies = (["log", "error", "warn", "info"] as const).map((name) => {
    const before = console[name];
    console[name] = (...given: unknown[]) => void lines.push(given);
    return () => void (console[name] = before);
  });
  await house.app.provider.forgotPassword("genba@yamada.example");
  spies.forEach((restore) => restore());
  const { body } = await (await house.as("staff@ops.example")).get("/outbox");
  const code = /確認コード: (\d{6})/.exec(body.items[0].text)![1]!;
  expect(JSON.stringify(lines)).not.toContain(code);
});
