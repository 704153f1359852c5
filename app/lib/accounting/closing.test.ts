import { expect, test } from "vitest";
import vectors from "~/lib/japan-vectors.json";
import { taxByRate } from "~/lib/money/tax";
import { addDays } from "~/lib/time/date";
import { closingDay, type Terms } from "~/lib/time/period";
import type { Rounding } from "~/lib/vocabulary/rounding";
import {
  basisProblem,
  billingMonth,
  closingSeen,
  closingWarnings,
  earlyProblem,
  isUnended,
  linesOf,
  orderProblem,
  periodsUpTo,
  summary,
  type Unbilled,
  unseenClosing,
} from "./closing";
import { invoiceTotals } from "./note.tax";

const day20: Terms = { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 };
const monthEnd: Terms = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };
const line = (price: number, some: Partial<Unbilled> = {}): Unbilled => ({
  delivery_key: 1,
  price,
  tax_rate: 10,
  sales_date: "2026-11-05",
  billing_date: some.sales_date ?? "2026-11-05",
  billing_ym: null,
  invoice_basis: "monthly",
  tax_rounding: "floor",
  ...some,
});

test.each(vectors.payment_period)(
  "$ym closes $start ~ $end",
  ({ ym, is_payment_last_date, payment_date, start, end }) => {
    const terms = { ...day20, is_payment_last_date, payment_date: payment_date ?? null };
    expect(periodsUpTo(ym, terms, null)).toEqual([{ ym, start, end }]);
    expect(
      linesOf(
        [
          line(1, { sales_date: start }),
          line(2, { sales_date: end }),
          line(3, { sales_date: addDays(end, 1) }),
        ],
        ym,
        terms,
        null,
      ).map(({ price }) => price),
    ).toEqual([1, 2]);
  },
);

test.each(vectors.period_of_instant)(
  "a delivery of $jst_date is billed in $ym",
  ({ jst_date, ym, payment_date, is_payment_last_date }) => {
    expect(
      billingMonth(
        line(1, { sales_date: jst_date }),
        { ...day20, payment_date: payment_date ?? null, is_payment_last_date },
        null,
      ),
    ).toBe(ym);
  },
);

test("after a change from the 20th to month end the next bill has 41 days, and no day is lost", () => {
  const last = { ym: 202610, end_date: "2026-10-20" };
  expect(periodsUpTo(202611, monthEnd, last)).toEqual([
    { ym: 202611, start: "2026-10-21", end: "2026-11-30" },
  ]);
  expect(billingMonth(line(1, { sales_date: "2026-10-25" }), monthEnd, last)).toBe(202611);
});

test("after a change from month end to the 20th the next bill has 20 days", () => {
  expect(periodsUpTo(202612, day20, { ym: 202610, end_date: "2026-10-31" })).toEqual([
    { ym: 202611, start: "2026-11-01", end: "2026-11-20" },
    { ym: 202612, start: "2026-11-21", end: "2026-12-20" },
  ]);
});

test("a line put off stands on the next month's bill, a late one on the first that is open", () => {
  const last = { ym: 202610, end_date: "2026-10-20" };
  expect(billingMonth(line(1, { sales_date: "2026-10-10" }), day20, last)).toBe(202611);
  expect(billingMonth(line(1, { sales_date: "2026-11-10", billing_ym: 202612 }), day20, last)).toBe(202612);
  const freed = line(1, { sales_date: "2026-10-25", billing_ym: 202611, freed_ym: 202612 });
  expect(billingMonth(freed, day20, last)).toBe(202612);
  expect(earlyProblem([freed], 202611)).toContain("赤伝の2026年12月分より前には");
  expect(earlyProblem([freed], 202612)).toBeNull();
  expect(linesOf([line(7, { sales_date: "2026-11-10", billing_ym: 202612 })], 202611, day20, last)).toEqual(
    [],
  );
});

test("months are closed in order", () => {
  const base = { terms: day20, today: "2026-11-21", last: { ym: 202610, end_date: "2026-10-20" } };
  expect(orderProblem({ ...base, ym: 202610, lines: [] })).toBe("2026年10月分は締め済みです。");
  expect(orderProblem({ ...base, ym: 202612, lines: [line(1)] })).toBe(
    "2026年11月分が未締めです。先に2026年11月分を締めてください。",
  );
  expect(orderProblem({ ...base, ym: 202612, lines: [] })).toBeNull();
  expect(orderProblem({ ...base, ym: 202701, lines: [] })).toContain("まだ始まっていません");
  expect(
    orderProblem({ ...base, last: null, ym: 202611, lines: [line(1, { sales_date: "2026-09-01" })] }),
  ).toContain("2026年9月分が未締め");
});

test.each(vectors.delivery_note_vs_invoice)("tax of notes $notes, $mode", (v) => {
  const lines = v.notes.map((price, i) =>
    line(price, { delivery_key: i, tax_rate: v.rate, tax_rounding: v.mode as Rounding }),
  );
  expect(invoiceTotals(lines, "monthly", v.mode as Rounding).tax).toBe(
    v.tax_if_monthly_invoice_is_the_invoice,
  );
  expect(invoiceTotals(lines, "delivery_note", v.mode as Rounding).tax).toBe(
    v.tax_if_delivery_note_is_the_invoice,
  );
  expect(basisProblem([{ invoice_basis: "monthly" }, { invoice_basis: "delivery_note" }])).toContain(
    "混ざっています",
  );
  expect(basisProblem(lines)).toBeNull();
});

test.each(vectors.summary_invoice)("鑑: $prev_billed - $received - $adjustment -> $billed_now", (v) => {
  const sales = taxByRate(
    Object.entries(v.sales_by_rate).map(([rate, amount]) => ({ amount, tax_rate: Number(rate) })),
    "floor",
  );
  const { prev_billed, received, adjustment } = v;
  const got = summary({ prev_billed, received, adjustment }, sales, true);
  expect(got).toMatchObject({
    carried_over: v.carried_over,
    tax: v.tax,
    total: v.this_purchase_incl_tax,
    billed_now: v.billed_now,
  });
  expect(summary({ prev_billed, received, adjustment }, sales, false).billed_now).toBe(
    v.this_purchase_incl_tax,
  );
});

test("closing days and warnings", () => {
  expect([closingDay(day20), closingDay(monthEnd)]).toEqual([20, 31]);
  const draft = {
    start_date: "2026-10-21",
    end_date: "2026-11-20",
    billed_now: -5,
    lines: [line(0), line(3, { sales_date: "2026-10-20" })],
  };
  expect(closingWarnings(draft, { undelivered: 2, missing: "適格", today: "2026-11-20" })).toEqual([
    "期間の途中です（2026/11/20(金)まで）",
    "金額0円の明細が1件あります",
    "前の期間の納品が1件含まれます",
    "納品書のない出荷が2枚あります",
    "請求額がマイナスです",
    "適格",
  ]);
  expect(
    closingWarnings(
      { ...draft, lines: [line(1)], billed_now: 1 },
      { undelivered: 0, missing: null, today: "2026-11-21" },
    ),
  ).toEqual([]);
});

test("what was seen of a partner's figures is told beside what they are now", () => {
  const seen = (billed_now: number, lines: number, digest = "0123456789abcdef") =>
    closingSeen(
      { buyer_id: "tanaka", subtotal: 157117, tax: 15711, billed_now, lines: Array(lines) },
      digest,
    );
  expect(unseenClosing(seen(1024432, 12), seen(1024432, 12))).toBeNull();
  expect(unseenClosing(seen(1024432, 12), seen(-88452, 13))).toBe(
    "今回請求額 1,024,432円 → -88,452円、明細 12行 → 13行",
  );
  expect(unseenClosing(seen(1, 1), seen(1, 1, "fedcba9876543210"))).toBe("明細または条件が変わりました");
});

test("a period has ended when its last day is over; a month before the first closing is named so", () => {
  expect(
    ["2026-12-19", "2026-12-20", "2026-12-21"].map((today) => isUnended({ end_date: "2026-12-20" }, today)),
  ).toEqual([true, true, false]);
  const asked = {
    terms: day20,
    last: { ym: 202611, end_date: "2026-11-20", first_ym: 202608 },
    lines: [],
    today: "2026-11-23",
  };
  expect(orderProblem({ ...asked, ym: 202607 })).toBe(
    "2026年7月分は、最初に締めた2026年8月分より前です。締めるものはありません。",
  );
  expect(orderProblem({ ...asked, ym: 202609 })).toBe("2026年9月分は締め済みです。");
});
