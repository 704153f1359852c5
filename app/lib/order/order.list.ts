import { list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { pressing } from "~/lib/task/due";
import { shortName } from "~/lib/text/company.name";
import { formatDate, formatDateTime, today } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { LINE_LABEL } from "./order.fields";
import { orderFilter } from "./order.filter.schema";
import { CHANGED_LABEL } from "./order.now";
import {
  ORDER_STATUS_LABEL,
  ORDER_STATUS_TONE,
  type OrderRow,
  orderRow,
  statusText,
} from "./order.row.schema";
import { ORDER_STATUS } from "./order.status";

function answeredText({ proposed_delivery_date: offered, answered_date, changes }: OrderRow): string | null {
  if (offered) return `${formatDate(offered)}（提案）`;
  return (
    answered_date && `${formatDate(answered_date)}${changes.includes("delivery_date") ? "（変更後）" : ""}`
  );
}

/** Late, 今日 or 明日, of an order of which nothing has come yet. */
export function dueTone(row: Pick<OrderRow, "is_late" | "status" | "answered_date" | "delivery_date">) {
  if (row.is_late) return "bad";
  const date = row.answered_date ?? row.delivery_date;
  const open = ["waiting", "proposed", "accepted", "working"].includes(row.status);
  return open && date && pressing(date, today())?.tone === "warn" ? "warn" : undefined;
}

const sumText = ({ price, undetermined }: Record<string, number | string>) =>
  price === undefined
    ? undefined
    : `税抜 ${formatNumber(price)}${Number(undetermined) > 0 ? `（未定 ${undetermined}件を除く）` : ""}`;

function rowActs({ key, status, seller_id, buyer_id, card_key }: OrderRow) {
  const room = `/chat/${seller_id}_${buyer_id}`;
  const off = status === "cancelled" || status === "declined";
  const open = status === "waiting" || status === "proposed";
  return [
    { label: "印刷", href: `/order/${key}/print` },
    { label: "複製", href: `/order/new?from=${key}` },
    ...(off ? [] : [{ label: "変更依頼", href: `/task/order/${key}/change` }]),
    ...(open ? [{ label: "取消", href: `/order/${key}?act=cancel#cancel-order` }] : []),
    { label: "チャット", href: card_key === null ? room : `${room}?task=${card_key}` },
  ];
}

export const orderList = list({
  path: "/order",
  api: "/orders",
  title: "外注依頼書",
  counter: "件",
  key: "key",
  filter: orderFilter,
  order: "-order_date",
  off: [
    "is_unread",
    "order_date",
    "num_delivered",
    "changes",
    "inspected",
    "quantities",
    "sent_price",
    "progress",
    "revision",
    "viewed_time",
  ],
  summed: true,
  fields: [
    { name: "q", label: "検索（注文番号・品名・依頼先）", kind: "text" },
    {
      name: "status",
      label: "状態",
      kind: "select",
      options: ORDER_STATUS.map((value) => ({ value, label: ORDER_STATUS_LABEL[value] })),
    },
    { name: "unread", label: "未読回答のみ", kind: "check" },
    { name: "unanswered", label: "回答遅れ", kind: "check" },
    { name: "late", label: "納期遅れ", kind: "check" },
    { name: "order_date_from", label: "依頼日（から）", kind: "date", more: true },
    { name: "order_date_to", label: "依頼日（まで）", kind: "date", more: true },
    { name: "delivery_date_from", label: `${LINE_LABEL.delivery_date}（から）`, kind: "date", more: true },
    { name: "delivery_date_to", label: `${LINE_LABEL.delivery_date}（まで）`, kind: "date", more: true },
    { name: "seller_id", label: "依頼先", kind: "select", more: true },
    { name: "order_id", label: LINE_LABEL.order_id, kind: "text", more: true },
    { name: "min_price", label: "金額（税抜）以上", kind: "text", more: true },
    { name: "max_price", label: "金額（税抜）以下", kind: "text", more: true },
  ],
  row: orderRow,
  columns: [
    {
      name: "order_id",
      label: LINE_LABEL.order_id,
      kind: "code",
      sort: true,
      sum: () => "合計（取消除く）",
      link: (row) => `/order/${row.key}`,
    },
    {
      name: "status",
      label: "状態",
      kind: "state",
      text: (row) => `${statusText(row)}${row.is_unanswered ? "（回答遅れ）" : ""}`,
      tone: (row) => (row.is_unanswered ? "warn" : ORDER_STATUS_TONE[row.status]),
    },
    {
      name: "is_unread",
      label: "回答",
      kind: "text",
      text: (row) => (row.is_unread ? "未読" : null),
      tone: () => "accent",
    },
    { name: "order_date", label: "依頼日", kind: "date", sort: true },
    {
      name: "seller_name",
      label: "依頼先",
      kind: "text",
      text: (row) => shortName(row.seller_name),
      csv: (row) => row.seller_name,
    },
    {
      name: "name",
      label: LINE_LABEL.name,
      kind: "text",
      fact: 1,
      text: (row) => (row.num_lines > 1 ? `${row.name} 他${row.num_lines - 1}件` : row.name),
    },
    { name: "num_lines", label: "件数", kind: "count", sheet: true },
    {
      name: "delivery_date",
      label: "希望納期",
      kind: "date",
      fact: 2,
      tone: dueTone,
    },
    {
      name: "answered_date",
      label: "回答納期",
      kind: "date",
      text: answeredText,
      csv: (row) => row.answered_date,
      tone: (row) => (row.proposed_delivery_date ? undefined : dueTone(row)),
    },
    { name: "proposed_delivery_date", label: "提案納期", kind: "date", sheet: true },
    {
      name: "changes",
      label: "変更",
      kind: "text",
      text: (row) => row.changes.map((name) => CHANGED_LABEL[name]).join("・"),
    },
    {
      name: "num_delivered",
      label: "納品",
      kind: "text",
      text: (row) => `${row.num_lines_delivered}/${row.num_lines}行`,
    },
    {
      name: "inspected",
      label: "検収",
      kind: "text",
      text: (row) => (row.num_goods > 0 ? `${row.num_goods - row.num_uninspected}/${row.num_goods}行` : null),
    },
    {
      name: "quantities",
      label: "数量計",
      kind: "text",
      text: (row) =>
        row.quantities.map(({ num, unit }) => `${formatNumber(num)}${UNIT_LABEL[unit]}`).join("・"),
    },
    { name: "price", label: "金額（税抜）", kind: "yen", sum: sumText },
    {
      name: "sent_price",
      label: "依頼時の金額",
      kind: "yen",
      tone: () => "muted",
      csv: (row) => row.sent_price,
      text: (row) =>
        row.sent_price === row.price || row.sent_price === null ? null : formatNumber(row.sent_price),
    },
    {
      name: "progress",
      label: "進捗",
      kind: "text",
      text: (row) => (row.num_cards > 0 ? `${row.num_shipped}/${row.num_cards}枚` : null),
      part: (row) => (row.num_cards > 0 ? { of: row.num_cards, done: row.num_shipped } : null),
    },
    {
      name: "revision",
      label: "版",
      kind: "text",
      text: (row) => `v${row.revision}`,
      link: (row) => `/task/order/${row.key}/history`,
    },
    {
      name: "viewed_time",
      label: "閲覧",
      kind: "text",
      text: (row) => (row.viewed_time ? formatDateTime(row.viewed_time) : "未閲覧"),
    },
    { name: "act", label: "操作", kind: "text", acts: rowActs },
  ],
  empty: {
    none: { text: "外注依頼はまだありません。", action: { label: "外注依頼を作る", href: "/order/new" } },
  },
});
