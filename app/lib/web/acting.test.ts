import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import { operator } from "~/lib/db/connection.server";
import { sendMail } from "~/lib/pool/mail.server";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { markForms } from "./acting.server";
import { type Site, startSite } from "./server.testing.server";

type Browser = Awaited<ReturnType<Site["signedIn"]>>;
let t: TestApp;
let site: Site;

beforeAll(async () => {
  t = await testApp();
  site = await startSite(t, "a secret of the tests, 32 letters or more");
});
afterAll(async () => {
  await site?.stop();
  await t?.stop();
});

/** What matters of a page: asserting on the whole of it would print the whole of it. */
const says = ({ text }: { text: string }, words: string | RegExp) =>
  typeof words === "string" ? text.includes(words) : words.test(text);
const signedIn = (name: string) => site.signedIn(`${name}.example`, SAMPLE_PASSWORD);
async function switched(who: Browser, company_id: string, is_write = "") {
  const answer = await who.post(`/setting/switch/${company_id}`, {
    company_id,
    reason: "setup",
    note: "問合せ 7",
    is_write,
  });
  expect([answer.status, answer.to]).toEqual([303, "/task/kanban"]);
}
const place = (acting_for: string, name: string) => ({ name, acting_for });

test("switched, every page shows whose it is and for how long, and every form says for which company it was drawn", async () => {
  const staff = await signedIn("staff@ops");
  await switched(staff, "yamada");
  for (const path of ["/task/kanban", "/setting", "/setting/terms", "/setting/user"]) {
    const page = await staff.get(path);
    const { status, text } = page;
    expect([path, status]).toEqual([path, 200]);
    expect([says(page, "として表示中（閲覧のみ）"), says(page, /残り(30|29)分/)]).toEqual([true, true]);
    const forms = text.match(/<form\b[^>]*method="post"/g)!.length;
    expect(text.match(/name="acting_for" value="yamada"/g)).toHaveLength(forms);
  }
});

test("customers' pages carry no such field, and their posts need none", async () => {
  const yamada = await signedIn("admin@yamada");
  expect(says(await yamada.get("/setting/terms"), /acting_for|として表示中|data-over/i)).toBe(false);
  expect((await yamada.post("/setting/destination/new", { name: "第三倉庫" })).to).toBe(
    "/setting/destination",
  );
});

test("a form drawn for one company is refused once the session stands for another, or for none", async () => {
  const writer = await signedIn("writer@ops");
  await switched(writer, "yamada", "on");
  expect((await writer.post("/setting/destination/new", place("yamada", "代行の倉庫"))).to).toBe(
    "/setting/destination",
  );
  await switched(writer, "tanaka", "on");
  const refused = await writer.post("/setting/destination/new", place("yamada", "取り違え"));
  expect(refused.status).toBe(409);
  expect(says(refused, "今は「田中産業機械株式会社」として表示しています。")).toBe(true);
  expect((await writer.post("/setting/destination/new", { name: "印なし" })).status).toBe(409);
  expect((await writer.post("/setting/switch/back")).to).toBe("/setting/switch");
  expect((await writer.post("/setting/destination/new", place("tanaka", "後から"))).status).toBe(409);
  const names = await Promise.all(
    ["yamada", "tanaka"].map(
      async (id) =>
        (await (await t.as(`admin@${id}.example`)).get(`/factories/${id}/destinations`)).body.items,
    ),
  );
  expect(JSON.stringify(names)).toContain("代行の倉庫");
  expect(JSON.stringify(names)).not.toMatch(/取り違え|印なし|後から/);
});

test("who only looks can send nothing, and is told why", async () => {
  const staff = await signedIn("staff@ops");
  await switched(staff, "yamada", "on").catch(() => undefined);
  expect(
    (await staff.post("/setting/switch/yamada", { company_id: "yamada", reason: "setup", is_write: "on" }))
      .status,
  ).toBe(403);
  await switched(staff, "yamada");
  const refused = await staff.post("/setting/destination/new", place("yamada", "見るだけ"));
  expect(refused.status).toBe(403);
  expect(says(refused, "閲覧のみで表示しています。")).toBe(true);
});

test("rights are not changed by staff, even with the right to write", async () => {
  const writer = await signedIn("writer@ops");
  await switched(writer, "yamada", "on");
  const [row] = (await (await t.as("admin@yamada.example")).get("/users")).body.items;
  const refused = await writer.post(`/setting/user/${row.id}`, {
    acting_for: "yamada",
    version: String(row.version),
    name: row.name,
    is_admin: "on",
  });
  expect(refused.status).toBe(403);
  expect(says(refused, "お客様の管理者に操作をお願いしてください。")).toBe(true);
});

test("after thirty minutes staff are back at the choice of companies by themselves; once they may add thirty more", async () => {
  const staff = await signedIn("staff@ops");
  await switched(staff, "sato");
  expect((await staff.post("/setting/switch/extend")).status).toBe(303);
  const longer = await staff.get("/setting");
  expect([says(longer, /残り(60|59)分/), says(longer, "30分延長")]).toEqual([true, false]);
  await operator(t.db, (tx) =>
    tx.execute(
      sql`update acting set until_time = now() - interval '1 second' where ended_time is null and username = 'staff@ops.example'`,
    ),
  );
  const over = await staff.get("/task/kanban");
  expect([over.status, over.to]).toEqual([303, "/setting/switch"]);
  expect(says(await staff.get("/setting/switch"), "として表示中")).toBe(false);
  expect((await staff.get("/task/kanban")).status).toBe(403);
});

test("what staff did can be read by the company's administrator and in the staff's own CSV", async () => {
  const yamada = await signedIn("admin@yamada");
  expect(says(await yamada.get("/setting"), /運営 書子[\s\S]*問合せ 7[\s\S]*変更: 納入先の登録/)).toBe(true);
  const writer = await signedIn("writer@ops");
  expect(says(await writer.get("/setting/switch.csv"), "山田精機株式会社")).toBe(true);
  expect((await yamada.get("/setting/switch.csv")).status).toBe(403);
});

test("only forms that post are marked", () => {
  const who = { company_id: "yamada", acting: { key: 1 } } as never;
  expect(
    markForms('<form method="get" action="/a"></form><form id="x" method="post" class="a"><p>', who),
  ).toBe(
    '<form method="get" action="/a"></form><form id="x" method="post" class="a"><input type="hidden" name="acting_for" value="yamada"/><p>',
  );
  expect(markForms('<form method="post">', undefined)).toBe('<form method="post">');
});

test("what staff issue in a company's name is asked once more on the same page, with everything typed, and goes through at the second press", async () => {
  const writer = await signedIn("writer@ops");
  await switched(writer, "tanaka", "on");
  const tanaka = await t.as("admin@tanaka.example");
  const count = async () => (await tanaka.get("/orders")).body.total as number;
  const before = await count();
  const { destination_id } = (await tanaka.get("/factories/tanaka/destinations")).body.items[0];
  const typed = {
    acting_for: "tanaka",
    idempotency_key: "grave-1",
    seller_id: "yamada",
    order_date: today(),
    destination_id: String(destination_id),
    inspection_days: "7",
    delivery_date: addDays(today(), 30),
    "lines[0].name": "二度押しの品",
    "lines[0].num_items": "3",
    "lines[0].unit_price": "12.5",
    "lines[0].order_unit": "piece",
    "lines[0].delivery_date": addDays(today(), 30),
  };
  const checked = await writer.post("/order/new", { ...typed, step: "check" });
  Object.assign(typed, { step: "send", seen: /name="seen" value="([^"]+)"/.exec(checked.text)![1]! });
  const asked = await writer.post("/order/new", typed);
  expect([
    asked.status,
    says(asked, "「田中産業機械株式会社」の名前で発行・送付する操作です。"),
    says(asked, "二度押しの品"),
  ]).toEqual([428, true, true]);
  expect(await count()).toBe(before);
  const mark = /name="acting_confirmed" value="([\w-]{43})"/.exec(asked.text)![1]!;
  const other = await writer.post("/order/new", {
    ...typed,
    "lines[0].num_items": "300",
    acting_confirmed: mark,
  });
  expect(other.status).toBe(428);
  const sent = await writer.post("/order/new", { ...typed, acting_confirmed: mark });
  expect([sent.status, await count()]).toEqual([303, before + 1]);
  expect((await writer.post("/order/new", { ...typed, acting_confirmed: mark })).status).toBe(303);
  expect(await count()).toBe(before + 1);
});

test("the mail that waits is listed without its words; who may write opens one, and the page says who did", async () => {
  await sendMail(t.db, { to: "keiri@yamada.example", subject: "確認", text: "確認コード: 493817 です" });
  const staff = await signedIn("staff@ops");
  const seen = await staff.get("/setting/outbox");
  expect([
    says(seen, "keiri@yamada.example"),
    says(seen, "確認コード:"),
    says(seen, "本文を開く</button>"),
  ]).toEqual([true, false, false]);
  const writer = await signedIn("writer@ops");
  const listed = await writer.get("/setting/outbox");
  const {
    rows: [mail],
  } = await t.db.execute<{ key: number }>(
    sql`select key from pool.outbox where recipient = 'keiri@yamada.example' and subject = '確認'`,
  );
  const key = String(mail!.key);
  expect(says(listed, "493817")).toBe(false);
  expect((await staff.post("/setting/outbox", { key })).status).toBe(403);
  const opened = await writer.post("/setting/outbox", { key });
  expect([opened.status, says(opened, "493817"), says(opened, /開いた人: 運営 書子/)]).toEqual([
    200,
    true,
    true,
  ]);
  expect(says(await writer.get("/setting/outbox"), "493817")).toBe(false);
});

test("staff keep a note of a company on the page where they switch, and reach it by its star", async () => {
  const staff = await signedIn("staff@ops");
  expect(
    (await staff.post("/setting/switch/note/suzuki", { is_starred: "on", note: "納期の問合せ" })).to,
  ).toBe("/setting/switch");
  expect(
    says(
      await staff.get("/setting/switch"),
      /aria-label="★よく使う"[\s\S]*鈴木電装株式会社[\s\S]*納期の問合せ/,
    ),
  ).toBe(true);
  expect(says(await staff.get("/setting/switch/suzuki"), 'value="納期の問合せ"')).toBe(true);
});

test("opening a document writes nothing: 確認しました tells the other side once, an old page may press again, staff never do", async () => {
  const [yamada, tanaka] = await t.people("admin@yamada", "admin@tanaka");
  const line = { name: "試作ブラケット", num_items: "10", unit_price: "128.4" };
  const wanted = await tanaka!.post("/orders", {
    seller_id: "yamada",
    order_date: today(),
    delivery_date: addDays(today(), 9),
    inspection_days: 7,
    destination: "本社",
    lines: [line],
  });
  const note = await yamada!.post("/deliveries", order([await shipped(t)], { delivery_date: "2026-06-05" }));
  const closed = await yamada!.post("/closings", { ym: 202606, buyer_ids: ["tanaka"] });
  expect([wanted.status, note.status, closed.status]).toEqual([201, 201, 201]);
  const invoice = closed.body.invoices[0].key;
  const [seller, buyer, writer] = await Promise.all(
    ["genba@yamada", "admin@tanaka", "writer@ops"].map(signedIn),
  );
  for (const { reader, company, address, pages, api, of } of [
    {
      reader: seller!,
      company: "yamada",
      address: `/task/order/${wanted.body.key}`,
      pages: [""],
      api: `/orders/${wanted.body.key}`,
      of: tanaka!,
    },
    {
      reader: buyer!,
      company: "tanaka",
      address: `/accounting/delivery/${note.body.key}`,
      pages: ["", "/print"],
      api: `/deliveries/${note.body.key}`,
      of: yamada!,
    },
    {
      reader: buyer!,
      company: "tanaka",
      address: `/accounting/invoice/${invoice}`,
      pages: ["", "/print"],
      api: `/invoices/${invoice}`,
      of: yamada!,
    },
  ]) {
    const seen = async () => (await of.get(api)).body.viewed_time;
    await switched(writer!, company, "on");
    for (const page of pages) {
      for (const [who, asked] of [
        [writer!, false],
        [reader, true],
      ] as const) {
        const { status, text } = await who.get(address + page);
        expect([address + page, status, text.includes(`action="${address}/view"`)]).toEqual([
          address + page,
          200,
          asked,
        ]);
      }
    }
    expect((await writer!.post(`${address}/view`, { acting_for: company })).status).toBe(403);
    expect((await reader.get(`${address}/view`)).status).toBeGreaterThanOrEqual(300);
    expect([address, await seen()]).toEqual([address, null]);
    const stranger = await signedIn("admin@suzuki");
    expect([403, 404]).toContain((await stranger.post(`${address}/view`)).status);
    expect(await reader.post(`${address}/view`)).toMatchObject({ status: 303, to: address });
    const first = await seen();
    const { log } = (await of.get(api)).body;
    expect(await reader.post(`${address}/view`)).toMatchObject({ status: 303, to: address });
    expect([await seen(), (await of.get(api)).body.log]).toEqual([first, log]);
    expect([first === null, says(await reader.get(address), "確認しました")]).toEqual([false, false]);
  }
});

test("a part of a closing is closed once under its key, what is only asked keeps none, and staff close nothing", async () => {
  const keiri = await t.as("keiri@yamada.example");
  const made = await keiri.post("/deliveries", order([await shipped(t)], { delivery_date: "2026-07-10" }));
  expect(made.status).toBe(201);
  const yamada = await signedIn("keiri@yamada");
  const page = await yamada.get("/accounting/invoice/close?closing_day=20&ym=202607");
  const seen = /name="seen" value="(tanaka:[^"]+)"/.exec(page.text)![1]!;
  const fields = { ym: "202607", buyer_ids: "tanaka", seen, unended: "on", idempotency_key: "part-0" };
  const part = (who: Browser, more: object) =>
    who.post("/accounting/invoice/close/chunk", { ...fields, ...more } as Record<string, string>);
  const writer = await signedIn("writer@ops");
  await switched(writer, "yamada", "on");
  for (const step of ["check", "part"])
    expect(
      (await part(writer, { step, acting_for: "yamada", idempotency_key: `staff-${step}` })).status,
    ).toBe(403);
  const closed = async () =>
    (await keiri.get("/invoices?ym=202607&partner=田中")).body.items.length as number;
  const checked = await part(yamada, { step: "check" });
  expect([checked.status, await closed()]).toEqual([200, 0]);
  const other = await part(yamada, { step: "part", seen: "tanaka:1.1", idempotency_key: "part-1" });
  expect([other.status, await closed()]).not.toEqual([200, 1]);
  const first = await part(yamada, { step: "part" });
  const again = await part(yamada, { step: "part" });
  expect([first.status, JSON.parse(first.text).invoices.length, again.text === first.text]).toEqual([
    200,
    1,
    true,
  ]);
  expect(await closed()).toBe(1);
  const late = await part(yamada, { step: "part", idempotency_key: "part-2" });
  expect(JSON.parse(late.text).refusals).toMatchObject([{ buyer_id: "tanaka", detail: expect.any(String) }]);
  expect((await yamada.get("/accounting/invoice/close/chunk")).status).toBe(404);
  const tanaka = await signedIn("admin@tanaka");
  expect((await part(tanaka, { step: "part", idempotency_key: "part-3" })).status).toBe(403);
});
