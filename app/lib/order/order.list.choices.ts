import { orderList } from "./order.list";

/** 下書き are a list of their own: its choice among the states leads there. */
export const DRAFT_STATE = "draft";

/** For one person: whom they order from, and whether they may ask for amounts. */
export function orderListFor(
  sellers: { value: string; label: string }[],
  amounts: boolean,
  num_drafts: number,
): typeof orderList {
  const draft = { value: DRAFT_STATE, label: `下書き（${num_drafts}件）` };
  const fields = orderList.fields
    .filter(({ name }) => amounts || !/_price$/.test(name))
    .map((field) => (field.name === "seller_id" ? { ...field, options: sellers } : field))
    .map((field) => (field.name === "status" ? { ...field, options: [draft, ...field.options!] } : field));
  return { ...orderList, fields };
}
