import type { InvoiceLine } from "~/lib/accounting/invoice.schema";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Column } from "~/lib/list/list.schema";
import { LINE_UNIT_LABEL, rateOf } from "~/lib/vocabulary/document";

/** 明細 of a 請求書. */
export const lineColumns: Column<InvoiceLine>[] = [
  { name: "name", label: CARD_LABEL.name, kind: "text" },
  { name: "sales_date", label: "納品日", kind: "date", fact: 1 },
  {
    name: "delivery_number",
    label: "納品書番号",
    kind: "link",
    link: (line) => (line.delivery_key ? `/accounting/delivery/${line.delivery_key}` : null),
  },
  { name: "order_id", label: CARD_LABEL.order_id, kind: "code" },
  { name: "drawing_no", label: CARD_LABEL.drawing_no, kind: "code" },
  { name: "num_units", label: "数量", kind: "quantity", unit: (line) => LINE_UNIT_LABEL[line.unit] },
  { name: "unit_price", label: CARD_LABEL.unit_price, kind: "quantity", amount: true },
  { name: "price", label: "金額（税抜）", kind: "yen", amount: true, fact: 2, before: () => "金額" },
  { name: "tax_rate", label: "税率", kind: "text", text: (line) => rateOf(line.tax_rate) },
  { name: "note", label: CARD_LABEL.note, kind: "text" },
];
