import { type Column, list, type Tone } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { formatDate, tokyoDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { STOCK_STATE_LABEL, STOCK_STATES } from "~/lib/vocabulary/stock";
import { openedOf } from "./breakdown.list";
import type { OpenedRow } from "./breakdown.schema";
import { priceText } from "./price.text";
import { type StockRow, stockFilter, stockRow } from "./stock.schema";

export const INVENTORY = "/inventory";
export const shelfLabels = (ids: URLSearchParams) => `/task/status_code/print?kind=stock&paper=a4-24&${ids}`;
/** 棚卸対象にする, and 数え直す of one that is below nothing. */
export const COUNTING = `${INVENTORY}/stocktake/add`;
export const stockHref = (product_id: number, rest = "") => `${INVENTORY}/${product_id}${rest}`;

const TONES: Record<StockRow["state"], Tone> = { 正常: "good", 不足: "bad", マイナス: "bad" };
const isZero = (value: string) => value === "0";
const below = (value: string): Tone | undefined => (value.startsWith("-") ? "bad" : undefined);
const dayOf = (time: string | null) => (time ? formatDate(tokyoDate(time)) : null);

/** Typed thresholds and what is wrong with them, by product; none where they are only read. */
export type Typing = { values: Record<string, string>; errors: Record<string, string> };
export const THRESHOLDS = "thresholds";
/** The value as it was seen stands in the name: only what was changed is sent on. */
const thresholdName = ({ product_id, num_threshold }: StockRow) =>
  `threshold.${product_id}_${num_threshold ?? ""}`;

const allColumns = (typing: Typing | null, opened: OpenedRow[] = []): Column<StockRow>[] => [
  {
    name: "code",
    label: "商品番号",
    kind: "code",
    sort: true,
    link: (row) => stockHref(row.product_id),
  },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  {
    name: "state",
    label: "状態",
    kind: "state",
    sort: true,
    text: (row) => (row.state === "正常" ? null : row.state),
    csv: (row) => row.state,
    tone: (row) => TONES[row.state],
  },
  { name: "order_unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.order_unit] },
  {
    name: "num",
    label: "現在庫",
    kind: "quantity",
    sort: true,
    fact: 2,
    tone: (row) => below(row.num),
  },
  {
    name: "num_arriving",
    label: "入荷予定",
    kind: "quantity",
    opens: (row) => openedOf(opened, row, "arriving"),
  },
  {
    name: "num_shipping",
    label: "出荷予定",
    kind: "quantity",
    opens: (row) => openedOf(opened, row, "shipping"),
  },
  { name: "effective", label: "有効在庫", kind: "quantity", tone: (row) => below(row.effective) },
  {
    name: "num_threshold",
    label: "しきい値",
    kind: "quantity",
    ...(typing && {
      input: (row: StockRow) => ({
        form: THRESHOLDS,
        name: thresholdName(row),
        value: typing.values[row.product_id] ?? row.num_threshold ?? "",
        wrong: typing.errors[row.product_id],
      }),
    }),
  },
  {
    name: "short",
    label: "不足数",
    kind: "quantity",
    text: (row) => (isZero(row.short) ? null : row.short),
    tone: () => "bad",
  },
  { name: "last_in_date", label: "最終入庫日", kind: "date" },
  { name: "last_out_date", label: "最終出庫日", kind: "date" },
  {
    name: "last_inventory_time",
    label: "最終棚卸",
    kind: "date",
    text: (row) => dayOf(row.last_inventory_time),
    csv: (row) => row.last_inventory_time && tokyoDate(row.last_inventory_time),
  },
  {
    name: "unit_price",
    label: "単価",
    kind: "quantity",
    amount: true,
    text: priceText,
    csv: ({ unit_price }) => unit_price,
  },
  { name: "stock_value", label: "在庫金額", kind: "yen", amount: true },
  { name: "shelf", label: "置場", kind: "text" },
  { name: "category", label: "分類", kind: "text", sheet: true },
  { name: "num_target", label: "目標在庫", kind: "quantity", sheet: true },
  { name: "moq", label: "最小発注数", kind: "quantity", sheet: true },
  { name: "lot", label: "ロット", kind: "quantity", sheet: true },
  { name: "lead_days", label: "調達日数", kind: "count", sheet: true },
  { name: "supplier_name", label: "仕入先", kind: "text", sheet: true },
  { name: "standard_price", label: "標準単価", kind: "quantity", amount: true, sheet: true },
  { name: "buyer_name", label: "依頼元", kind: "text" },
  { name: "seller_name", label: "依頼先", kind: "text" },
  { name: "note", label: "メモ", kind: "text" },
];

export const stockColumns = (names: string[]) => allColumns(null).filter(({ name }) => names.includes(name));

/** Not on paper, nor in CSV. */
const acts: Column<StockRow> = {
  name: "acts",
  label: "操作",
  kind: "text",
  acts: ({ product_id, state }) => [
    ...(state === "マイナス" ? [{ label: "数え直す", href: `${COUNTING}?ids=${product_id}` }] : []),
    { label: "入庫", href: stockHref(product_id, "/move?kind=in") },
    { label: "出庫", href: stockHref(product_id, "/move?kind=out") },
    { label: "調整", href: stockHref(product_id, "/move?kind=adjust") },
    { label: "履歴", href: `${INVENTORY}/stored?product_id=${product_id}` },
    { label: "補充", href: `${INVENTORY}/replenish?ids=${product_id}` },
  ],
};

type Looks = {
  kinds: Option[];
  owners: Option[];
  categories?: Option[];
  isOwner: boolean;
  typing: Typing | null;
  opened?: OpenedRow[];
  amounts?: boolean;
};
export const PLAIN: Looks = { kinds: [], owners: [], isOwner: false, typing: null };
const THEIRS = ["seller_name"];
const OURS = [
  ...["buyer_name", "note", "unit_price", "stock_value", "shelf", "category", "num_target", "moq", "lot"],
  ...["lead_days", "supplier_name", "standard_price"],
];

const further = (name: "owner_id" | "category", label: string, options: Option[]) => {
  return { name, label, kind: "select" as const, more: true as const, options };
};

export const stockList = ({
  kinds,
  owners,
  categories = [],
  isOwner,
  typing,
  opened,
  amounts = true,
}: Looks = PLAIN) =>
  list({
    path: INVENTORY,
    api: "/inventory",
    title: "在庫一覧",
    counter: "件",
    filter: stockFilter,
    row: stockRow,
    key: "product_id",
    order: "state",
    off: "order_unit last_in_date last_out_date last_inventory_time unit_price buyer_name note".split(" "),
    fields: [
      { name: "q", label: "商品番号・品名・図番", kind: "text" },
      ...(isOwner
        ? []
        : [
            {
              name: "buyer_id",
              label: "在庫の種類",
              kind: "select" as const,
              always: true as const,
              options: kinds,
            },
            further("owner_id", "依頼元", owners),
            further("category", "分類", categories),
          ]),
      {
        name: "state",
        label: "状態",
        kind: "select",
        options: STOCK_STATES.filter((value) => (amounts && !isOwner) || value !== "unpriced").map(
          (value) => ({
            value,
            label: STOCK_STATE_LABEL[value],
          }),
        ),
      },
      ...(isOwner ? [] : [{ name: "shelf", label: "置場", kind: "text" as const, more: true as const }]),
    ],
    columns: [
      ...allColumns(typing, opened).filter(({ name }) => !(isOwner ? OURS : THEIRS).includes(name)),
      ...(typing ? [acts] : []),
    ],
    empty: {
      none: isOwner
        ? { text: "在庫として管理されている商品はありません。依頼先が在庫を持つと、ここに数が表示されます。" }
        : {
            text: "在庫として管理する商品がありません。商品マスタで『在庫管理する』を有効にしてください。",
            action: { label: "商品マスタ一覧", href: "/setting/product" },
          },
      unmatched: "条件に一致する在庫はありません。",
    },
  });
