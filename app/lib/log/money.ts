import type { Changed } from "~/lib/vocabulary/activity";

/** What a field of the log is money by; also one that nobody has thought of here. */
const MONEY_WORDS = [
  "price",
  "prices",
  "tiers",
  "amount",
  "cost",
  "costs",
  "loss",
  "fee",
  "subtotal",
  "tax",
  "total",
  "billed",
  "paid",
  "balance",
  "yen",
  "value",
  "rate",
  "rates",
  "wage",
];
/** How money is reckoned, not how much: settings, and a rate of 消費税. */
export const NOT_MONEY = ["amount_rounding", "tax_rounding", "fee_bearer", "cost_tax_rate", "unpriced"];

/** Needs the accounting permission (会計). */
export const isMoney = (name: string): boolean =>
  !NOT_MONEY.includes(name) && name.split(/[._]/).some((word) => MONEY_WORDS.includes(word));

/** An entry's fields as those without 会計 read them. */
export const withoutAmounts = (changed: Changed | Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changed).filter(([name]) => !isMoney(name)));
