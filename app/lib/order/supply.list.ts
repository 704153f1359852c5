import { z } from "zod";
import { type Column, list } from "~/lib/list/list.schema";
import { checkbox, optionalChoice, optionalText } from "~/lib/text/text.schema";
import { SUPPLIES, SUPPLY_LABEL, SUPPLY_MOVEMENT_LABEL } from "~/lib/vocabulary/supply";
import {
  type PlannedSupply,
  SUPPLY_FIELDS,
  type SupplyEntry,
  type SupplyLedger,
  supplyRow,
} from "./supply.schema";

export const SUPPLIES_AT = "/task/order/supply";

export const supplyFilter = z.object({
  q: optionalText("検索", 120),
  kind: optionalChoice("支給区分", SUPPLIES),
  open: checkbox(),
});
export type SupplyFilter = Omit<z.output<typeof supplyFilter>, "q">;

export const supplyList = list({
  path: SUPPLIES_AT,
  api: "/supplies",
  title: "支給品",
  counter: "件",
  key: "key",
  whole: true,
  filter: supplyFilter,
  searched: (row) => [row.item, row.partner_name],
  fields: [
    { name: "q", label: "品名・取引先", kind: "text" },
    {
      name: "kind",
      label: SUPPLY_FIELDS.kind,
      kind: "select",
      options: SUPPLIES.map((value) => ({ value, label: SUPPLY_LABEL[value] })),
    },
    { name: "open", label: "残のあるもの", kind: "check" },
  ],
  row: supplyRow,
  columns: [
    { name: "item", label: SUPPLY_FIELDS.item, kind: "text", link: (row) => `${SUPPLIES_AT}/${row.key}` },
    { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
    { name: "kind", label: SUPPLY_FIELDS.kind, kind: "text", text: (row) => SUPPLY_LABEL[row.kind] },
    { name: "sent", label: "支給", kind: "quantity" },
    { name: "used", label: "使用", kind: "quantity" },
    { name: "returned", label: "返却", kind: "quantity" },
    {
      name: "rest",
      label: "残",
      kind: "quantity",
      fact: 2,
      tone: (row) => (row.rest.startsWith("-") ? "bad" : undefined),
    },
    { name: "unit", label: SUPPLY_FIELDS.unit, kind: "text" },
    { name: "price", label: "対価", kind: "yen", amount: true },
    { name: "settlement_from", label: "決済できる日", kind: "date" },
    { name: "last_date", label: "最後の動き", kind: "date" },
  ],
  empty: {
    none: {
      text: "支給品はまだありません。依頼元が材料を渡したときに記録すると、使用・返却と残がここに並びます。",
    },
    unmatched: "条件に一致する支給品はありません。",
  },
});

const sendAt = (row: PlannedSupply) => `${SUPPLIES_AT}/new?order=${row.order_key}&line=${row.line_no}`;

/** On a phone the name alone is pressed: it leads to what its reader does about it. */
export const plannedColumns: Column<PlannedSupply>[] = [
  {
    name: "item",
    label: SUPPLY_FIELDS.item,
    kind: "text",
    link: (row) => (row.is_buyer ? sendAt(row) : `/task/order/${row.order_key}`),
  },
  { name: "partner_name", label: "取引先", kind: "text", fact: 1 },
  { name: "kind", label: SUPPLY_FIELDS.kind, kind: "text", text: (row) => SUPPLY_LABEL[row.kind] },
  { name: "due", label: "引渡の予定", kind: "date", tone: (row) => (row.is_late ? "bad" : undefined) },
  { name: "quantity", label: "予定", kind: "quantity", unit: (row) => row.unit },
  { name: "sent", label: "渡した数", kind: "quantity", unit: (row) => row.unit },
  { name: "rest", label: "これから", kind: "quantity", unit: (row) => row.unit, fact: 2 },
  {
    name: "order",
    label: "外注依頼",
    kind: "link",
    text: (row) => `${row.order_id} ${row.line_no}行目 ${row.name}`,
    link: (row) => `/task/order/${row.order_key}`,
  },
  {
    name: "acts",
    label: "操作",
    kind: "link",
    text: () => null,
    acts: (row) => (row.is_buyer ? [{ label: "支給を記録する", href: sendAt(row) }] : []),
  },
];

const isEarly = ({ settlement_date: day, settlement_from: from }: SupplyEntry) =>
  day !== null && from !== null && day < from;

export const entryColumns = ({ key, kind, unit, amounts }: SupplyLedger): Column<SupplyEntry>[] => {
  const columns: (Column<SupplyEntry> | false)[] = [
    { name: "move_date", label: SUPPLY_FIELDS.move_date, kind: "date" },
    {
      name: "movement",
      label: "動き",
      kind: "state",
      text: (row) => `${SUPPLY_MOVEMENT_LABEL[row.movement]}${row.reverses === null ? "" : "の取消"}`,
      tone: (row) => (row.is_undone || row.reverses !== null ? "muted" : undefined),
    },
    { name: "quantity", label: SUPPLY_FIELDS.quantity, kind: "quantity", unit: () => unit, fact: 1 },
    { name: "rest", label: "残", kind: "quantity", unit: () => unit, fact: 2 },
    amounts && kind === "paid" && { name: "unit_price", label: SUPPLY_FIELDS.unit_price, kind: "quantity" },
    amounts && kind === "paid" && { name: "price", label: "対価", kind: "yen" },
    {
      name: "order",
      label: "外注依頼・納品書",
      kind: "link",
      text: (row) =>
        row.order &&
        [`${row.order.number} ${row.order.line_no}行目`, row.delivery?.number].filter(Boolean).join("・"),
      link: (row) => row.order && `/task/order/${row.order.key}`,
    },
    kind === "paid" && { name: "settlement_from", label: "決済できる日", kind: "date" },
    kind === "paid" && {
      name: "settlement_date",
      label: SUPPLY_FIELDS.settlement_date,
      kind: "date",
      tone: (row) => (isEarly(row) ? "bad" : undefined),
    },
    {
      name: "person",
      label: "記録した人",
      kind: "text",
      text: (row) => [row.company_name, row.person].filter(Boolean).join(" "),
    },
    { name: "note", label: SUPPLY_FIELDS.note, kind: "text" },
    {
      name: "acts",
      label: "操作",
      kind: "link",
      text: () => null,
      acts: (row) =>
        row.may_undo ? [{ label: "取り消す", href: `${SUPPLIES_AT}/${key}/undo/${row.key}` }] : [],
    },
  ];
  return columns.flatMap((column) => column || []);
};
