import { z } from "zod";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { type Column, list, pageOf } from "~/lib/list/list.schema";
import type { ISODate } from "~/lib/time/date";
import { ANSWER_LABEL, cardRow, TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { type BoardChoices, boardFields, boardFilter } from "./board.filter.schema";
import { pressing } from "./due";

const listedCard = cardRow.extend({ tick: z.string(), is_over: z.boolean() });
type ListedCard = z.infer<typeof listedCard>;
export const cardList = pageOf(listedCard);

/** For the factory alone. */
const INNER = ["collab_name", "worker", "work_start", "work_end"];

/** Named and ordered as in docs/spec/board.md. */
const columns: Column<ListedCard>[] = [
  { name: "id", label: "カード番号", kind: "code", link: (row) => `/task/${row.key}` },
  { name: "buyer_name", label: "依頼元", kind: "text" },
  { name: "collab_name", label: "協力会社", kind: "text" },
  { name: "seller_name", label: "依頼先", kind: "text" },
  {
    name: "status",
    label: "工程",
    kind: "text",
    fact: 1,
    before: (row) => row.id,
    text: (row) =>
      row.answer === "waiting" || row.answer === "proposed"
        ? `${row.status}（${ANSWER_LABEL[row.answer]}）`
        : row.is_over
          ? `${row.status}（引当 不足）`
          : row.status,
  },
  { name: "unit_weight", label: CARD_LABEL.unit_weight, kind: "quantity" },
  { name: "order_id", label: CARD_LABEL.order_id, kind: "code" },
  {
    name: "name",
    label: CARD_LABEL.name,
    kind: "text",
    link: (row) => `/task/${row.key}`,
  },
  {
    name: "num_items",
    label: CARD_LABEL.num_items,
    kind: "quantity",
    unit: (row) => UNIT_LABEL[row.order_unit],
  },
  { name: "num_good", label: "良品数", kind: "quantity" },
  { name: "num_defective", label: "不良数", kind: "quantity" },
  { name: "num_partial", label: "途中数", kind: "quantity" },
  {
    name: "order_unit",
    label: CARD_LABEL.order_unit,
    kind: "text",
    text: (row) => UNIT_LABEL[row.order_unit],
  },
  { name: "delivery_date", label: CARD_LABEL.delivery_date, kind: "date", sort: true, fact: 2 },
  { name: "delivery_time", label: CARD_LABEL.delivery_time, kind: "text" },
  { name: "created_time", label: "作成日時", kind: "datetime", sort: true },
  { name: "product_time", label: "完成日時", kind: "datetime" },
  { name: "shipped_time", label: "出荷日時", kind: "datetime" },
  { name: "group_update_time", label: "工程更新日時", kind: "datetime" },
  { name: "note", label: CARD_LABEL.note, kind: "text" },
  { name: "unit", label: CARD_LABEL.unit, kind: "text", text: (row) => UNIT_LABEL[row.unit] },
  { name: "num_units", label: "単位数", kind: "quantity" },
  { name: "unit_price", label: CARD_LABEL.unit_price, kind: "quantity", amount: true },
  { name: "price", label: "金額", kind: "yen", amount: true },
  { name: "destination", label: CARD_LABEL.destination, kind: "text", brief: true },
  {
    name: "is_billing_target",
    label: CARD_LABEL.is_billing_target,
    kind: "text",
    text: (row) => (row.is_billing_target ? "対象" : "対象外"),
  },
  { name: "group_id", label: "工程ID", kind: "count" },
  { name: "subgroup_id", label: "機械・班", kind: "count" },
  { name: "parent_id", label: "親カード", kind: "code" },
  { name: "work_start", label: "着手", kind: "datetime" },
  { name: "work_end", label: "終了", kind: "datetime" },
  { name: "worker", label: "作業者", kind: "text" },
  { name: "update_time", label: "更新日時", kind: "datetime" },
  { name: "moved_group", label: "移動元", kind: "count" },
  {
    name: "task_type",
    label: "種別",
    kind: "text",
    text: (row) => (row.task_type ? TASK_TYPE_LABEL[row.task_type] : "通常"),
  },
];

const SHORT = [
  "name",
  "id",
  "buyer_name",
  "seller_name",
  "order_id",
  "num_items",
  "num_good",
  "num_defective",
  "status",
  "delivery_date",
  "worker",
  "collab_name",
  "price",
  "created_time",
  "update_time",
];

function dueColumn(column: Column<ListedCard>, today: ISODate): Column<ListedCard> {
  const near = ({ delivery_date }: ListedCard) => (delivery_date ? pressing(delivery_date, today) : null);
  return { ...column, tone: (row) => near(row)?.tone, unit: (row) => near(row)?.text };
}

/** `whole`: every column, as in the CSV. */
export function cardsList(
  side: "seller" | "buyer" | null,
  choices: BoardChoices | null,
  whole: boolean,
  today?: ISODate,
) {
  const own = side === "buyer" ? [...INNER, "buyer_name"] : ["seller_name"];
  const kept = whole
    ? columns.filter((column) => side !== "buyer" || !INNER.includes(column.name))
    : SHORT.filter((name) => !own.includes(name)).map(
        (name) => columns.find((column) => column.name === name)!,
      );
  const dated = (column: Column<ListedCard>) =>
    column.name === "delivery_date" && today ? dueColumn(column, today) : column;
  return list({
    path: whole ? "/task/kanban" : "/task/list",
    api: "/cards",
    title: "カード一覧",
    counter: "枚",
    filter: boardFilter,
    row: listedCard,
    columns: kept.map(dated),
    key: "tick",
    order: "-created_time",
    off: ["num_defective", "collab_name", "created_time", "update_time"],
    fields: boardFields(side, choices ?? { partners: [], collaborators: [], workers: [] }),
    empty: {
      none:
        side === "buyer"
          ? { text: "進行中の依頼はありません。", action: { label: "外注依頼を作る", href: "/order/new" } }
          : { text: "カードはまだありません。", action: { label: "最初のカードを作る", href: "/task/new" } },
      unmatched: "条件に一致するカードはありません。",
    },
  });
}
