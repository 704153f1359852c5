import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { order, shipped } from "./testing.server";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, kobai: Person, tanaka: Person, suzuki: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, kobai, tanaka, suzuki, sato] = await t.people(
    "keiri@yamada",
    "kobai@tanaka",
    "admin@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

async function deliver(buyer_id = "tanaka"): Promise<{ key: number; number: string }> {
  const card = await shipped(t, { buyer_id });
  const made = await yamada.post("/deliveries", order([card], { buyer_id, delivery_date: today() }));
  expect(made.status).toBe(201);
  return made.body;
}
const send = (keys: number[], more: object = {}, key?: string) =>
  yamada.post("/deliveries/send", { keys, channel: "chat_mail", ...more }, key);
const said = async (room: string) =>
  (await owner.query("select message from message where room_id = $1 order by number", [room])).rows.map(
    ({ message }) => message as string,
  );
const mails = async () =>
  (await owner.query("select recipient, subject, body from pool.outbox order by key")).rows as {
    recipient: string;
    subject: string;
    body: string;
  }[];
const ymOf = (day: string) => Number(day.slice(0, 7).replace("-", ""));
const states = async (query: string) =>
  (await yamada.get(`/deliveries?size=100&${query}`)).body.items.map((row: { key: number }) => row.key);

test("a note goes to the pair's room and by mail to those who may open it, once however often it is pressed", async () => {
  const note = await deliver();
  const first = await send([note.key], {}, "one-press");
  expect(first).toMatchObject({ status: 201, body: { items: [{ key: note.key, problem: null }] } });
  const room = await said("yamada_tanaka");
  expect(room.at(-1)).toBe(
    `納品書 ${note.number}をお送りします。\nhttp://localhost:3000/accounting/delivery/${note.key}`,
  );
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient)).toEqual(["admin@tanaka.example"]);
  expect(sent[0]!.subject).toContain(`山田精機株式会社から納品書 ${note.number}`);
  expect(sent[0]!.body).toContain(`/accounting/delivery/${note.key}`);
  expect(sent[0]!.body + room.at(-1)).not.toMatch(/12,?840|14,?124/);

  expect((await send([note.key], {}, "one-press")).body).toEqual(first.body);
  const again = await send([note.key]);
  expect(again.body.items[0].problem).toMatch(/に送付しています。.*再送する/);
  expect([(await said("yamada_tanaka")).length, (await mails()).length]).toEqual([room.length, 1]);
  expect((await send([note.key], { again: true })).body.items[0].problem).toBeNull();
  expect([(await said("yamada_tanaka")).length, (await mails()).length]).toEqual([room.length + 1, 2]);

  await owner.query(
    "update pool.outbox set tries = 1, problem = '550 unknown' where body like '%再%' or key in (select max(key) from pool.outbox)",
  );
  const detail = (await yamada.get(`/deliveries/${note.key}`)).body;
  expect(detail).toMatchObject({
    state: "sent",
    cannot_send: null,
    cannot_mail: null,
    sendings: [
      { channel: "chat_mail", name: "山本 経子", num_mails: 1, num_refused: 0 },
      { channel: "chat_mail", num_mails: 1, num_refused: 1 },
    ],
  });
  expect(
    detail.log.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind === "sent"),
  ).toHaveLength(2);
  expect((await tanaka.get(`/deliveries/${note.key}`)).body).toMatchObject({ state: "sent", sendings: [] });
  await tanaka.post(`/deliveries/${note.key}/view`);
  expect((await yamada.get(`/deliveries/${note.key}`)).body.state).toBe("viewed");
});

test("several at once: a word for each buyer's room, and each that can't be sent says why", async () => {
  const [one, two, three, cancelled] = [
    await deliver(),
    await deliver(),
    await deliver("suzuki"),
    await deliver(),
  ];
  await yamada.post(`/deliveries/${cancelled.key}/cancel`, { reason: "宛先違い" });
  const [room, mailed] = [(await said("yamada_tanaka")).length, (await mails()).length];
  const { body } = await send([three.key, one.key, cancelled.key, two.key]);
  expect(Object.fromEntries(body.items.map((row: any) => [row.key, row.problem]))).toEqual({
    [one.key]: null,
    [two.key]: null,
    [three.key]: null,
    [cancelled.key]: "この納品書は取り消されているため、送付できません。",
  });
  const words = await said("yamada_tanaka");
  expect(words).toHaveLength(room + 1);
  expect(words.at(-1)).toContain("納品書 2件をお送りします。");
  expect((await said("yamada_suzuki")).at(-1)).toContain(three.number);
  expect(await mails()).toHaveLength(mailed + 2);
  const unsent = await deliver();
  for (const query of ["sending=sent", "state=sent"]) {
    const found = await states(query);
    expect(found).toEqual(expect.arrayContaining([one.key, two.key, three.key]));
    expect(found).not.toContain(unsent.key);
  }
  expect(await states("sending=unsent")).toContain(unsent.key);
  expect(await states("state=issued")).toContain(unsent.key);
  expect(await states("sending=viewed")).not.toContain(one.key);
});

test("handed over on paper, with its day: not in the future, nor before its date and the day it was issued", async () => {
  const note = await deliver();
  const mailed = (await mails()).length;
  const late = await send([note.key], { channel: "paper", sent_date: addDays(today(), 1) });
  expect(late).toMatchObject({
    status: 422,
    body: { errors: { sent_date: [expect.stringContaining("渡した日は、今日")] } },
  });
  const early = { channel: "paper", sent_date: addDays(today(), -1) };
  expect((await send([note.key], early)).body.items[0].problem).toMatch(/^渡した日は、.*から今日までの/);
  const sent_date = today();
  expect((await send([note.key], { channel: "paper", sent_date })).body.items[0].problem).toBeNull();
  expect((await yamada.get(`/deliveries/${note.key}`)).body.sendings).toMatchObject([
    { channel: "paper", sent_date, num_mails: 0 },
  ]);
  expect((await send([note.key], { channel: "paper" })).body.items[0].problem).toMatch(/に紙で渡しています/);
  expect((await mails()).length).toBe(mailed);
});

test("nobody to open it, or nobody to work with any more: only paper is left; who switched mail off gets none", async () => {
  const note = await deliver();
  await owner.query("update member set notices_off = '{document.mail}' where company_id = 'tanaka'");
  expect((await send([note.key])).body.items[0].problem).toBeNull();
  expect((await yamada.get(`/deliveries/${note.key}`)).body.sendings[0].num_mails).toBe(0);
  const other = await deliver();
  await owner.query("update member set permissions = '{}' where company_id = 'tanaka'");
  expect((await send([other.key])).body.items[0].problem).toContain("相手の会社に納品書を開ける人がいません");
  await owner.query("update collaboration set is_active = false where buyer_id = 'tanaka'");
  expect((await yamada.get(`/deliveries/${other.key}`)).body.cannot_mail).toContain("取引を終了しているため");
  expect((await send([other.key], { channel: "paper" })).body.items[0].problem).toBeNull();
  await owner.query("update collaboration set is_active = true where buyer_id = 'tanaka'");
  await owner.query(
    "update member set permissions = '{accounting}', notices_off = '{}' where company_id = 'tanaka' and is_admin",
  );
});

test("an invoice goes the same way; nobody sends what another company issued", async () => {
  const note = await deliver("suzuki");
  const { closing_days } = (await yamada.get("/closings")).body;
  const found = [];
  for (const { closing_day } of closing_days)
    for (const item of (
      await yamada.get(`/closings?closing_day=${closing_day}&ym=${ymOf(addDays(today(), 40))}`)
    ).body.items)
      found.push(item);
  const { open_ym, ym } = found.find((item) => item.buyer_id === "suzuki");
  const closed = await yamada.post("/closings", { ym: open_ym ?? ym, buyer_ids: ["suzuki"], unended: true });
  expect(closed).toMatchObject({ status: 201 });
  const { key, number } = closed.body.invoices[0];
  const sent = await yamada.post("/invoices/send", { keys: [key], channel: "chat_mail" });
  expect(sent.body.items).toEqual([{ key, number, problem: null }]);
  expect((await said("yamada_suzuki")).at(-1)).toContain(`/accounting/invoice/${key}`);
  expect((await yamada.get("/invoices?sending=sent")).body.items).toMatchObject([{ key, is_sent: true }]);
  expect((await yamada.get(`/deliveries/${note.key}`)).body.state).toBe("billed");
  for (const path of ["/invoices/send", "/deliveries/send"]) {
    const keys = [path === "/invoices/send" ? key : note.key];
    expect((await sato.post(path, { keys, channel: "paper" })).status).toBe(404);
    expect((await suzuki.post(path, { keys, channel: "paper" })).status).toBe(403);
  }
  expect((await kobai.post("/deliveries/send", { keys: [note.key], channel: "paper" })).status).toBe(403);
  expect((await yamada.post("/deliveries/send", { keys: [], channel: "paper" })).status).toBe(422);
  expect((await owner.query("select * from check_invariants()")).rows).toEqual([]);
});
