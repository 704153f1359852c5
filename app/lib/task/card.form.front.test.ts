import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollaboration } from "~/lib/company/factory.server";
import { operator, tenant } from "~/lib/db/connection.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";
import { type Site, startSite } from "~/lib/web/server.testing.server";
import { someone } from "./testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;
let hand: Browser;
let rest: Person;

beforeAll(async () => {
  t = await testApp();
  await operator(t.db, (db) => createCollaboration(db, "suzuki", "yamada", MONTH_END));
  site = await startSite(t, "a secret of the tests, 32 letters or more");
  hand = await site.signedIn("genba@yamada.example", SAMPLE_PASSWORD);
  rest = await t.as("admin@yamada.example");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

const made = async (more: object = {}) =>
  (
    await rest.post("/cards", {
      buyer_id: "tanaka",
      name: "軸受台",
      num_items: "20",
      order_unit: "piece",
      unit: "piece",
      unit_price: "10",
      group_id: 5,
      ...more,
    })
  ).body as { key: number; id: string; version: number };
const change = (statement: ReturnType<typeof sql>) =>
  tenant(t.db, someone("yamada", "seller"), (db) => db.execute(statement));
const card = async (key: number) => (await rest.get(`/cards/${key}`)).body.card;
/** A form's select: the values that can be chosen, and the one that is. */
const select = (text: string, name: string) => {
  const inside =
    text
      .split(`<select`)
      .find((part) => part.includes(`name="${name}"`))
      ?.split("</select>")[0] ?? "";
  const options = [...inside.matchAll(/<option value="([^"]+)"([^>]*)>/g)];
  return {
    values: options.map(([, value]) => value),
    chosen: options.find(([, , attributes]) => attributes!.includes("selected"))?.[1] ?? null,
  };
};

test("the partner usually asked for an outsourced process is chosen when its form is opened", async () => {
  const { key } = await made();
  const form = async () => select((await hand.get(`/task/${key}/outsource?group_id=6`)).text, "partner_id");
  expect(await form()).toEqual({ values: ["sato", "suzuki"], chosen: null });
  await change(
    sql`update process set default_collab_id = 'sato' where company_id = 'yamada' and group_id = 6`,
  );
  expect((await form()).chosen).toBe("sato");
});

test("on the way into an outsourced process the partner is asked for; without one it is a move of its own", async () => {
  const { key } = await made();
  const asks = `/task/${key}/outsource?group_id=6&return=`;
  const next = await hand.post(`/task/${key}/move?return=/task/list`, { version: "1", group_id: "6" });
  expect([next.status, next.to]).toEqual([303, `${asks}%2Ftask%2Flist`]);
  const drop = { key: String(key), version: "1", group_id: "6" };
  const pushed = await hand.post("/task/kanban/move", drop);
  expect([pushed.status, pushed.to!.startsWith(asks)]).toEqual([303, true]);
  const dropped = await hand.post("/task/kanban/move", { ...drop, part: "group_id=5&group_id=6" });
  expect([dropped.status, JSON.parse(dropped.text).to.startsWith(asks)]).toEqual([409, true]);
  expect((await card(key)).group_id).toBe(5);
  const page = await hand.get(next.to!);
  expect(page.text).toContain("協力会社に頼まず「外注」へ移動する");
  expect(
    (await hand.post(`/task/${key}/move?return=/task/list`, { version: "1", group_id: "6", inside: "on" }))
      .to,
  ).toBe("/task/list");
  expect(await card(key)).toMatchObject({ group_id: 6, collab_name: null });
  expect((await hand.get(next.to!)).text).not.toContain("協力会社に頼まず");
  expect((await hand.post("/task/kanban/move", { ...drop, version: "2", group_id: "7" })).status).toBe(303);
  expect((await card(key)).group_id).toBe(7);
});

test("不良登録 and 完了 offer the factory's own 処置", async () => {
  const { key } = await made();
  await change(
    sql`update reason set label = '研磨で手直し' where company_id = 'yamada' and kind = 'treatment' and means = 'rework'`,
  );
  await change(
    sql`update reason set is_active = false where company_id = 'yamada' and kind = 'treatment' and means = 'concession'`,
  );
  const defect = (await hand.get(`/task/${key}/defect`)).text;
  expect([defect.includes("研磨で手直し"), defect.includes("廃棄")]).toEqual([true, true]);
  expect(defect.match(/name="treatment_id"/g)).toHaveLength(3);
  expect(select((await hand.get(`/task/${key}/finish`)).text, "treatment_id").values).toHaveLength(3);
  // Left out, it is said beside the field there is, and the summary leads to that: with words of one's own,
  // and without.
  for (const name of ["treatment_id", "treatment"]) {
    if (name === "treatment")
      await change(
        sql`update reason set is_active = false where company_id = 'yamada' and kind = 'treatment'`,
      );
    const refused = await hand.post(`/task/${key}/defect`, { version: "1", num: "1" });
    for (const place of [`href="#defect-${name}"`, `id="defect-${name}"`])
      expect(refused.text).toContain(place);
    expect(refused.text).toMatch(new RegExp(`id="defect-${name}-error"[^>]*>処置を選択してください`));
  }
  await change(sql`update reason set is_active = true where company_id = 'yamada' and kind = 'treatment'`);
});

test("whose side a defect lies on may be said, at 完了 too, and stands with the defect", async () => {
  const { key } = await made();
  const reason_id = select((await hand.get(`/task/${key}/finish`)).text, "reason_id").values[0]!;
  expect(select((await hand.get(`/task/${key}/defect`)).text, "cause")).toEqual({
    values: ["own", "supplied", "design"],
    chosen: null,
  });
  const done = await hand.post(`/task/${key}/finish`, {
    version: "1",
    num_good: "18",
    num_defective: "2",
    reason_id,
    cause: "supplied",
    next: "stay",
  });
  expect(done.status).toBe(303);
  expect((await rest.get(`/cards/${key}/work`)).body.defects).toMatchObject([
    { num: "2", cause: "supplied" },
  ]);
  expect((await hand.get(`/task/${key}?tab=parts`)).text).toContain("原因 支給材");
});

test("a shipment is taken back to the process chosen, the one it left from by itself; a 納品書 in the way is linked", async () => {
  const { key } = await made();
  await rest.post(`/cards/${key}/ship`, { version: 1, num_good: "20", uncounted: true });
  expect(select((await hand.get(`/task/${key}/unship`)).text, "group_id").chosen).toBe("5");
  expect((await hand.post(`/task/${key}/unship`, { version: "2", group_id: "1" })).status).toBe(422);
  expect((await hand.post(`/task/${key}/unship`, { version: "2", group_id: "3" })).status).toBe(303);
  expect(await card(key)).toMatchObject({ group_id: 3, shipped_time: null });
  await rest.post(`/cards/${key}/ship`, { version: 3, num_good: "20", uncounted: true });
  const note = await rest.post("/deliveries", {
    buyer_id: "tanaka",
    delivery_date: today(),
    grouping: "one",
    show_amounts: true,
    lines: [{ card_key: key, num_items: "20" }],
  });
  const boss = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  expect((await boss.get(`/task/${key}/unship`)).text).toContain(
    `href="/accounting/delivery/${note.body.key}"`,
  );
});

test("外注 for a day after the card's own is asked about once, at once undone by the snackbar, and counted on the way of many", async () => {
  const due = addDays(today(), 30);
  const { key } = await made({ delivery_date: due });
  const boss = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const late = {
    version: "1",
    group_id: "6",
    partner_id: "sato",
    delivery_date: addDays(due, 1),
    unit_price: "5",
  };
  const enter = await boss.post(`/task/${key}/outsource`, late);
  expect([enter.status, /に20個、納期 [^<]+。まだ出していません。/.test(enter.text)]).toEqual([200, true]);
  expect(/<button[^>]* data-default[^>]*>/.exec(enter.text)![0]).toContain('value="check"');
  expect((await card(key)).version).toBe(1);
  const press = (more: object) => boss.post(`/task/${key}/outsource`, { ...late, step: "send", ...more });
  const asked = await press({});
  expect([
    asked.status,
    asked.text.includes("より後です。この日でよければ"),
    asked.text.includes('name="late"'),
  ]).toEqual([422, true, true]);
  expect((await rest.post(`/cards/${key}/outsource`, { ...late, version: 1 })).body.errors).toEqual({
    late: [expect.stringContaining("より後です")],
  });
  const many = await rest.post("/cards/move", {
    cards: [{ key, version: 1 }],
    ...late,
    version: undefined,
    dry_run: true,
  });
  expect(many.body).toMatchObject({ num_moved: 1, counts: { late: 1 }, items: [{ exceptions: ["late"] }] });
  expect((await press({ late: "on" })).status).toBe(303);
  const sent = await card(key);
  expect(sent).toMatchObject({ group_id: 6, collab_name: "佐藤鈑金工業株式会社" });
  expect(
    (
      await boss.post(`/task/${key}/take_back`, {
        version: String(sent.version),
        reason: "依頼の直後に元に戻したため",
      })
    ).status,
  ).toBe(303);
  expect((await card(key)).collab_name).toBeNull();
});

test("請求締め looks no further than the next month, and says so beside what was typed", async () => {
  const boss = await site.signedIn("admin@yamada.example", SAMPLE_PASSWORD);
  const far = await boss.get("/accounting/invoice/close?ym=209901");
  expect([
    far.text.includes("までを入力してください"),
    far.text.includes('value="209901"'),
    far.text.includes("2099年"),
  ]).toEqual([true, true, false]);
  expect((await boss.get("/accounting/invoice/close?ym=202605")).text).not.toContain(
    "までを入力してください",
  );
});
