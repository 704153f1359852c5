import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveryList } from "~/lib/accounting/delivery.list";
import { invoiceList } from "~/lib/accounting/invoice.list";
import { memberList } from "~/lib/auth/member.list";
import { companyList } from "~/lib/company/company.list";
import type { List } from "~/lib/list/list.schema";
import { sortsOf } from "~/lib/list/sort";
import { orderList } from "~/lib/order/order.list";
import { productList } from "~/lib/product/product.list";
import { SAMPLE_PASSWORD } from "~/lib/sample/cast.server";
import { makeScene, must, type Scene } from "~/lib/server/scene.testing.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { cardsList } from "~/lib/task/card.list";
import { shippedList } from "~/lib/task/ship.list";
import { partnerList } from "./partner.list";

let t: TestApp;
let scene: Scene;
let yamada: Person;
beforeAll(async () => {
  t = await testApp();
  scene = await makeScene(t);
  yamada = scene.people.get("admin@yamada.example")!;
});
afterAll(async () => {
  expect((await scene.owner.query("select * from check_invariants()")).rows).toEqual([]);
  await scene.stop();
  await t.stop();
});

const PATH = "/factories/collaborators";
const TERMS = {
  is_payment_last_date: true,
  pay_month: 1,
  pay_day: 31,
  amount_rounding: "floor",
  tax_rounding: "floor",
  show_carry_over: true,
  invoice_basis: "monthly",
  fee_bearer: "payer",
  toriteki: "unknown",
};
const NEW = { kind: "new", relation: "buyer", ...TERMS };
const detail = async (id: string, person = yamada) => must(await person.get(`${PATH}/${id}`));
const rows = async (query = "", person = yamada) =>
  must(await person.get(`/partners${query}`)).items as {
    id: string;
    name: string;
    [name: string]: unknown;
  }[];
const mails = async (to: string) =>
  (
    await scene.owner.query("select body from pool.outbox where recipient = $1 order by key desc", [to])
  ).rows.map((row) => row.body as string);

test("the list has each company once, says which way one works with it, and leaves the two stocks out", async () => {
  expect((await rows()).map(({ id, kind, state }) => [id, kind, state])).toEqual([
    ["sato", "seller", "active"],
    ["suzuki", "buyer", "active"],
    ["tanaka", "buyer", "active"],
  ]);
  const [tanaka] = await rows("?q=%E3%81%9F%E3%81%AA%E3%81%8B");
  expect(tanaka).toMatchObject({
    id: "tanaka",
    terms: { payment_date: 20, pay_day: 20 },
    num_destinations: 2,
  });
  expect(Number(tanaka!.num_cards)).toBeGreaterThan(0);
  expect(Number(tanaka!.balance)).toBeGreaterThan(0);
  expect((await rows("?kind=seller")).map(({ id }) => id)).toEqual(["sato"]);
  expect(await rows("?state=stopped")).toEqual([]);
  const genba = scene.people.get("genba@yamada.example")!;
  expect((await rows("", genba)).map(({ balance }) => balance)).toEqual([null, null, null]);
});

test("pages of the list join without a gap, forwards and back", async () => {
  const first = must(await yamada.get("/partners?size=2"));
  const second = must(await yamada.get(`/partners?size=2&after=${first.next}`));
  expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual([
    "sato",
    "suzuki",
    "tanaka",
  ]);
  expect(must(await yamada.get(`/partners?size=2&before=${second.previous}`)).items).toEqual(first.items);
  expect((await yamada.get("/partners?after=xx")).status).toBe(422);
});

const LISTS: [List, string][] = [
  [partnerList, "admin@yamada.example"],
  [productList([]), "admin@yamada.example"],
  [memberList, "admin@yamada.example"],
  [companyList, "staff@ops.example"],
  [cardsList("seller", null, false), "admin@yamada.example"],
  [cardsList("buyer", null, false), "admin@tanaka.example"],
  [shippedList("seller", [], true), "admin@yamada.example"],
  [orderList, "admin@tanaka.example"],
  [deliveryList, "admin@yamada.example"],
  [invoiceList, "admin@yamada.example"],
  [deliveryList, "admin@tanaka.example"],
  [invoiceList, "admin@tanaka.example"],
];

test("every list is sorted by each of its heads, both ways: pages join without a gap, rows without a value are last", async () => {
  for (const [list, account] of LISTS)
    for (const sort of sortsOf(list)) {
      const person = scene.people.get(account)!;
      const ask = async (query: string) => must(await person.get(`${list.api}?sort=${sort}${query}`));
      const whole = await ask("&size=1000");
      const key = list.key ?? "id";
      const ids = (items: Record<string, unknown>[]) => items.map((row) => row[key]);
      const pages = [];
      for (let page = await ask("&size=2"); ; page = await ask(`&size=2&after=${page.next}`)) {
        pages.push(page);
        if (!page.next) break;
      }
      const name = `${list.api} ${sort}`;
      expect([name, pages.flatMap((page) => ids(page.items))]).toEqual([name, ids(whole.items)]);
      if (pages.length > 1)
        expect(ids((await ask(`&size=2&before=${pages.at(-1).previous}`)).items)).toEqual(
          ids(pages.at(-2).items),
        );
      const values = whole.items.map(
        (row: Record<string, unknown>) => row[sort.replace("-", "")],
      ) as unknown[];
      const given = values.filter((value) => value !== null && value !== undefined);
      expect([name, values.slice(0, given.length)]).toEqual([name, given]);
      if (given.every((value) => typeof value === "number" || /^\d{4}-/.test(String(value)))) {
        const up = [...given].sort((a, b) =>
          typeof a === "number" ? a - (b as number) : String(a) < String(b) ? -1 : Number(a !== b),
        );
        expect([name, given]).toEqual([name, sort.startsWith("-") ? up.reverse() : up]);
      }
    }
});

test("under a list of money stand the sums of all that its conditions mean, of every page and without what was cancelled", async () => {
  const sum = (items: Record<string, unknown>[], name: string) =>
    items.reduce((all, row) => all + Number(row[name]), 0);
  for (const [account, path, names] of [
    ["admin@yamada.example", "/deliveries", ["subtotal", "tax", "total"]],
    ["admin@tanaka.example", "/deliveries", ["subtotal", "tax", "total"]],
    ["admin@tanaka.example", "/invoices", ["subtotal", "tax", "total"]],
    ["admin@yamada.example", "/invoices", ["subtotal", "tax", "total", "paid", "open"]],
  ] as const) {
    const person = scene.people.get(account)!;
    const { items } = must(await person.get(`${path}?size=1000`));
    const live = items.filter((row: { state: string }) => row.state !== "cancelled");
    const { sums } = must(await person.get(`${path}?size=1`));
    expect([path, account, live.length > 1, sums]).toEqual([
      path,
      account,
      true,
      Object.fromEntries(names.map((name) => [name, sum(live, name)])),
    ]);
  }
  const {
    items: [{ ym }],
  } = must(await yamada.get("/invoices"));
  const month = must(await yamada.get(`/invoices?ym=${ym}&size=1000`));
  expect(month.sums.billed_now).toBe(sum(month.items, "billed_now"));
});

test("a cursor of one order is refused in another, and so is an order that no head offers", async () => {
  const { next } = must(await yamada.get("/partners?size=1&sort=name"));
  expect((await yamada.get(`/partners?size=1&sort=name&after=${next}`)).status).toBe(200);
  expect((await yamada.get(`/partners?size=1&sort=-name&after=${next}`)).status).toBe(422);
  expect((await yamada.get(`/partners?size=1&after=${next}`)).status).toBe(422);
  expect((await yamada.get("/partners?sort=email")).body.errors?.sort).toEqual([
    "並び順の指定が正しくありません。",
  ]);
  const forged = (mark: unknown) => Buffer.from(JSON.stringify(mark)).toString("base64url");
  for (const mark of [
    ["-delivery_date", "2026-13-99x", 1],
    ["-delivery_date", "2026-11-21", "x"],
    ["-delivery_date", { a: 1 }, 1],
  ]) {
    expect([mark, (await yamada.get(`/deliveries?after=${forged(mark)}`)).status]).toEqual([mark, 422]);
  }
});

test("a new company is invited by mail, its first person signs in and finds the factory there", async () => {
  const key = crypto.randomUUID();
  const body = {
    ...NEW,
    name: "高橋工業株式会社",
    kana: "タカハシコウギョウ",
    email: "boss@takahashi.example",
    person: "高橋 進",
    code: "T-01",
  };
  const made = must(await yamada.post(PATH, body, key));
  expect(must(await yamada.post(PATH, body, key))).toEqual(made);
  expect(made).toMatchObject({ name: "高橋工業株式会社", is_invited: true });
  expect((await rows("?state=invited")).map(({ id }) => id)).toEqual([made.id]);

  const [mail] = await mails("boss@takahashi.example");
  const mailed = /仮パスワード: (\S+)/.exec(mail!)![1]!;
  // Without SMTP_URL nobody gets that mail: whoever invited is told a new one, once.
  const { password } = must(await yamada.put(`${PATH}/${made.id}/temporary_password`, {}));
  await expect(t.app.provider.signIn("boss@takahashi.example", mailed)).rejects.toThrow();
  expect((await yamada.put(`${PATH}/tanaka/temporary_password`, {})).status).toBe(409);
  expect((await yamada.put(`${PATH}/nobody/temporary_password`, {})).status).toBe(404);
  const answer = await t.app.provider.signIn("boss@takahashi.example", password);
  if (answer.kind !== "new_password") throw new Error(JSON.stringify(answer));
  await t.app.provider.respondNewPassword(answer.session, answer.username, SAMPLE_PASSWORD);
  const takahashi = await t.as("boss@takahashi.example");
  expect((await takahashi.get("/users/self")).body).toMatchObject({
    company_id: made.id,
    company_type: "buyer",
    is_admin: true,
    name: "高橋 進",
  });
  expect(
    (await takahashi.get(`${PATH}?side=seller`)).body.items.map((one: { id: string }) => one.id),
  ).toEqual(["yamada"]);

  expect(await detail(made.id)).toMatchObject({
    state: "active",
    is_kept: false,
    code: "T-01",
    buyer: { pay_day: 31, may_change: true },
  });
  expect((await yamada.post(`${PATH}/${made.id}/invite`, {})).status).toBe(409);
});

test("a customer on paper is entered without an address, its facts are kept here, and it is invited later", async () => {
  const made = must(await yamada.post(PATH, { ...NEW, name: "渡辺製作所", address: "川口市", code: "W-1" }));
  expect(await detail(made.id)).toMatchObject({
    state: "uninvited",
    is_kept: true,
    facts: { address: "川口市" },
  });
  const contact = {
    version: 1,
    honorific: "sama",
    code: "W-1",
    person: "渡辺 一",
    name: "株式会社渡辺製作所",
    postal_code: "3320000",
    payee_kana: "カ）ワタナベ",
  };
  expect(must(await yamada.put(`${PATH}/${made.id}/contact`, contact))).toMatchObject({
    name: "株式会社渡辺製作所",
    facts: { postal_code: "332-0000", address: null },
    contact: { payee_kana: "ｶ)ﾜﾀﾅﾍﾞ", honorific: "sama", version: 2 },
  });
  expect((await yamada.put(`${PATH}/${made.id}/contact`, contact)).status).toBe(409);
  expect(
    (await yamada.put(`${PATH}/${made.id}/contact`, { ...contact, version: 2, payee_kana: "渡辺" })).body
      .errors,
  ).toHaveProperty("payee_kana");

  expect((await yamada.post(`${PATH}/${made.id}/invite`, {})).body.errors).toHaveProperty("email");
  must(await yamada.post(`${PATH}/${made.id}/invite`, { email: "wrong@watanabe.example" }));
  must(await yamada.post(`${PATH}/${made.id}/invite`, { email: "boss@watanabe.example", person: "渡辺 一" }));
  const [mail] = await mails("boss@watanabe.example");
  expect(mail).toContain("渡辺 一 様");
  const old = /仮パスワード: (\S+)/.exec((await mails("wrong@watanabe.example"))[0]!)![1]!;
  await expect(t.app.provider.signIn("wrong@watanabe.example", old)).rejects.toThrow();
  expect((await rows("?state=invited")).map(({ id }) => id)).toEqual([made.id]);
  const log = must(await yamada.get(`${PATH}/${made.id}/activity`)).items.map(
    (one: { kind: string }) => one.kind,
  );
  expect(log).toEqual(["created", "noted", "noted", "facts", "noted", "invited", "noted", "invited"]);
});

test("what does not fit is said at its field, and nothing is made", async () => {
  const before = (await rows("?state=all")).length;
  const refused = async (body: object) => Object.keys((await yamada.post(PATH, body)).body.errors ?? {});
  expect(await refused({ ...NEW })).toEqual(["name"]);
  expect(await refused({ ...NEW, name: "田中産業機械 株式会社" })).toEqual(["name"]);
  expect(await refused({ ...NEW, name: "新しい会社", email: "admin@sato.example" })).toEqual(["email"]);
  expect(await refused({ ...NEW, name: "新しい会社", code: "W-1" })).toEqual(["code"]);
  expect(await refused({ ...NEW, name: "新しい会社", is_payment_last_date: false })).toEqual([
    "payment_date",
  ]);
  expect(await refused({ ...NEW, name: "新しい会社", toriteki: "covered", fee_bearer: "payee" })).toEqual([
    "fee_bearer",
  ]);
  expect(await refused({ ...NEW, kind: "existing", id: "tanaka", email: "admin@tanaka.example" })).toEqual([
    "id",
  ]);
  expect(
    await refused({ ...NEW, kind: "existing", id: "shohin-zaiko", email: "admin@tanaka.example" }),
  ).toEqual(["id"]);
  expect((await rows("?state=all")).length).toBe(before);
  expect((await scene.owner.query("select from factory where name = '新しい会社'")).rowCount).toBe(0);
});

const WISH = { ...TERMS, kind: "existing", relation: "buyer" };
const asks = async (person: Person) => must(await person.get("/partnerships"));
const told = async (company: string) =>
  (
    await scene.owner.query(
      "select username, text from notice where company_id = $1 and kind = 'partner' order by key",
      [company],
    )
  ).rows;

test("a company that is here already is asked, and nothing opens before its administrator says yes", async () => {
  const [sato, suzuki] = [scene.people.get("admin@sato.example")!, scene.people.get("admin@suzuki.example")!];
  const right = await sato.post(PATH, { ...WISH, id: "suzuki", email: "ADMIN@suzuki.example" });
  const guess = await sato.post(PATH, { ...WISH, id: "suzuki-2", email: "nobody@suzuki.example" });
  expect([right.status, right.body]).toEqual([guess.status, { ...guess.body, id: "suzuki" }]);
  const [second, first] = (await asks(sato)).outgoing;
  expect({ ...second, key: 0, asked_time: "" }).toEqual({
    ...first,
    key: 0,
    asked_time: "",
    typed_id: "suzuki-2",
  });
  for (const path of [
    "/factories/suzuki",
    "/factories/suzuki/destinations",
    "/chats/rooms/sato_suzuki/messages",
  ])
    expect((await sato.get(path)).status).toBe(404);
  expect((await suzuki.get("/factories/sato")).status).toBe(404);
  expect(await told("suzuki")).toEqual([
    { username: "admin@suzuki.example", text: expect.stringContaining("取引の依頼が届きました") },
  ]);
  expect(await mails("ADMIN@suzuki.example")).toEqual([]);
  expect(
    (await sato.post(PATH, { ...WISH, id: "suzuki", email: "x@suzuki.example" })).body.errors,
  ).toHaveProperty("id");

  const [asked] = (await asks(suzuki)).incoming;
  expect(asked).toMatchObject({ company_id: "sato", relation: "seller", terms: { pay_day: 31 } });
  expect((await asks(yamada)).incoming).toEqual([]);
  expect((await sato.post(`/partnerships/${asked.key}/accept`, {})).status).toBe(404);
  expect((await suzuki.post(`/partnerships/${asked.key}/withdraw`, {})).status).toBe(404);
  must(await suzuki.post(`/partnerships/${asked.key}/accept`, {}));
  expect((await suzuki.post(`/partnerships/${asked.key}/decline`, {})).status).toBe(409);
  expect((await sato.get("/factories/suzuki")).status).toBe(200);
  expect(must(await suzuki.get(`${PATH}?side=seller`)).items.map((one: { id: string }) => one.id)).toContain(
    "sato",
  );
  expect(await told("sato")).toEqual([
    { username: "admin@sato.example", text: expect.stringContaining("承認されました") },
  ]);
});

test("a buyer ends it too, and it is not taken up again without it", async () => {
  const [sato, suzuki] = [scene.people.get("admin@sato.example")!, scene.people.get("admin@suzuki.example")!];
  must(
    await sato.post("/cards", {
      buyer_id: "suzuki",
      name: "頼んでいない品",
      num_items: "1",
      order_unit: "piece",
      unit: "piece",
    }),
  );
  expect((await sato.delete(`${PATH}/suzuki`)).status).toBe(409);
  must(await suzuki.delete(`${PATH}/sato`));
  expect((await sato.get("/factories/suzuki")).status).toBe(404);
  expect((await suzuki.get("/chats/rooms/sato_suzuki/messages")).status).toBe(404);
  expect((await sato.post(`${PATH}/suzuki/resume`)).status).toBe(409);
  expect((await told("sato")).at(-1).text).toContain("取引が終了されました");
  expect((await asks(suzuki)).partners).toContainEqual(
    expect.objectContaining({ id: "sato", is_active: false, may_resume: true }),
  );
  must(await sato.post(PATH, { ...WISH, id: "suzuki", email: "admin@suzuki.example" }));
  const [asked] = (await asks(suzuki)).incoming;
  must(await suzuki.post(`/partnerships/${asked.key}/decline`, {}));
  expect((await asks(sato)).outgoing[0]).toMatchObject({ typed_id: "suzuki", state: "declined" });
  expect((await asks(suzuki)).partners.find((one: { id: string }) => one.id === "sato").is_active).toBe(
    false,
  );
  expect((await suzuki.delete(`${PATH}/yamada`)).status).toBe(409);
});

test("a factory may be a customer and a 協力会社 at once; a buyer that is asked to be a 協力会社 hears nothing of it", async () => {
  const sato = scene.people.get("admin@sato.example")!;
  must(await yamada.post(PATH, { ...WISH, id: "sato", email: "admin@sato.example" }));
  const [asked] = (await asks(sato)).incoming;
  must(await sato.post(`/partnerships/${asked.key}/accept`, {}));
  expect(await detail("sato")).toMatchObject({
    kind: "both",
    buyer: { may_change: true },
    seller: { may_change: false },
  });
  // Two rooms of one name are told apart.
  const rooms = must(await yamada.get("/chats/rooms")).items as Record<
    "id" | "name" | "factory_id",
    string
  >[];
  expect(
    rooms
      .filter(({ factory_id }) => factory_id === "sato")
      .map(({ id, name }) => `${id} ${name}`)
      .sort(),
  ).toEqual(["sato_yamada 佐藤鈑金工業株式会社（依頼先）", "yamada_sato 佐藤鈑金工業株式会社（依頼元）"]);
  must(await sato.post(PATH, { ...WISH, id: "suzuki", relation: "seller", email: "admin@suzuki.example" }));
  expect((await asks(scene.people.get("admin@suzuki.example")!)).incoming).toEqual([]);
  expect(
    (await yamada.post(PATH, { ...WISH, id: "yamada", email: "admin@yamada.example" })).body.errors,
  ).toHaveProperty("id");
});

test("a company asks twenty times a day and no more, whether it knows or guesses", async () => {
  const sato = scene.people.get("admin@sato.example")!;
  const { outgoing } = await asks(sato);
  for (let n = outgoing.length; n < 20; n++)
    must(await sato.post(PATH, { ...WISH, id: `guess-${n}`, email: "a@b.example" }));
  expect((await sato.post(PATH, { ...WISH, id: "guess-20", email: "a@b.example" })).status).toBe(429);
  expect((await asks(sato)).outgoing).toHaveLength(20);
});

test("new terms hold from now on: what was issued and closed keeps its own", async () => {
  const frozen = async () => [
    (
      await scene.owner.query(
        "select key, by_rate, total, invoice_basis, tax_rounding, buyer from delivery where buyer_id = 'tanaka' order by key",
      )
    ).rows,
    (await scene.owner.query("select * from invoice where buyer_id = 'tanaka' order by key")).rows,
    (await scene.owner.query("select * from closed_period where buyer_id = 'tanaka'")).rows,
  ];
  const before = await frozen();
  const { buyer } = await detail("tanaka");
  const body = {
    ...TERMS,
    version: buyer.version,
    pay_month: 1,
    bank_shift: "previous",
    invoice_basis: "delivery_note",
    tax_rounding: "ceil",
    toriteki: "covered",
    seller_id: "sato",
    buyer_id: "sato",
    is_active: false,
    stopped_by: "x",
    key: 1,
    toriteki_judged_by: "だれか",
  };
  const day = (text: string) =>
    scene.owner.query(
      "insert into billing_basis (seller_id, buyer_id, from_date, basis, set_by, set_time) values ('yamada', 'tanaka', $1, $2, 'x', now())",
      text.split(" "),
    );
  await day("2026-01-01 inspected");
  expect((await yamada.put(`${PATH}/tanaka`, body)).body.errors).toEqual({
    invoice_basis: [expect.stringContaining("先に計上基準を変えてください")],
  });
  await day("2026-01-02 delivered");
  expect(must(await yamada.put(`${PATH}/tanaka`, body)).buyer).toMatchObject({
    is_payment_last_date: true,
    payment_date: null,
    pay_month: 1,
    bank_shift: "previous",
    tax_rounding: "ceil",
    is_active: true,
    toriteki_judged_by: "山田 太郎",
  });
  expect(await frozen()).toEqual(before);
  expect((await yamada.put(`${PATH}/tanaka`, body)).status).toBe(409);
  const log = must(await yamada.get(`${PATH}/tanaka/activity`)).items.at(-1);
  expect(log).toMatchObject({
    kind: "edited",
    before: { payment_date: 20, toriteki: "unknown" },
    after: { payment_date: null, toriteki: "covered" },
  });
});

test("the terms with a 協力会社 are its own to say; whether the law protects it is for both to judge", async () => {
  const { seller } = await detail("sato");
  expect((await yamada.put(`${PATH}/sato?side=seller`, { ...TERMS, version: seller.version })).status).toBe(
    403,
  );
  const judged = must(
    await yamada.put(`${PATH}/sato/toriteki`, {
      version: seller.version,
      side: "seller",
      toriteki: "covered",
    }),
  );
  expect(judged.seller).toMatchObject({ toriteki: "covered", toriteki_judged_by: "山田 太郎" });
  const made = must(await yamada.post(PATH, { ...NEW, relation: "seller", name: "メッキの木村" }));
  const own = await detail(made.id);
  expect(
    must(
      await yamada.put(`${PATH}/${made.id}?side=seller`, {
        ...TERMS,
        pay_day: 20,
        version: own.seller.version,
      }),
    ).seller.pay_day,
  ).toBe(20);
});

test("a partner with work on its way is not ended; one without is, leaves the lists, and only who ended it takes it up again", async () => {
  const refused = await yamada.delete(`${PATH}/tanaka`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/^田中産業機械株式会社：進行中のカードが\d+枚あります。/),
  ]);
  expect((await yamada.post(`${PATH}/stop`, { ids: ["tanaka"] })).status).toBe(409);
  const made = must(await yamada.post(PATH, { ...NEW, name: "中村商店" }));
  must(await yamada.delete(`${PATH}/${made.id}`));
  expect((await rows()).some(({ id }) => id === made.id)).toBe(false);
  expect((await yamada.get(PATH)).body.items.some((one: { id: string }) => one.id === made.id)).toBe(false);
  expect((await yamada.delete(`${PATH}/${made.id}`)).status).toBe(404);
  expect(must(await yamada.post(`${PATH}/${made.id}/resume`)).state).toBe("uninvited");

  const sato = scene.people.get("admin@sato.example")!;
  must(await yamada.delete(`${PATH}/sato?side=buyer`));
  expect((await sato.post(`${PATH}/yamada/resume`)).status).toBe(409);
  expect(await detail("sato")).toMatchObject({ kind: "seller", state: "active" });
});

test("a bulk acts on all or none", async () => {
  const made = must(await yamada.post(PATH, { ...NEW, name: "林ゴム" }));
  expect((await yamada.post(`${PATH}/stop`, { ids: [made.id, "suzuki"] })).status).toBe(409);
  expect(await detail(made.id)).toMatchObject({ state: "uninvited" });
  expect((await yamada.post(`${PATH}/invite`, { ids: [made.id] })).status).toBe(422);
  expect(must(await yamada.post(`${PATH}/stop`, { ids: [made.id, made.id] }))).toEqual({ stopped: 1 });
});

test("the last word is noted for both, at strangers and stocks it is not there", async () => {
  const tanaka = scene.people.get("admin@tanaka.example")!;
  const { last_chat_time } = must(await tanaka.put(`${PATH}/yamada/last_chat_time`, undefined));
  expect(Date.parse(String((await rows("?ids=tanaka"))[0]!.last_chat_time))).toBe(Date.parse(last_chat_time));
  for (const id of ["suzuki", "nobody", "tanaka"])
    expect((await tanaka.put(`${PATH}/${id}/last_chat_time`, undefined)).status).toBe(404);
  for (const id of ["shohin-zaiko", "buhin-zaiko", "yamada"]) {
    expect((await yamada.put(`${PATH}/${id}/last_chat_time`, undefined)).status).toBe(404);
    expect((await yamada.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await yamada.put(`${PATH}/${id}`, { ...TERMS, version: 1 })).status).toBe(404);
    expect((await yamada.delete(`${PATH}/${id}`)).status).toBe(404);
  }
});

test("a factory keeps places of its customer for itself; the customer's own are only looked at", async () => {
  const path = "/factories/tanaka/destinations";
  const made = must(
    await yamada.post(path, { name: "第三倉庫", hours: "9:00〜15:00", note: "裏門から", is_default: true }),
  );
  const seen = must(await yamada.get(path)).items;
  expect(seen.map((one: { name: string; is_own: boolean }) => [one.name, one.is_own])).toContainEqual([
    "第三倉庫",
    true,
  ]);
  expect(seen).toHaveLength(3);
  for (const account of ["admin@tanaka.example", "admin@sato.example"]) {
    expect(JSON.stringify((await scene.people.get(account)!.get(path)).body)).not.toContain("第三倉庫");
  }
  const theirs = seen.find((one: { is_own: boolean }) => !one.is_own);
  expect(
    (await yamada.put(`${path}/${theirs.destination_id}`, { name: "x", version: theirs.version })).status,
  ).toBe(403);
  const sato = scene.people.get("admin@sato.example")!;
  expect((await sato.put(`${path}/${made.destination_id}`, { name: "x", version: 1 })).status).toBe(404);
  expect((await sato.post("/factories/suzuki/destinations", { name: "x" })).status).toBe(404);
  expect((await yamada.post("/factories/shohin-zaiko/destinations", { name: "x" })).status).toBe(404);
  must(await yamada.put(`${path}/${made.destination_id}`, { name: "第三倉庫", version: 1 }));
  must(await yamada.delete(`${path}/${made.destination_id}?version=2`));
  expect(must(await yamada.get(path)).items).toHaveLength(2);
});
