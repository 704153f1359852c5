import type { Column } from "~/lib/list/list.schema";

type Doc = { key: number; number: string; due_date: string; total: number; seller: { name: string } };
type Row = Omit<Doc, "seller"> & { seller_name: string };

export const paidRow = ({ key, number, due_date, total, seller }: Doc): Row => ({
  key,
  number,
  due_date,
  total,
  seller_name: seller.name,
});

export const paidRows: Column<Row>[] = [
  { name: "number", label: "請求書番号", kind: "link", link: (row) => `/accounting/invoice/${row.key}` },
  { name: "due_date", label: "支払期日", kind: "date" },
  { name: "seller_name", label: "支払先", kind: "text", fact: 1 },
  { name: "total", label: "請求額（税込）", kind: "yen", fact: 2 },
];
