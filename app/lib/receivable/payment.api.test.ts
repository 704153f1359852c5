import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import fc, { runs } from "~/lib/dice.testing";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";

let t: TestApp;
let yamada: Person, second: Person, tanaka: Person, genba: Person, sato: Person;
const bills: Record<string, number> = {};
let owner: Awaited<ReturnType<TestApp["owner"]>>;

const priced = (price: string) => ({ unit_price: price, num_items: "1", num_units: "1", num_good: "1" });
async function bill(ym: number, delivery_date: string, price: string) {
  const card = await shipped(t, priced(price));
  const note = await yamada.post("/deliveries", order([card], { delivery_date }));
  expect(note.status).toBe(201);
  return close(ym);
}
async function close(ym: number) {
  const made = await yamada.post("/closings", { ym, buyer_ids: ["tanaka"] });
  expect(made.status).toBe(201);
  return made.body.invoices[0].key as number;
}

beforeAll(async () => {
  t = await testApp();
  [yamada, second, tanaka, genba, sato] = await t.people(
    "keiri@yamada",
    "admin@yamada",
    "admin@tanaka",
    "genba@yamada",
    "admin@sato",
  );
  bills.A = await bill(202606, "2026-06-05", "10000");
  bills.B = await bill(202607, "2026-07-05", "20000");
  bills.C = await bill(202608, "2026-08-05", "30000");
  const back = {
    kind: "return",
    name: "ブラケット",
    num_units: "1",
    unit_price: "1000",
    unit: "piece",
    original_date: "2026-08-05",
  };
  const note = await yamada.post("/deliveries", {
    ...order([], { delivery_date: "2026-09-10" }),
    extras: [back],
    negative: true,
  });
  expect(note).toMatchObject({ status: 201 });
  bills.red = await close(202609);
  owner = await t.owner();
});
afterAll(async () => {
  await owner.end();
  await t.stop();
});

const pay = (more: Record<string, unknown> = {}, person = yamada) =>
  person.post("/payments", {
    buyer_id: "tanaka",
    payment_date: "2026-10-05",
    lines: [{ kind: "transfer", amount: 11_000 }],
    ...more,
  });
const preview = (more: Record<string, unknown>) =>
  yamada.post("/payments/preview", { buyer_id: "tanaka", payment_date: "2026-10-05", ...more });
const open = async () => (await yamada.get("/payments/open?buyer_id=tanaka")).body;
const read = async (key: number) => (await yamada.get(`/payments/${key}`)).body;
const invoice = async (name: string) => (await yamada.get(`/invoices/${bills[name]}`)).body;
const undo = (key: number, more: object = {}) => yamada.post(`/payments/settlements/${key}/undo`, more);
const cancel = (key: number, more: object = {}) =>
  yamada.post(`/payments/${key}/cancel`, { reason: "誤り", ...more });
const broken = async () => (await owner.query("select * from check_invariants()")).rows;

test("what is open is told by partner or by chosen invoices; those of two partners are refused", async () => {
  const found = await open();
  expect(found).toMatchObject({
    buyer_name: "田中産業機械株式会社",
    invoices: [
      { key: bills.A, open: 11_000, due_date: "2026-07-20" },
      { key: bills.B, open: 22_000 },
      { key: bills.C, open: 33_000 },
    ],
    credits: [{ key: bills.red, left: 1_100 }],
    advances: [],
  });
  const chosen = (await yamada.get(`/payments/open?invoice=${bills.A}&invoice=${bills.B}`)).body;
  expect(chosen).toEqual(found);
  expect((await yamada.get("/payments/open?invoice=9999999")).status).toBe(404);
  expect((await yamada.get("/payments/open")).status).toBe(404);
});

test("a fee in one press: the preview shows what is short and what recording writes, and recording writes that", async () => {
  const named = [{ invoice_key: bills.A }];
  const short = await preview({ lines: [{ kind: "transfer", amount: 10_560 }], allocations: named });
  expect(short.body).toMatchObject({
    amount: 10_560,
    rows: [{ key: bills.A, amount: 10_560, left: 440 }],
    difference: 440,
    suggested: "fee",
    unapplied: 0,
    notes: [],
    twins: [],
  });
  const lines = [
    { kind: "transfer", amount: "１０，５６０" },
    { kind: "fee", amount: 440 },
  ];
  const whole = await preview({ lines, allocations: named });
  expect(whole.body).toMatchObject({
    difference: 0,
    suggested: null,
    rows: [{ amount: 11_000, left: 0 }],
    notes: [expect.stringContaining("振込手数料")],
  });
  expect((await yamada.get("/payments")).body.total).toBe(0);
  const made = await pay({ lines, allocations: named, seen: whole.body.seen });
  expect(made).toMatchObject({ status: 201, body: { settled: [{ amount: 11_000 }], unapplied: 0 } });
  expect(await invoice("A")).toMatchObject({ state: "paid", paid: 11_000, open: 0 });
  const stale = await pay({ lines: [{ kind: "cash", amount: 1 }], seen: whole.body.seen });
  expect(stale).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("66,000円 → 55,000円") },
  });
  const { items, sums } = (await yamada.get("/payments?q=S2606")).body;
  expect(items).toMatchObject([
    {
      kinds: ["transfer", "fee"],
      received: 10_560,
      adjustment: 440,
      amount: 11_000,
      invoices: ["S2606-0001"],
      state: "done",
    },
  ]);
  expect(sums).toEqual({ amount: 11_000, unapplied: 0 });
});

test("two clerks record one receipt at once: one is written, the other asked whether it is the same", async () => {
  const lines = [{ kind: "transfer", amount: 500 }];
  const both = await Promise.all([pay({ lines }), pay({ lines }, second)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const refused = both.find(({ status }) => status === 422)!;
  expect(refused.body.errors.twice[0]).toContain("田中産業機械株式会社の2026/10/5(月)の入金 ¥500は");
  expect((await preview({ lines })).body.twins).toHaveLength(1);
  const meant = await pay({ lines, twice: "on" });
  expect(meant.status).toBe(201);
  for (const { body } of [...both.filter(({ status }) => status === 201), meant])
    expect((await cancel(body.key)).status).toBe(201);
  expect((await pay({ lines, payment_date: "2026-10-06" })).status).toBe(201);
  const [last] = (await yamada.get("/payments?min=500&max=500&from=2026-10-06")).body.items;
  expect((await cancel(last.key)).status).toBe(201);
  expect((await yamada.get("/payments?state=cancelled")).body.total).toBe(3);
});

test("named amounts first, the rest oldest due or kept; too much is 前受 and used when somebody says so", async () => {
  const kept = await pay({
    lines: [{ kind: "transfer", amount: 30_000 }],
    allocations: [{ invoice_key: bills.C, amount: 5_000 }],
  });
  expect(kept.body).toMatchObject({ settled: [{ invoice_key: bills.C, amount: 5_000 }], unapplied: 25_000 });
  expect(await invoice("B")).toMatchObject({ paid: 0 });
  const used = await yamada.post("/payments/use", {
    buyer_id: "tanaka",
    allocations: [{ invoice_key: bills.B, amount: 7_000 }],
    seen: (await open()).seen,
  });
  expect(used).toMatchObject({ status: 201, body: { settled: [{ amount: 7_000 }], left: 18_000 } });
  const detail = await read(kept.body.key);
  expect(detail).toMatchObject({
    unapplied: 18_000,
    allocations: [
      { invoice_key: bills.B, amount: 7_000, undone_date: null, is_closed: false },
      { invoice_key: bills.C, amount: 5_000, settled_date: "2026-10-05" },
    ],
    log: [{ kind: "paid" }, { kind: "used", after: { amount: 7_000 } }],
  });
  const over = await yamada.post("/payments/use", {
    buyer_id: "tanaka",
    allocations: [{ invoice_key: bills.B, amount: 18_001 }],
  });
  expect(over).toMatchObject({ status: 422, body: { errors: { allocations: [expect.any(String)] } } });
  expect((await cancel(kept.body.key, { version: 1 })).status).toBe(409);
  expect((await cancel(kept.body.key)).status).toBe(201);
  expect(await read(kept.body.key)).toMatchObject({
    cancelled_date: "2026-10-05",
    unapplied: 0,
    allocations: [{ undone_date: expect.any(String) }, { undone_date: "2026-10-05" }],
    cannot_cancel: "この入金は取り消されています。",
  });
  expect(await invoice("C")).toMatchObject({ paid: 0, payments: [] });
  const rest = await pay({
    lines: [{ kind: "transfer", amount: 30_000 }],
    allocations: [{ invoice_key: bills.C, amount: 5_000 }],
    rest: "oldest",
  });
  expect(rest.body.settled).toEqual([
    { invoice_key: bills.C, amount: 8_000 },
    { invoice_key: bills.B, amount: 22_000 },
  ]);
});

test("only the one allocation goes, on its own day while that is open, else today and with a reason", async () => {
  const [{ key }] = (await yamada.get("/payments?min=30000&state=done")).body.items;
  const first = await read(key);
  const [onB] = first.allocations;
  expect((await undo(onB.key, { version: 9 })).status).toBe(409);
  expect(await undo(onB.key, { version: first.version })).toMatchObject({
    status: 201,
    body: { version: 2 },
  });
  expect((await undo(onB.key)).body.detail).toBe("この充当はすでに外されています。");
  expect(await invoice("B")).toMatchObject({ paid: 0, open: 22_000 });
  expect(await invoice("C")).toMatchObject({ paid: 8_000 });
  expect(await read(key)).toMatchObject({
    unapplied: 22_000,
    allocations: [{ undone_date: onB.settled_date }, { undone_date: null }],
  });
  const late = await pay({ lines: [{ kind: "cash", amount: 100 }], payment_date: "2026-09-01" });
  const [closed] = (await read(late.body.key)).allocations;
  expect(closed).toMatchObject({ settled_date: "2026-09-01", is_closed: true });
  expect((await undo(closed.key)).body.errors).toHaveProperty("reason");
  expect((await undo(closed.key, { reason: "請求書の間違い" })).status).toBe(201);
  const { allocations, log } = await read(late.body.key);
  expect(allocations[0].undone_date > "2026-10").toBe(true);
  // It was on the 請求書 until then, and is not given back before.
  const back = { buyer_id: "tanaka", payment_date: "2026-10-08", kind: "cash", amount: 100 };
  expect(
    (await yamada.post("/payments/refund", { ...back, payment_key: late.body.key })).body.errors,
  ).toMatchObject({ payment_date: [expect.stringContaining("使えるようになった")] });
  expect(log.at(-1)).toMatchObject({ kind: "unsettled", reason: "請求書の間違い" });
  expect((await cancel(late.body.key)).status).toBe(201);
  expect((await cancel(key)).status).toBe(201);
});

test("a note below zero is used in part: what was used of it is not there again", async () => {
  const use = (amount: number) =>
    yamada.post("/payments/use", {
      buyer_id: "tanaka",
      credit_key: bills.red,
      allocations: [{ invoice_key: bills.B, amount }],
    });
  expect((await use(100)).body).toMatchObject({ left: 1_000 });
  expect((await use(1_001)).status).toBe(422);
  expect(await invoice("red")).toMatchObject({ total: -1_100, paid: -100, open: -1_000 });
  const [used_on] = (await invoice("B")).credits;
  expect(used_on).toMatchObject({
    credit_key: bills.red,
    invoice_key: bills.B,
    amount: 100,
    undone_date: null,
    cannot_free: null,
  });
  expect((await invoice("red")).credits).toEqual([used_on]);
  expect((await tanaka.get(`/invoices/${bills.B}`)).body.credits).toEqual([]);
  expect((await yamada.post(`/invoices/${bills.red}/cancel`, { reason: "x" })).status).toBe(409);
  const back = await yamada.post("/payments/refund", {
    buyer_id: "tanaka",
    payment_date: "2026-10-07",
    kind: "transfer",
    amount: 1_000,
    credit_key: bills.red,
  });
  expect(back.status).toBe(201);
  expect(await invoice("red")).toMatchObject({ paid: -1_100, open: 0 });
  expect((await use(1)).body.detail).toBe("使える前受がありません。");
  const { rows: used } = await owner.query("select max(key) as key from settlement");
  expect(Number(used[0].key)).toBe(used_on.key);
  expect((await undo(used_on.key, { version: (await invoice("red")).version + 1 })).status).toBe(409);
  expect((await undo(used_on.key, { version: (await invoice("red")).version })).status).toBe(201);
  expect((await invoice("B")).credits).toMatchObject([{ key: used_on.key, undone_date: expect.any(String) }]);
  // What was paid back of it keeps it, as what was used of it does.
  expect((await yamada.post(`/invoices/${bills.red}/cancel`, { reason: "x" })).status).toBe(409);
  expect((await cancel(back.body.key)).status).toBe(201);
  expect((await open()).credits).toMatchObject([{ left: 1_100 }]);
});

test("a 手数料 whose 請求書 was taken back is not paid back as money", async () => {
  const [owed] = (await open()).invoices;
  const lines = [
    { kind: "transfer", amount: 560 },
    { kind: "fee", amount: 440 },
  ];
  const { key } = (await pay({ lines, allocations: [{ invoice_key: owed.key, amount: 1_000 }] })).body;
  const [used] = (await read(key)).allocations;
  expect((await undo(used.key, { version: (await read(key)).version })).status).toBe(201);
  const give = (amount: number) =>
    yamada.post("/payments/refund", {
      buyer_id: "tanaka",
      payment_date: "2026-10-08",
      kind: "transfer",
      amount,
      payment_key: key,
    });
  expect((await give(1_000)).body.errors.amount).toEqual([
    "返金できるのは¥560までです。手数料・値引・端数の分は返金できません",
  ]);
  expect((await cancel(key)).status).toBe(201);
});

test("前受 is paid back oldest first, never more than there is, and keeps its receipt from being cancelled", async () => {
  const made = await pay({ lines: [{ kind: "transfer", amount: 3_000 }], rest: "advance" });
  const more = await pay({ lines: [{ kind: "cash", amount: 500 }], rest: "advance" });
  const give = (amount: number, payment_date = "2026-10-08") =>
    yamada.post("/payments/refund", { buyer_id: "tanaka", payment_date, kind: "transfer", amount });
  expect((await give(3_501)).body.errors.amount).toEqual(["返金できるのは¥3,500までです"]);
  expect((await give(1, "2026-10-01")).body.errors).toHaveProperty("payment_date");
  const back = await give(3_200);
  expect(await read(back.body.key)).toMatchObject({
    direction: "out",
    amount: 3_200,
    lines: [
      { amount: 3_000, source_payment_key: made.body.key },
      { amount: 200, source_payment_key: more.body.key },
    ],
  });
  expect((await cancel(made.body.key)).body.detail).toContain("返金しています");
  expect((await yamada.get("/payments?state=refund")).body.items).toMatchObject([{ amount: -3_200 }]);
  for (const key of [back.body.key, made.body.key, more.body.key])
    expect((await cancel(key)).status).toBe(201);
});

test("相殺通知書: what was set off, beside what else was received and which 請求書 it pays", async () => {
  const lines = [
    { kind: "offset", amount: 4_000 },
    { kind: "transfer", amount: 1_000 },
  ];
  const made = await pay({ lines, allocations: [{ invoice_key: bills.B, amount: 4_500 }], rest: "advance" });
  const { key } = made.body;
  expect((await yamada.get(`/payments/${key}/offset`)).body).toMatchObject({
    seller: { name: "山田精機株式会社" },
    buyer: { name: "田中産業機械株式会社" },
    offset: 4_000,
    amount: 5_000,
    others: [{ kind: "transfer", amount: 1_000 }],
    bills: [{ number: "S2607-0001", total: 22_000, amount: 4_500 }],
    is_cancelled: false,
  });
  expect((await sato.get(`/payments/${key}/offset`)).status).toBe(404);
  expect((await cancel(key)).status).toBe(201);
  expect((await yamada.get(`/payments/${key}/offset`)).body).toMatchObject({ is_cancelled: true, bills: [] });
  const plain = await pay({ lines: [{ kind: "cash", amount: 77 }], rest: "advance" });
  expect((await yamada.get(`/payments/${plain.body.key}/offset`)).status).toBe(404);
  expect((await cancel(plain.body.key)).status).toBe(201);
});

test("手形 and でんさい name their day, 値引 its rate, and nothing is dated tomorrow", async () => {
  const faults = async (line: object, more: object = {}) =>
    Object.keys((await pay({ lines: [line], ...more })).body.errors ?? {});
  expect(await faults({ kind: "bill", amount: 5 })).toEqual(["lines[0].maturity_date"]);
  expect(await faults({ kind: "densai", amount: 5, maturity_date: "2026-10-01" })).toEqual([
    "lines[0].maturity_date",
  ]);
  expect(await faults({ kind: "cash", amount: 5, maturity_date: "2026-12-01" })).toEqual([
    "lines[0].maturity_date",
  ]);
  expect(await faults({ kind: "discount", amount: 5 })).toEqual(["lines[0].tax_rate"]);
  expect(await faults({ kind: "cash", amount: 5, tax_rate: 10 })).toEqual(["lines[0].tax_rate"]);
  expect(await faults({ kind: "discount", amount: 5, tax_rate: 7 })).toEqual(["lines[0].tax_rate"]);
  expect(await faults({ kind: "transfer", amount: -5 })).toEqual(["lines[0].amount"]);
  expect(await faults({ kind: "gain", amount: 5 })).toEqual(["lines[0].amount"]);
  expect(await faults({ kind: "rounding", amount: -5 })).toEqual(["lines"]);
  expect(await faults({ kind: "transfer", amount: 1_000_000_000_000 })).toEqual(["lines[0].amount"]);
  expect(await faults({ kind: "cash", amount: 5 }, { payment_date: "2199-01-01" })).toEqual(["payment_date"]);
  const lines = [
    { kind: "bill", amount: 900_000_000_000, maturity_date: "2027-01-31" },
    { kind: "discount", amount: 12_000, tax_rate: "10" },
    { kind: "gain", amount: -7 },
  ];
  expect((await preview({ lines })).body.notes).toEqual([
    "値引が1万円以上です。適格返還請求書の交付が必要です。",
  ]);
  const owed = (await open()).invoices.reduce((sum: number, one: any) => sum + one.open, 0);
  const made = await pay({ lines });
  expect(await read(made.body.key)).toMatchObject({
    lines: [{ maturity_date: "2027-01-31" }, { tax_rate: 10 }, { amount: -7 }],
    unapplied: 900_000_011_993 - owed,
  });
  expect((await cancel(made.body.key)).status).toBe(201);
});

test("手数料, 値引 and 端数 need the 請求書 they are taken off: only money that came in is 前受 (R4-7)", async () => {
  const fee = { kind: "fee", amount: 440 };
  const alone = ["手数料・値引・端数は前受にできません。差し引かれた請求書に充当してください"];
  const problem = async (more: Record<string, unknown>) => (await pay(more)).body.errors?.lines;
  expect(await problem({ buyer_id: "suzuki", lines: [fee] })).toEqual(alone);
  for (const kind of ["rounding", "discount"])
    expect(
      await problem({
        lines: [{ ...fee, kind, ...(kind === "discount" && { tax_rate: 10 }) }],
        rest: "advance",
      }),
    ).toEqual(alone);
  const both = { lines: [{ kind: "cash", amount: 100 }, fee], rest: "advance" };
  expect(await problem(both)).toEqual([`前受にできるのは、入ったお金の¥100までです。${alone}`]);
  expect((await preview(both)).status).toBe(422);
  const made = await pay({ ...both, allocations: [{ invoice_key: bills.B, amount: 440 }] });
  expect(made).toMatchObject({ status: 201, body: { unapplied: 100 } });
  expect((await cancel(made.body.key)).status).toBe(201);
});

test("others find nothing, and who has no accounting may not ask", async () => {
  const { key } = (await yamada.get("/payments")).body.items[0];
  const { rows } = await owner.query("select max(key) as key from settlement");
  const asked: [string, string, object?][] = [
    ["get", `/payments/${key}`],
    ["post", `/payments/${key}/cancel`, { reason: "x" }],
    ["post", `/payments/settlements/${rows[0].key}/undo`, { reason: "x" }],
    ["get", `/payments/open?invoice=${bills.A}`],
    ["get", "/payments/open?buyer_id=suzuki"],
    ["post", "/payments/refund", { buyer_id: "suzuki", payment_date: "2026-10-01", kind: "cash", amount: 1 }],
    ["post", "/payments/use", { buyer_id: "suzuki" }],
  ];
  for (const [method, path, body] of asked) {
    const send = (person: Person) => (method === "get" ? person.get(path) : person.post(path, body));
    expect([path, (await send(sato)).status]).toEqual([path, 404]);
    expect([path, (await send(tanaka)).status]).toEqual([path, 403]);
    expect([path, (await send(genba)).status]).toEqual([path, 403]);
  }
  expect((await sato.get("/payments")).body.items).toEqual([]);
  const strange = { invoice_key: bills.A, amount: 1 };
  const stolen = { buyer_id: "tanaka", payment_date: "2026-10-01", lines: [{ kind: "cash", amount: 1 }] };
  expect((await sato.post("/payments", { ...stolen, allocations: [strange] })).status).toBe(422);
});

const act = fc.record({
  what: fc.constantFrom("pay", "named", "advance", "use", "credit", "undo", "cancel", "refund"),
  amount: fc.integer({ min: 1, max: 40_000 }),
  which: fc.nat(20),
  day: fc.constantFrom("2026-08-10", "2026-10-05", "2026-11-01"),
});

test("balance = ledger = documents less allocations, after any history of acts (R4-6, R4-7)", async () => {
  const pick = <T>(rows: T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];
  const live = async () =>
    (
      await owner.query(
        "select key from settlement s where reverses is null and not exists (select 1 from settlement r where r.reverses = s.key) order by key",
      )
    ).rows;
  const receipts = async () =>
    (await yamada.get("/payments?size=1000")).body.items.filter((one: any) => one.state !== "cancelled");
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), async (acts) => {
      for (const { what, amount, which, day } of acts) {
        const name = pick(["A", "B", "C"], which)!;
        const lines = [{ kind: "transfer", amount }];
        const common = { lines, payment_date: day, twice: "on" };
        const allocations = [{ invoice_key: bills[name], amount }];
        const buyer = { buyer_id: "tanaka" };
        const send: Record<string, () => Promise<{ status: number }>> = {
          pay: () => pay(common),
          named: () => pay({ ...common, allocations }),
          advance: () => pay({ ...common, rest: "advance" }),
          use: () => yamada.post("/payments/use", buyer),
          credit: () => yamada.post("/payments/use", { ...buyer, credit_key: bills.red }),
          undo: async () => undo(Number(pick(await live(), which)?.key ?? 9_999), { reason: "x" }),
          cancel: async () => cancel(pick<any>(await receipts(), which)?.key ?? 9_999),
          refund: () =>
            yamada.post("/payments/refund", { ...buyer, payment_date: day, kind: "cash", amount }),
        };
        const done = await send[what]!();
        expect([201, 404, 409, 422]).toContain(done.status);
      }
      const { invoices, credits, advances } = await open();
      const sum = (rows: any[], of: string) => rows.reduce((total, row) => total + row[of], 0);
      const documents = sum((await yamada.get("/invoices")).body.items, "total");
      const ledger =
        documents -
        sum(
          (await yamada.get("/payments?size=1000")).body.items.filter(
            (one: any) => one.state !== "cancelled",
          ),
          "amount",
        );
      const balance = Number(
        (await yamada.get("/partners")).body.items.find((one: any) => one.id === "tanaka").balance,
      );
      expect(sum(invoices, "open") - sum(credits, "left") - sum(advances, "left")).toBe(ledger);
      expect(balance).toBe(ledger);
      expect(await broken()).toEqual([]);
    }),
    { numRuns: runs(8) },
  );
});
