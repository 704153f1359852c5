import { list } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { minutesText } from "~/lib/time/minutes";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { STAT } from "./stat.list";
import { worksFilter, worksRow } from "./works.schema";

export const WORKS = `${STAT}/works`;

export const worksList = list({
  path: WORKS,
  api: WORKS,
  title: "加工実績の明細",
  counter: "件",
  filter: worksFilter,
  order: "-at",
  off: ["work_start", "order_unit"],
  fields: [],
  row: worksRow,
  columns: [
    { name: "at", label: "日時", kind: "datetime", sort: true, link: ({ card_key }) => `/task/${card_key}` },
    {
      name: "is_defect",
      label: "種類",
      kind: "state",
      text: (row) => (row.is_defect ? "不良登録" : "実績") + (row.is_rework ? "（手直し）" : ""),
      tone: (row) => (row.is_defect ? "bad" : "muted"),
    },
    { name: "card_id", label: "カード番号", kind: "code" },
    { name: "product_code", label: "商品番号", kind: "code" },
    { name: "name", label: "品名", kind: "text", fact: 1 },
    { name: "buyer_name", label: "依頼元", kind: "text" },
    { name: "status", label: "工程", kind: "text" },
    { name: "worker", label: "作業者", kind: "text", text: ({ worker, partner }) => worker ?? partner },
    { name: "work_start", label: "着手", kind: "datetime" },
    {
      name: "minutes",
      label: "実働",
      kind: "count",
      text: ({ minutes }) => (minutes === null ? null : minutesText(minutes)),
      csv: ({ minutes }) => minutes,
    },
    {
      name: "machine_minutes",
      label: "機械時間",
      kind: "count",
      text: ({ machine_minutes }) => (machine_minutes === null ? null : minutesText(machine_minutes)),
      csv: ({ machine_minutes }) => machine_minutes,
    },
    {
      name: "num_good",
      label: "良品数",
      kind: "quantity",
      fact: 2,
      below: ({ num_defective }) => (num_defective === "0" ? null : `不良 ${formatNumber(num_defective)}`),
    },
    {
      name: "num_defective",
      label: "不良数",
      kind: "quantity",
      tone: ({ num_defective }) => (num_defective === "0" ? undefined : "bad"),
    },
    { name: "order_unit", label: "単位", kind: "text", text: ({ order_unit }) => UNIT_LABEL[order_unit] },
    { name: "note", label: "メモ", kind: "text" },
  ],
  empty: { none: { text: "この期間の実績はありません。" } },
});
