import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import type { NamedDefect } from "~/lib/task/treat.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";

const columns: Column<NamedDefect>[] = [
  {
    name: "card_id",
    label: "カード番号",
    kind: "link",
    link: ({ card_key }) => `/task/${card_key}?tab=parts`,
  },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "buyer_name", label: "依頼元", kind: "text" },
  { name: "status", label: "工程", kind: "text" },
  {
    name: "num",
    label: "不良数",
    kind: "quantity",
    fact: 2,
    unit: ({ order_unit }) => UNIT_LABEL[order_unit],
  },
  { name: "reason", label: "理由", kind: "text" },
  {
    name: "treatment",
    label: "処置",
    kind: "state",
    text: ({ treatment, treatment_label }) =>
      treatment ? (treatment_label ?? TREATMENT_LABEL[treatment]) : "未処置",
    tone: ({ is_open }) => (is_open ? "bad" : "muted"),
  },
];

/** What is about to be treated, or told. */
export function DefectTable({ items, title }: { items: NamedDefect[]; title: string }) {
  return <Table columns={columns as Column[]} page={unpaged(items)} title={title} />;
}
