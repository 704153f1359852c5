import { type Column, list, type Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import {
  STOCK_KIND_LABEL,
  STOCK_KINDS,
  STOCK_MOVE_LABEL,
  STOCK_MOVES,
  STOCK_REASON_LABEL,
  type StockSource,
} from "~/lib/vocabulary/stock";
import { INVENTORY, stockHref } from "./stock.list";
import { type StockMoveRow, stockMoveFilter, stockMoveRow } from "./stock.schema";

export const STORED = `${INVENTORY}/stored`;
export const receiptHref = (key: number) => `${INVENTORY}/receipt/${key}`;

const SOURCE_LABEL: Record<StockSource, string> = {
  hand: "手入力",
  card: "カード",
  allocation: "引当の出荷",
  part: "部品の払い出し",
  count: "棚卸",
  late: "棚卸(後着)",
  opening: "開始在庫",
};

const TONES: Record<StockMoveRow["kind"], Tone> = {
  in: "good",
  out: "accent",
  adjust: "warn",
  count: "muted",
  reverse: "bad",
};

const signed = (num: string) => (num.startsWith("-") ? formatNumber(num) : `+${formatNumber(num)}`);
export const reasonText = ({ reason }: Pick<StockMoveRow, "reason">) =>
  reason && (STOCK_REASON_LABEL[reason as keyof typeof STOCK_REASON_LABEL] ?? reason);
export const sourceText = ({ source, card_id, stocktake_name, delivery }: StockMoveRow) =>
  [
    source === "count" && stocktake_name ? null : SOURCE_LABEL[source],
    card_id ?? stocktake_name,
    delivery && `納品書 ${delivery.number}`,
  ]
    .filter(Boolean)
    .join(" ");

/** 納品書 before the card it is of; else the sheet. */
function sourceHref({ card_key, stocktake_key, delivery }: StockMoveRow): string | null {
  if (delivery) return `/accounting/delivery/${delivery.key}`;
  if (card_key !== null) return `/task/${card_key}`;
  return stocktake_key === null ? null : `${INVENTORY}/stocktake/${stocktake_key}`;
}

const isDatedBack = ({ effective_date, recorded_time }: StockMoveRow) =>
  effective_date !== tokyoDate(recorded_time);

const columns: Column<StockMoveRow>[] = [
  { name: "recorded_time", label: "日時", kind: "datetime", link: (row) => stockHref(row.product_id) },
  { name: "effective_date", label: "日付", kind: "date" },
  {
    name: "kind",
    label: "区分",
    kind: "state",
    text: (row) => STOCK_MOVE_LABEL[row.kind],
    tone: (row) => (row.reversed_by === null ? TONES[row.kind] : "muted"),
  },
  { name: "code", label: "商品番号", kind: "code", link: (row) => stockHref(row.product_id) },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  {
    name: "num",
    label: "数量",
    kind: "quantity",
    fact: 2,
    text: (row) => signed(row.num),
    csv: (row) => row.num,
    tone: (row) => (row.num.startsWith("-") ? undefined : "good"),
    below: (row) => (isDatedBack(row) ? `${formatDate(row.effective_date)}付` : null),
  },
  { name: "order_unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.order_unit] },
  {
    name: "balance",
    label: "入出庫後在庫",
    kind: "quantity",
    tone: (row) => (row.balance.startsWith("-") ? "bad" : undefined),
  },
  {
    name: "source",
    label: "元",
    kind: "link",
    text: sourceText,
    link: sourceHref,
  },
  { name: "reason", label: "理由", kind: "text", text: reasonText },
  {
    name: "unit_price",
    label: "単価",
    kind: "quantity",
    amount: true,
    unit: (row) => (row.is_provisional ? "仮" : null),
  },
  { name: "words", label: "メモ", kind: "text" },
  { name: "actor_name", label: "登録者", kind: "text" },
];

/** A 取消, too: who took the wrong row back takes that back, at the price it had. */
const mayUndo = ({ reversed_by }: StockMoveRow) => reversed_by === null;
const undoHref = ({ action }: StockMoveRow) => `${STORED}/${action}/reverse`;

/** Not on paper, nor in CSV. */
const acts = (amounts: boolean): Column<StockMoveRow> => ({
  name: "acts",
  label: "操作",
  kind: "text",
  acts: (row) => [
    ...row.photos.map(({ key }, at) => ({ label: `写真${at + 1}`, href: `/file/${key}` })),
    ...(mayUndo(row)
      ? [
          ...(amounts && row.kind === "in"
            ? [{ label: row.is_provisional ? "単価を決める" : "単価を直す", href: receiptHref(row.key) }]
            : []),
          { label: "取消", href: undoHref(row) },
        ]
      : []),
  ],
});

/** On a phone, where no acts stand beside a row, its 日時 leads to what can be done with it. */
const withUndo = (column: Column<StockMoveRow>): Column<StockMoveRow> =>
  column.name === "recorded_time"
    ? { ...column, link: (row) => (mayUndo(row) ? undoHref(row) : stockHref(row.product_id)) }
    : column;

/** `screen`: with what can be done; `amounts`: with what is to be said of prices, too. */
export const storedList = (screen: boolean, amounts = false) =>
  list({
    path: STORED,
    api: "/inventory/moves",
    title: "入庫履歴",
    counter: "件",
    filter: stockMoveFilter,
    row: stockMoveRow,
    key: "key",
    order: "-effective",
    off: ["unit_price", "reason", "actor_name"],
    fields: [
      { name: "from", label: "日付（から）", kind: "date", always: true },
      { name: "to", label: "日付（まで）", kind: "date", always: true },
      {
        name: "move",
        label: "区分",
        kind: "select",
        options: STOCK_MOVES.map((value) => ({ value, label: STOCK_MOVE_LABEL[value] })),
      },
      { name: "q", label: "商品番号・品名・図番", kind: "text" },
      {
        name: "kind",
        label: "在庫種別",
        kind: "select",
        more: true,
        options: STOCK_KINDS.map((value) => ({ value, label: STOCK_KIND_LABEL[value] })),
      },
      ...(screen
        ? [
            { name: "card", label: "カード番号", kind: "text" as const, more: true as const },
            { name: "actor", label: "登録者", kind: "text" as const, more: true as const },
          ]
        : []),
      ...(amounts
        ? [
            {
              name: "price",
              label: "単価",
              kind: "select" as const,
              more: true as const,
              options: [{ value: "provisional", label: "仮単価" }],
            },
          ]
        : []),
    ],
    columns: screen ? [...columns.map(withUndo), acts(amounts)] : columns,
    empty: {
      none: { text: "この期間の入庫はありません。" },
      unmatched: "条件に一致する入出庫はありません。",
    },
  });

/** Not told to whose product it is. */
const OURS = ["reason", "words", "actor_name", "unit_price"];
const plain = storedList(false);
const storedForOwner = { ...plain, columns: plain.columns.filter(({ name }) => !OURS.includes(name)) };
export const storedFor = (isOwner: boolean, amounts: boolean) =>
  isOwner ? storedForOwner : storedList(true, amounts);
