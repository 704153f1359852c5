import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { order, shipped } from "~/lib/accounting/testing.server";
import { diceOf } from "~/lib/sample/world.clock.server";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { addDays, monthEnd, today } from "~/lib/time/date";
import vectors from "./ageing-vectors.json";
import { ledgerPaper } from "./statement.paper";

let t: TestApp;
let owner: pg.Client;
let yamada: Person, genba: Person, tanaka: Person, suzuki: Person, sato: Person;
beforeAll(async () => {
  t = await testApp();
  owner = await t.owner();
  [yamada, genba, tanaka, suzuki, sato] = await t.people(
    "keiri@yamada",
    "genba@yamada",
    "admin@tanaka",
    "admin@suzuki",
    "admin@sato",
  );
});
afterAll(() => t.stop());

let ym = 180_001;
type Bill = { number: string; day: string; due: string; total: number; voided?: string | null };
/** Rows as issuing left them: these tests are of days long past. */
async function bill(buyer_id: string, { number, day, due, total, voided = null }: Bill): Promise<number> {
  ym += ym % 100 === 12 ? 89 : 1;
  const { rows } = await owner.query(
    `insert into invoice (seller_id, buyer_id, number, ym, start_date, end_date, invoice_date, due_date, seller, buyer, terms, invoice_basis,
      tax_rounding, show_carry_over, prev_billed, received, adjustment, carried_over, by_rate, subtotal, tax, total, billed_now, issued_time)
    values ('yamada', $1, $2, $3, $4, $4, $4, $5, '{}', '{}', '{}', 'monthly', 'floor', false, 0, 0, 0, 0, '[]', $6, 0, $6, $6, now()) returning key`,
    [buyer_id, number, ym, day, due, total],
  );
  const key = Number(rows[0].key);
  if (voided)
    await owner.query("update invoice set cancelled_time = $2::timestamptz where key = $1", [
      key,
      `${voided}T10:00:00+09:00`,
    ]);
  return key;
}
async function receipt(
  buyer_id: string,
  day: string,
  amounts: [kind: string, amount: number][],
): Promise<number> {
  const { rows } = await owner.query(
    "insert into payment (seller_id, buyer_id, payment_date, recorded_time) values ('yamada', $1, $2, now()) returning key",
    [buyer_id, day],
  );
  const key = Number(rows[0].key);
  for (const [at, [kind, amount]] of amounts.entries())
    await owner.query(
      "insert into payment_line (payment_key, line_no, seller_id, kind, amount) values ($1, $2, 'yamada', $3, $4)",
      [key, at + 1, kind, amount],
    );
  return key;
}
const settle = async (
  buyer_id: string,
  by: { payment_key?: number; credit_key?: number },
  invoice_key: number,
  day: string,
  amount: number,
  reverses: number | null = null,
): Promise<number> =>
  Number(
    (
      await owner.query(
        `insert into settlement (seller_id, buyer_id, payment_key, credit_key, invoice_key, amount, settled_date, recorded_time, reverses)
        values ('yamada', $1, $2, $3, $4, $5, $6, now(), $7) returning key`,
        [buyer_id, by.payment_key ?? null, by.credit_key ?? null, invoice_key, amount, day, reverses],
      )
    ).rows[0].key,
  );
const rowOf = async (buyer_id: string, on: string) =>
  (await yamada.get(`/receivables?on=${on}`)).body.items.find((row: any) => row.buyer_id === buyer_id);

test("nothing billed, nothing delivered: no row, no tile", async () => {
  expect((await yamada.get("/receivables")).body).toMatchObject({
    items: [],
    total: 0,
    sums: { balance: 0 },
  });
  expect((await yamada.get("/receivables/summary")).body).toMatchObject({
    balance: 0,
    overdue: 0,
    closing_days: [31, 20],
  });
  expect((await yamada.get("/receivables/due")).body).toMatchObject({ items: [], sums: { open: 0 } });
});

test("ageing at a past date: later money and a later void have not happened (money.ageing, money.statement)", async () => {
  const [first] = vectors["money.ageing"];
  const keys = new Map<string, number>();
  for (const [key, day, due, total, voided] of first!.in.docs)
    keys.set(
      key!,
      await bill("tanaka", { number: `請求${key}`, day: day!, due: due!, total: Number(total), voided }),
    );
  for (const [key, day, amount] of first!.in.receipts)
    keys.set(key!, await receipt("tanaka", day!, [["transfer", Number(amount)]]));
  for (const [key, by, day, amount] of first!.in.allocs)
    await settle("tanaka", { payment_key: keys.get(by!)! }, keys.get(key!)!, day!, Number(amount));

  for (const { in: asked, out } of vectors["money.ageing"]) {
    const expected = {
      not_due: out.期日前,
      days_30: out["1-30"],
      days_60: out["31-60"],
      days_90: out["61-90"],
      days_over: out["91-"],
      advance: out.前受,
      billed: out.合計,
    };
    expect(await rowOf("tanaka", asked.asof)).toMatchObject({ ...expected, balance: out.合計, unbilled: 0 });
    const { body } = await yamada.get(`/receivables/statement?buyer_id=tanaka&on=${asked.asof}`);
    expect(body).toMatchObject({ on: asked.asof, ages: expected, seller: { bank_accounts: [] } });
    const sum = (items: { open: number }[]) => items.reduce((all, one) => all + one.open, 0);
    expect(sum(body.bills) - sum(body.receipts)).toBe(out.合計);
  }

  const [{ in: period, out }] = vectors["money.statement"] as [(typeof vectors)["money.statement"][number]];
  const { body } = await yamada.get(`/receivables/ledger?buyer_id=tanaka&from=${period.frm}&to=${period.to}`);
  expect([body.opening, body.closing]).toEqual([out.opening, out.closing]);
  expect(body.items.map((row: any) => [row.date, row.kind, row.balance])).toEqual([
    [period.frm, "opening", out.opening],
    ...out.rows.map(([date, text, balance]) => [
      date,
      /入金/.test(String(text)) ? "payment" : "invoice",
      balance,
    ]),
  ]);
  expect(body.closing).toBe((await rowOf("tanaka", period.to)).billed);

  await owner.query("update payment set note = '支払がいつも遅い' where buyer_id = 'tanaka'");
  const noted = (await yamada.get(`/receivables/ledger?buyer_id=tanaka&from=${period.frm}&to=${period.to}`))
    .body;
  const printed = (to_partner: boolean) => JSON.stringify(ledgerPaper(noted, to_partner).lines);
  expect(printed(false)).toContain("支払がいつも遅い");
  expect(printed(true)).not.toContain("支払がいつも遅い");
  expect(printed(true)).toContain("振込");
  await owner.query("update payment set note = null where buyer_id = 'tanaka'");
  const later = (await yamada.get("/receivables/ledger?buyer_id=tanaka&from=2026-08-01&to=2026-11-21")).body;
  expect(later.items.map((row: any) => [row.kind, row.number ?? "", row.letter, row.is_part])).toEqual([
    ["opening", "", null, false],
    ["invoice", "請求A", "A", false],
    ["invoice", "請求B", "B", true],
    ["payment", expect.any(String), "A", true],
    ["invoice", "請求C", null, false],
    ["invoice", "請求D", null, false],
    ["invoice_void", "請求D", null, false],
    ["payment", expect.any(String), "B", false],
  ]);
});

test("the list: 前月残 + 当月 = 請求残, filters, totals, what is due by date with its running sum", async () => {
  await bill("suzuki", { number: "請求S", day: "2026-11-05", due: "2026-11-20", total: 8800 });
  await receipt("suzuki", "2026-11-20", [
    ["transfer", 3000],
    ["fee", 440],
  ]);
  const on = "2026-11-21";
  const { body } = await yamada.get(`/receivables?on=${on}&sort=-balance`);
  expect(body.items).toMatchObject([
    { buyer_id: "tanaka", before: 112000, sales: -7000, received: 60000, adjusted: 0, billed: 45000 },
    {
      buyer_id: "suzuki",
      before: 0,
      sales: 8800,
      received: 3000,
      adjusted: 440,
      billed: 5360,
      days_30: 8800,
      advance: -3440,
      last_payment_date: "2026-11-20",
    },
  ]);
  expect(body.sums).toMatchObject({
    billed: 50360,
    balance: 50360,
    days_30: 28800,
    not_due: 30000,
    advance: -8440,
  });
  const namesOf = async (query: string) =>
    (await yamada.get(`/receivables?on=${on}&${query}`)).body.items.map((row: any) => row.buyer_id);
  expect([await namesOf("closing_day=20"), await namesOf("q=電装"), await namesOf("q=100%25")]).toEqual([
    ["tanaka"],
    ["suzuki"],
    [],
  ]);
  expect((await yamada.get(`/receivables/summary?on=${on}`)).body).toMatchObject({
    balance: 50360,
    unbilled: 0,
    overdue: 28800,
    due_this_month: 38800,
    received_this_month: 63000,
  });
  const due = (await yamada.get(`/receivables/due?on=${on}&size=2`)).body;
  expect(due).toMatchObject({ total: 3, sums: { open: 58800, total: 118800, paid: 60000 } });
  const rest = (await yamada.get(`/receivables/due?on=${on}&size=2&after=${due.next}`)).body;
  expect(
    [...due.items, ...rest.items].map((row: any) => [row.number, row.open, row.running, row.days_overdue]),
  ).toEqual([
    ["請求B", 20000, 20000, 21],
    ["請求S", 8800, 28800, 1],
    ["請求C", 30000, 58800, null],
  ]);
  const month = (await yamada.get(`/receivables/due?on=${on}&from=2026-11-01&to=2026-11-30`)).body;
  expect(month.sums.open).toBe(38800);
});

test("入金予定: 手形 stands on its 期日, in the money to come and in no 残, until it matured or was cancelled", async () => {
  const key = await receipt("suzuki", "2026-11-21", [
    ["bill", 50_000],
    ["transfer", 700],
  ]);
  await owner.query(
    "update payment_line set maturity_date = '2026-12-10' where payment_key = $1 and line_no = 1",
    [key],
  );
  const due = async (query: string) =>
    (await yamada.get(`/receivables/due?${query}`)).body as { items: any[]; sums: Record<string, number> };
  const before = await due("on=2026-11-20&from=2026-12-01");
  const { items, sums } = await due("on=2026-11-22&from=2026-12-01");
  expect(items.filter(({ kind }) => kind !== "invoice")).toMatchObject([
    { kind: "bill", payment_key: key, number: null, open: null, due_date: "2026-12-10", maturing: 50_000 },
  ]);
  expect(sums).toMatchObject({ open: before.sums.open, maturing: 50_000 });
  expect(items.at(-1).running).toBe(sums.open! + 50_000);
  expect((await due("on=2026-11-22&q=電装&from=2026-12-10&to=2026-12-10")).items).toHaveLength(1);
  expect((await due("on=2026-12-10")).sums.maturing).toBe(50_000);
  expect((await due("on=2026-12-11")).sums.maturing).toBe(0);
  await owner.query(
    "update payment set cancelled_date = '2026-11-21', cancelled_time = now() where key = $1",
    [key],
  );
  expect((await due("on=2026-11-22")).sums.maturing).toBe(0);
});

test("as it was then, whatever happened: columns = balance = ledger = documents - receipts on every day", async () => {
  const dice = diceOf(14);
  const days = Array.from({ length: 120 }, (_, n) => addDays("2025-01-10", n));
  const events: { day: string; amount: number }[] = [];
  const bills: { key: number; day: string; total: number; paid: number }[] = [];
  for (let n = 0; n < 60; n++) {
    const day = days[dice.whole(0, 99)]!;
    const chance = dice.whole(0, 9);
    if (chance < 4) {
      const total = dice.whole(1, 9) * 1000;
      const voided = chance === 0 ? addDays(day, dice.whole(0, 15)) : null;
      const key = await bill("suzuki", {
        number: `乱${n}`,
        day,
        due: addDays(day, dice.whole(5, 40)),
        total,
        voided,
      });
      if (!voided || voided > day) events.push({ day, amount: total });
      if (voided && voided > day) events.push({ day: voided, amount: -total });
      if (!voided) bills.push({ key, day, total, paid: 0 });
    } else if (chance === 4) {
      const target = bills.find((one) => one.total - one.paid > 500);
      const key = await bill("suzuki", { number: `赤${n}`, day, due: day, total: -500 });
      events.push({ day, amount: -500 });
      if (!target) continue;
      target.paid += 500;
      await settle("suzuki", { credit_key: key }, target.key, day > target.day ? day : target.day, 500);
    } else if (bills.length > 0) {
      const target = dice.pick(bills);
      const amount = dice.whole(1, 5) * 1000;
      const key = await receipt("suzuki", day, [
        ["transfer", amount - 100],
        ["fee", 100],
      ]);
      events.push({ day, amount: -amount });
      const part = Math.min(amount, target.total - target.paid);
      const on = day > target.day ? day : target.day;
      const settled = part > 0 ? await settle("suzuki", { payment_key: key }, target.key, on, part) : null;
      if (chance === 9) {
        const back = addDays(on, dice.whole(0, 20));
        if (settled) await settle("suzuki", { payment_key: key }, target.key, back, -part, settled);
        await owner.query("update payment set cancelled_date = $2, cancelled_time = now() where key = $1", [
          key,
          back,
        ]);
        events.push({ day: back, amount });
      } else if (chance === 8 && amount > part) {
        const { rows } = await owner.query(
          `insert into payment (seller_id, buyer_id, payment_date, recorded_time, direction) values ('yamada', 'suzuki', $1, now(), 'out') returning key`,
          [addDays(on, 3)],
        );
        await owner.query(
          `insert into payment_line (payment_key, line_no, seller_id, kind, amount, source_payment_key) values ($1, 1, 'yamada', 'transfer', $2, $3)`,
          [rows[0].key, amount - part, key],
        );
        events.push({ day: addDays(on, 3), amount: amount - part });
        target.paid += part;
      } else target.paid += part;
    }
  }
  expect(
    (await owner.query("select * from check_receipts() union all select * from check_open_items()")).rows,
  ).toEqual([]);
  for (const on of days.filter((_, n) => n % 9 === 0)) {
    const balance = events.filter(({ day }) => day <= on).reduce((sum, { amount }) => sum + amount, 0);
    const row = await rowOf("suzuki", on);
    expect([on, row?.billed ?? 0]).toEqual([on, balance]);
    if (!row) continue;
    expect(row.not_due + row.days_30 + row.days_60 + row.days_90 + row.days_over + row.advance).toBe(balance);
    const before = addDays(`${on.slice(0, 8)}01`, -1);
    expect(row.before).toBe(
      events.filter(({ day }) => day <= before).reduce((sum, { amount }) => sum + amount, 0),
    );
    const from = addDays(on, -20);
    const { body } = await yamada.get(`/receivables/ledger?buyer_id=suzuki&from=${from}&to=${on}`);
    expect([body.closing, body.items.at(-1).balance]).toEqual([balance, balance]);
    expect(body.opening).toBe(
      events.filter(({ day }) => day < from).reduce((sum, { amount }) => sum + amount, 0),
    );
  }
});

test("未請求: delivered and on no 請求書 of that day, with tax; what is voided today was billed yesterday", async () => {
  const now = today();
  const due = { unit_price: "105", num_items: "1", num_units: "1", num_good: "1" };
  for (const day of ["2026-06-05", "2026-06-20", "2026-06-25"]) {
    const made = await yamada.post("/deliveries", order([await shipped(t, due)], { delivery_date: day }));
    expect(made.status).toBe(201);
  }
  const at = async (on: string) => (await rowOf("tanaka", on))?.unbilled ?? 0;
  expect([
    await at("2026-06-04"),
    await at("2026-06-05"),
    await at("2026-06-24"),
    await at("2026-06-25"),
  ]).toEqual([0, 115, 231, 346]);
  const { key } = (await yamada.post("/closings", { ym: 202606, buyer_ids: ["tanaka"] })).body.invoices[0];
  expect([await at("2026-06-19"), await at("2026-06-20"), await at("2026-06-25"), await at(now)]).toEqual([
    115, 0, 115, 115,
  ]);
  const notes = async (on: string) =>
    (await yamada.get(`/deliveries?unbilled_on=${on}&sort=delivery_date`)).body.items.map(
      (one: any) => one.delivery_date,
    );
  expect(await notes("2026-06-19")).toEqual(["2026-06-05"]);
  expect(await notes("2026-06-25")).toEqual(["2026-06-25"]);
  expect((await tanaka.get("/deliveries?unbilled_on=2026-06-25")).body.items).toEqual([]);
  const row = await rowOf("tanaka", "2026-06-20");
  expect([row.billed, row.balance]).toEqual([231, 231]);
  expect((await yamada.post(`/invoices/${key}/cancel`, { reason: "試し" })).status).toBe(201);
  expect([await at("2026-06-25"), await at(addDays(now, -1)), await at(now)]).toEqual([115, 115, 346]);
  const sum = (await yamada.get("/receivables/summary")).body;
  expect(sum.unbilled).toBe(346);
  expect(sum.month_end).toBe(
    `${now.slice(0, 8)}${monthEnd(Number(now.slice(0, 4)), Number(now.slice(5, 7)))}`,
  );
});

test("closed anew, restored or replaced by a 訂正版 the same sale counts once, at the past day too", async () => {
  const [on, now] = ["2026-06-30", today()];
  const figures = async () => {
    const row = await rowOf("tanaka", on);
    const { body } = await yamada.get(`/receivables/ledger?buyer_id=tanaka&from=2026-06-01&to=${now}`);
    const bills = body.items.flatMap((one: any) => (one.kind.startsWith("invoice") ? one.kind : []));
    return [row.billed, row.unbilled, row.sales + row.tax, bills.slice(0, 1), body.closing];
  };
  const [billed, , , , closing] = await figures();
  const cancel = (key: number) => yamada.post(`/invoices/${key}/cancel`, { reason: "試し" });
  const { items } = (await yamada.get("/invoices?ym=202606&state=cancelled")).body;
  const first = items[0].key;
  expect([items.length, billed]).toEqual([1, 231]);

  const again = (await yamada.post("/closings", { ym: 202606, buyer_ids: ["tanaka"] })).body.invoices[0];
  expect(await figures()).toEqual([231, 115, 231, ["invoice"], closing + 231]);
  expect((await cancel(again.key)).status).toBe(201);
  expect(await figures()).toEqual([231, 115, 231, ["invoice"], closing]);
  expect((await yamada.post(`/invoices/${first}/restore`, { reason: "取消の誤り" })).status).toBe(201);
  expect(await figures()).toEqual([231, 115, 231, ["invoice"], closing + 231]);

  const { lines } = (await yamada.get(`/invoices/${first}`)).body;
  const typed = lines.map(({ line_no, name, num_units, unit }: any) => ({
    id: line_no,
    name,
    num_units,
    unit,
    unit_price: "100",
  }));
  const revised = { mode: "revision", lines: typed, reason: "単価の誤り" };
  const early = { ...revised, due_date: "2026-06-19" };
  expect((await yamada.post(`/invoices/${first}/correction`, early)).body.errors.due_date).toEqual([
    "入金期日は2026/6/20(土)以降の日付にしてください",
  ]);
  expect((await yamada.post(`/invoices/${first}/correction`, revised)).status).toBe(201);
  expect(await figures()).toEqual([220, 115, 220, ["invoice"], closing + 220]);
});

test("未請求 as of 検収: what was rejected by the day, 特採 at its price once it is agreed", async () => {
  const on = "2026-06-28";
  const at = async (day: string) => (await rowOf("tanaka", day))?.unbilled ?? 0;
  const [then, before] = [await at("2026-06-27"), await at(on)];
  const keys: number[] = [];
  for (let n = 0; n < 2; n++) {
    const card = await shipped(t, { unit_price: "10" });
    const made = await yamada.post("/deliveries", order([card], { delivery_date: "2026-06-26" }));
    keys.push(made.body.key);
  }
  const reject = (key: number, more: object, day: string) =>
    tanaka.post(`/deliveries/${key}/inspect`, {
      lines: [{ line_no: 1, num_accepted: "0", cause: "seller", words: "キズ", ...more }],
      inspected_date: day,
    });
  expect((await reject(keys[0]!, { num_rejected: "10", treatment: "return" }, "2026-06-27")).status).toBe(
    201,
  );
  await tanaka.post(`/deliveries/${keys[0]}/inspect`, { rest: true, lines: [], inspected_date: on });
  expect([(await at("2026-06-27")) - then, (await at(on)) - before]).toEqual([990 + 1100, 990 + 1100]);
  const reduced = { num_rejected: "20", treatment: "concession", unit_price: "5" };
  expect((await reject(keys[1]!, reduced, today())).status).toBe(201);
  const now = await at(today());
  const { lines } = (await yamada.get(`/deliveries/${keys[1]}/inspection`)).body;
  await yamada.post(`/inspections/${lines[0].rows[0].key}/answer`, { agreed: "yes" });
  expect((await at(today())) - now).toBe(110);
  expect((await at(on)) - before).toBe(990 + 1100);
});

test("the books are the seller's accountants' alone; another's partner is not there", async () => {
  const paths = [
    "/receivables",
    "/receivables/summary",
    "/receivables/due",
    "/receivables/ledger?buyer_id=tanaka",
    "/receivables/statement?buyer_id=tanaka",
  ];
  for (const path of paths)
    for (const person of [genba, tanaka, suzuki])
      expect([path, (await person.get(path)).status]).toEqual([path, 403]);
  for (const path of ["ledger", "statement"])
    expect((await sato.get(`/receivables/${path}?buyer_id=suzuki`)).status).toBe(404);
  expect((await sato.get("/receivables")).body.items).toEqual([]);
});

test("a partner answers to the balance that was sent: the same, or another amount with words; both see it", async () => {
  const billed = (await rowOf("tanaka", today())).billed;
  const ask = (more: object = {}, person = yamada) =>
    person.post("/confirmations", { buyer_id: "tanaka", on: today(), ...more });
  expect((await ask({ seen: billed + 1 })).body.detail).toContain("まだ送っていません");
  expect((await ask({ on: addDays(today(), 1) })).status).toBe(422);
  expect((await ask({ buyer_id: "nobody" })).status).toBe(404);
  expect((await ask({}, genba)).status).toBe(403);
  const sent = await ask({ seen: billed, words: "期末の確認です" });
  expect(sent.status).toBe(201);
  const { key } = sent.body;
  const read = async (by: Person) => (await by.get(`/confirmations/${key}`)).body;
  const got = await read(tanaka);
  expect(got).toMatchObject({
    state: "waiting",
    amount: billed,
    words: "期末の確認です",
    may_answer: true,
    is_ours: false,
  });
  expect(got.rows.reduce((sum: number, row: any) => sum + row.open, 0)).toBe(billed);
  expect((await tanaka.get("/notices")).body.items[0].path).toBe(`/accounting/confirmation/${key}`);
  const answer = (body: object, by = tanaka) => by.post(`/confirmations/${key}/answer`, body);
  expect((await answer({ agreed: "yes" }, yamada)).status).toBe(403);
  expect((await answer({ agreed: "yes" }, suzuki)).status).toBe(404);
  expect((await answer({ agreed: "no" })).body.errors).toMatchObject({
    amount: [expect.any(String)],
    words: [expect.any(String)],
  });
  expect((await answer({ agreed: "no", amount: billed, words: "x" })).body.errors).toHaveProperty("amount");
  expect((await answer({ agreed: "no", amount: billed - 100, words: "値引が未計上" })).status).toBe(201);
  expect(await read(yamada)).toMatchObject({
    state: "differs",
    answered: billed - 100,
    difference: -100,
    may_answer: false,
    answers: [{ agreed: false, words: "値引が未計上" }],
  });
  expect((await yamada.get("/notices")).body.items[0].text).toContain("「差異」の回答がありました");
  expect((await answer({ agreed: "yes" })).body).toMatchObject({ state: "agreed", difference: 0 });
  for (const by of [yamada, tanaka])
    expect((await by.get("/confirmations?state=agreed")).body.items).toMatchObject([
      { key, answered: billed },
    ]);
  expect((await suzuki.get("/confirmations")).body.items).toEqual([]);
});
