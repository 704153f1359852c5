import type { Fact } from "~/components/list/Facts";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { isBought } from "~/lib/task/ship";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

const day = (value: string | null) => value && formatDate(value);
const instant = (value: string | null) => value && formatDateTime(value);

function documents(label: string, path: string, of: CardDetail["deliveries"]): Fact {
  return (
    of.length > 0 && {
      label,
      value: of.map((one) => (
        <a key={one.key} href={`${path}/${one.key}`} className="mr-3 text-accent underline">
          {one.number}
        </a>
      )),
    }
  );
}

const lines = (text: string) => <span className="whitespace-pre-wrap">{text}</span>;

/** What is made for whom; 残, 納期 and 工程 stand above it in large. */
export function factsOf(
  { card, parent, deliveries, invoices }: CardDetail,
  seller: boolean,
  amounts: boolean,
): Fact[] {
  const priced = amounts && !isBought(card);
  return [
    seller ? { label: "依頼元", value: card.buyer_name } : { label: "依頼先", value: card.seller_name },
    {
      label: CARD_LABEL.order_id,
      value: card.order_key ? (
        <a href={`${seller ? "/task" : ""}/order/${card.order_key}`}>{card.order_id}</a>
      ) : (
        card.order_id
      ),
    },
    card.drawing_no !== null && {
      label: CARD_LABEL.drawing_no,
      value: [
        card.drawing_no,
        card.drawing_revision && `${CARD_LABEL.drawing_revision} ${card.drawing_revision}`,
      ]
        .filter(Boolean)
        .join("　"),
    },
    { label: CARD_LABEL.num_items, value: `${formatNumber(card.num_items)} ${UNIT_LABEL[card.order_unit]}` },
    priced && {
      label: CARD_LABEL.unit_price,
      value:
        card.unit_price === null ? "未定" : `${formatNumber(card.unit_price)} 円/${UNIT_LABEL[card.unit]}`,
    },
    priced && { label: "金額（税抜）", value: card.price === null ? "未定" : formatYen(card.price) },
    { label: CARD_LABEL.destination, value: card.destination },
    seller && card.collab_name !== null && { label: "協力会社", value: card.collab_name },
    parent && {
      label: "親カード",
      value: (
        <a href={`/task/${parent.key}`}>
          {parent.id} {parent.name}
        </a>
      ),
    },
    documents("納品書", "/accounting/delivery", deliveries),
    documents("請求書", "/accounting/invoice", invoices),
    card.answer_reason !== null && { label: "回答の理由", value: lines(card.answer_reason) },
    { label: CARD_LABEL.note, value: card.note && lines(card.note) },
    seller && card.inner_note !== null && { label: CARD_LABEL.inner_note, value: lines(card.inner_note) },
  ];
}

/** Looked up now and then. */
export function moreFactsOf({ card, lane, processes }: CardDetail, seller: boolean): Fact[] {
  const count = (value: string) => `${formatNumber(value)} ${UNIT_LABEL[card.order_unit]}`;
  const from = processes.find((one) => one.group_id === card.moved_group);
  return [
    { label: "工程", value: [card.status, lane].filter(Boolean).join("　") },
    {
      label: CARD_LABEL.delivery_date,
      value: [day(card.delivery_date), card.delivery_time].filter(Boolean).join(" "),
    },
    card.proposed_delivery_date !== null && {
      label: "提案納期",
      value: <b className="text-warn">{day(card.proposed_delivery_date)}</b>,
    },
    { label: "良品数", value: count(card.num_good) },
    { label: "不良数", value: count(card.num_defective) },
    { label: "途中数", value: count(card.num_partial) },
    card.unit !== card.order_unit && {
      label: "単位数",
      value: `${formatNumber(card.num_units)} ${UNIT_LABEL[card.unit]}`,
    },
    card.unit_weight !== null && {
      label: CARD_LABEL.unit_weight,
      value: `${formatNumber(card.unit_weight)} kg/個`,
    },
    (seller || !card.is_billing_target) && {
      label: CARD_LABEL.is_billing_target,
      value: card.is_billing_target ? "請求する" : "請求しない",
    },
    card.task_type !== null && { label: "種別", value: TASK_TYPE_LABEL[card.task_type] },
    { label: "作成日時", value: instant(card.created_time) },
    card.product_time !== null && { label: "完成日時", value: instant(card.product_time) },
    card.shipped_time !== null && { label: "出荷日時", value: instant(card.shipped_time) },
    { label: "工程更新日時", value: instant(card.group_update_time) },
    from !== undefined && { label: "移動元", value: from.label },
    card.work_start !== null && { label: "着手", value: instant(card.work_start) },
    card.work_end !== null && { label: "終了", value: instant(card.work_end) },
    { label: "更新日時", value: instant(card.update_time) },
  ];
}
