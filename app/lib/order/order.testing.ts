import { addDays, today } from "~/lib/time/date";

/** What 田中 orders of 山田 in the tests: for three weeks from now, to the third factory. */
export const orderOf = (lines: object[], more: object = {}) => ({
  seller_id: "yamada",
  order_date: today(),
  delivery_date: addDays(today(), 21),
  destination: "第三工場",
  inspection_days: 7,
  lines,
  ...more,
});
