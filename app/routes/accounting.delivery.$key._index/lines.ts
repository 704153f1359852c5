import type { DeliveryLine } from "~/lib/accounting/delivery.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Column } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { LINE_UNIT_LABEL, rateOf } from "~/lib/vocabulary/document";

/** 明細 of a 納品書. */
export const lineColumns: Column<DeliveryLine>[] = [
  { name: "name", label: CARD_LABEL.name, kind: "text" },
  {
    name: "card_id",
    label: "カード番号",
    kind: "link",
    link: (line) => (line.card_key ? `/task/${line.card_key}` : null),
  },
  { name: "order_id", label: CARD_LABEL.order_id, kind: "code" },
  { name: "drawing_no", label: CARD_LABEL.drawing_no, kind: "code" },
  {
    name: "num_items",
    label: "納品数",
    kind: "quantity",
    unit: (line) => LINE_UNIT_LABEL[line.order_unit],
    fact: 1,
    before: () => "納品数",
  },
  {
    name: "num_units",
    label: "請求数量",
    kind: "quantity",
    text: (line) => (line.unit === line.order_unit ? null : formatNumber(line.num_units)),
    unit: (line) => LINE_UNIT_LABEL[line.unit],
  },
  { name: "unit_price", label: CARD_LABEL.unit_price, kind: "quantity", amount: true },
  { name: "price", label: "金額（税抜）", kind: "yen", amount: true, fact: 2, before: () => "金額" },
  {
    name: "is_billing_target",
    label: "請求",
    kind: "text",
    text: (line) => (line.is_billing_target ? "する" : "しない"),
  },
  { name: "tax_rate", label: "税率", kind: "text", text: (line) => rateOf(line.tax_rate) },
  {
    name: "billing_ym",
    label: "請求月",
    kind: "text",
    text: (line) => (line.billing_ym ? monthLabel(line.billing_ym) : null),
  },
  { name: "note", label: CARD_LABEL.note, kind: "text" },
];
