import type { Column } from "~/lib/list/list.schema";

type ActRow = {
  key: number;
  number: string;
  delivery_date: string;
  partner_name: string;
  total: number;
  problem: string | null;
};

export const actColumns: Column<ActRow>[] = [
  { name: "number", label: "納品書番号", kind: "link", link: (row) => `/accounting/delivery/${row.key}` },
  { name: "delivery_date", label: "納品日", kind: "date" },
  { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
  { name: "total", label: "税込合計", kind: "yen", amount: true, fact: 2 },
  { name: "problem", label: "できない理由", kind: "text", tone: () => "warn" },
];
