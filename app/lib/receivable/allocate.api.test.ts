import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, type TestApp, testApp } from "~/lib/server/testing.server";
import { KIND_LABEL, type PaymentKind } from "~/lib/vocabulary/payment";
import vectors from "./receivable-vectors.json";

let t: TestApp;
let yamada: Person;
beforeAll(async () => {
  t = await testApp();
  [yamada] = await t.people("keiri@yamada");
});
afterAll(() => t.stop());

const answer = async (promise: Promise<{ status: number; body: any }>, status = 201) => {
  const { body, ...given } = await promise;
  expect([given.status, body]).toEqual([status, expect.anything()]);
  return body;
};
const get = (path: string) => answer(yamada.get(path), 200);

/** Each example has the books of the two to itself. */
beforeEach(async () => {
  for (const [path, rows] of [
    ["/payments", await get("/payments")],
    ["/invoices", await get("/invoices")],
  ])
    for (const { key, state } of rows.items)
      if (state !== "cancelled") await answer(yamada.post(`${path}/${key}/cancel`, { reason: "次の例" }));
});

/** 請求書 of the example's own figures: what bears no tax is billed as it is. */
async function bill(total: number, due_date = "2026-11-30", invoice_date = "2026-08-31"): Promise<number> {
  const extras = [{ name: "金型代", num_units: "1", unit_price: String(total), tax_kind: "exempt" }];
  const terms = { buyer_id: "tanaka", invoice_date, due_date, extras, far_date: "on" };
  return (await answer(yamada.post("/invoices", { ...terms, negative: total < 0 ? "on" : undefined }))).key;
}
type Line = [kind: PaymentKind, amount: number];
const receipt = (lines: Line[], more: object = {}) => ({
  buyer_id: "tanaka",
  payment_date: "2026-11-21",
  lines: lines.map(([kind, amount]) => ({ kind, amount })),
  twice: "on",
  ...more,
});
const pay = (lines: Line[], more: object = {}) => answer(yamada.post("/payments", receipt(lines, more)));
const openOf = async (key: number): Promise<number> => (await get(`/invoices/${key}`)).open;
const named = (explicit: [key: number, amount: number][]) =>
  explicit.map(([invoice_key, amount]) => ({ invoice_key, amount }));
const byName = <T>(keys: Record<string, number>, value: (key: number) => T): [string, T][] =>
  Object.entries(keys).map(([name, key]) => [name, value(key)]);

test.each(vectors.allocate)("recorded: $name (R4-6)", async ({ in: given, out }) => {
  const keys: Record<string, number> = {};
  // The youngest first, so that the order of their keys is not the order of their days.
  for (const [name, due_date, open] of [...given.invoices].reverse())
    keys[name!] = await bill(Number(open), due_date!);
  const explicit = named(
    Object.entries(given.explicit).map(([name, amount]) => [keys[name]!, Number(amount)]),
  );
  const more = explicit.length > 0 ? { allocations: explicit, rest: "oldest" } : {};
  const made = await pay([["transfer", Number(given.amount)]], more);
  const paid = byName(keys, (key) => made.settled.find((row: any) => row.invoice_key === key)?.amount);
  expect(Object.fromEntries(paid.filter(([, amount]) => amount))).toEqual(out.allocated);
  expect(made.unapplied).toBe(out.unapplied);
  for (const [name, key] of Object.entries(keys))
    expect([name, await openOf(key)]).toEqual([name, out.open[name as "A"]]);
});

test.each(vectors.undo)("taken back: $name", async ({ in: given, out }) => {
  const keys: Record<string, number> = {};
  const receipts: Record<string, number> = {};
  const sum = (at: 1 | 2, name: string) =>
    given.settlements.filter((row) => row[at] === name).reduce((total, row) => total + Number(row[3]), 0);
  for (const name of Object.keys(out.paid)) keys[name] = await bill(sum(2, name));
  for (const name of Object.keys(out.payment_left)) {
    const rows = given.settlements.filter((row) => row[1] === name);
    const allocations = named(rows.map((row) => [keys[row[2]!]!, Number(row[3])]));
    receipts[name] = (await pay([["transfer", sum(1, name)]], { allocations })).key;
  }
  const [, from, to] = given.settlements.find(([name]) => name === given.drop)!;
  const { allocations } = await get(`/payments/${receipts[from!]}`);
  const { key } = allocations.find((row: any) => row.invoice_key === keys[to!]);
  await answer(yamada.post(`/payments/settlements/${key}/undo`, { reason: "間違い" }));
  for (const [name, paid] of Object.entries(out.paid))
    expect((await get(`/invoices/${keys[name]}`)).paid).toBe(paid);
  for (const [name, left] of Object.entries(out.payment_left))
    expect((await get(`/payments/${receipts[name]}`)).unapplied).toBe(left);
});

test.each(vectors.difference)("short by: $name (R4-7)", async ({ in: given, out }) => {
  const key = await bill(Number(given.open_));
  const came: Line = ["transfer", Number(given.received)];
  const asked = { allocations: [{ invoice_key: key }] };
  const plan = await answer(yamada.post("/payments/preview", receipt([came], asked)));
  expect(plan).toMatchObject({ difference: out.difference, suggested: "fee" });
  const made = await pay(given.reason === null ? [came] : [came, [plan.suggested, plan.difference]], {
    ...asked,
    seen: plan.seen,
  });
  const { lines, unapplied } = await get(`/payments/${made.key}`);
  const gain = lines
    .filter((line: any) => line.kind === "gain")
    .reduce((sum: number, line: any) => sum - line.amount, 0);
  expect({
    difference: plan.difference,
    settles: lines.map((line: { kind: PaymentKind; amount: number }) => [KIND_LABEL[line.kind], line.amount]),
    open: await openOf(key),
    unapplied,
    gain,
  }).toEqual(out);
});

test.each(vectors.credit)("credited: $name (R4-7)", async ({ in: given, out }) => {
  const credit_key = await bill(-Number(given.note));
  const use = (invoice_key: number, amount?: number) =>
    answer(
      yamada.post("/payments/use", {
        buyer_id: "tanaka",
        credit_key,
        allocations: [{ invoice_key, amount }],
      }),
    );
  for (const amount of given.used) await use(await bill(Number(amount)), Number(amount));
  const [{ left: usable }] = (await get("/payments/open?buyer_id=tanaka")).credits;
  const billed = await bill(Number(given.invoice));
  const { settled, left } = await use(billed);
  const applied = settled[0].amount;
  expect({ usable, applied, note_left: left, invoice_open: await openOf(billed) }).toEqual(out);
  expect((await (await t.owner()).query("select * from check_invariants()")).rows).toEqual([]);
});
