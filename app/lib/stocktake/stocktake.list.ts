import { z } from "zod";
import { type Column, list, type Tone } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { STOCK_KIND_LABEL } from "~/lib/vocabulary/stock";
import { STOCKTAKE_STATE_LABEL, STOCKTAKE_STATES, type StocktakeState } from "~/lib/vocabulary/stocktake";
import { shelfRow } from "./shelf.schema";
import { signed } from "./stocktake";
import {
  type Differences,
  type SheetRow,
  STOCKTAKE_LABEL,
  sheetRow,
  stocktakeRow,
  VIEWS,
} from "./stocktake.schema";

export const STOCKTAKES_AT = "/inventory/stocktake";
export const VIEW_LABEL = { left: "未入力のみ", differing: "差異のみ", asking: "要確認" } as const;
export const STATE_TONE: Record<StocktakeState, Tone | undefined> = {
  draft: "muted",
  open: "accent",
  confirmed: "good",
  undone: "warn",
  discarded: "muted",
};

export const stocktakeList = list({
  path: STOCKTAKES_AT,
  api: "/inventory/stocktakes",
  title: "棚卸",
  counter: "件",
  key: "key",
  filter: z.object({
    q: optionalText("検索", 60),
    state: optionalChoice("状態", STOCKTAKE_STATES),
  }),
  fields: [
    { name: "q", label: "名称", kind: "text" },
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: STOCKTAKE_STATES.map((value) => ({ value, label: STOCKTAKE_STATE_LABEL[value] })),
    },
  ],
  row: stocktakeRow,
  columns: [
    {
      name: "name",
      label: STOCKTAKE_LABEL.name,
      kind: "text",
      link: (row) => `${STOCKTAKES_AT}/${row.key}`,
    },
    { name: "count_date", label: STOCKTAKE_LABEL.count_date, kind: "date", fact: 1 },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => STOCKTAKE_STATE_LABEL[row.state],
      tone: (row) => STATE_TONE[row.state],
    },
    { name: "num_rows", label: "行数", kind: "count" },
    { name: "num_counted", label: "入力済", kind: "count" },
    {
      name: "rest",
      label: "未入力",
      kind: "count",
      text: (row) => String(row.num_rows - row.num_counted),
      fact: 2,
    },
    {
      name: "kind",
      label: STOCKTAKE_LABEL.kind,
      kind: "text",
      text: (row) => row.kind && STOCK_KIND_LABEL[row.kind],
    },
    { name: "created_by", label: "作った人", kind: "text" },
    { name: "confirmed_time", label: "確定日時", kind: "datetime" },
    { name: "confirmed_by", label: "確定した人", kind: "text" },
  ],
  empty: {
    none: {
      text: "棚卸はまだありません。作ると、その時点の帳簿数が取られ、数えているあいだの入出庫は自動で差し引かれます。",
      action: { label: "棚卸を作る", href: `${STOCKTAKES_AT}/new` },
    },
  },
});

export const adjustTone = ({ adjust }: Pick<SheetRow, "adjust">): Tone | undefined =>
  adjust === null || adjust === "0" ? undefined : adjust.startsWith("-") ? "bad" : "warn";

/** A sheet as it goes out and, counted, comes in again: its number stands in each row. */
export const sheetList = (key: number) =>
  list({
    path: `${STOCKTAKES_AT}/${key}`,
    api: `/inventory/stocktakes/${key}/rows`,
    title: "棚卸表",
    counter: "行",
    key: "product_id",
    filter: z.object({ q: optionalText("検索", 120), view: optionalChoice("表示", VIEWS) }),
    fields: [
      { name: "q", label: "商品番号・品名・置場", kind: "text" },
      {
        name: "view",
        label: "表示",
        kind: "select",
        options: VIEWS.map((value) => ({ value, label: VIEW_LABEL[value] })),
      },
    ],
    row: sheetRow,
    columns: sheetColumns(key),
    empty: { none: { text: "この棚卸には行がありません。" } },
  });

const sheetColumns = (key: number): Column<SheetRow>[] => [
  { name: "stocktake", label: "棚卸番号", kind: "code", text: () => String(key) },
  { name: "code", label: "商品番号", kind: "code" },
  { name: "name", label: "品名", kind: "text" },
  { name: "owner_name", label: "依頼元", kind: "text" },
  { name: "shelf", label: "置場", kind: "text" },
  { name: "book", label: "帳簿数", kind: "quantity" },
  { name: "num_ready", label: "うち出荷待ち", kind: "quantity" },
  { name: "counted", label: "実棚数", kind: "quantity" },
  { name: "counted_ready", label: "実棚数のうち出荷待ち", kind: "quantity" },
  { name: "unit", label: "単位", kind: "text", text: (row) => UNIT_LABEL[row.unit] },
  { name: "adjust", label: "差異", kind: "quantity" },
  { name: "yen", label: "差異金額", kind: "yen", amount: true },
  { name: "moved", label: "開始後の入出庫", kind: "quantity" },
  { name: "reason", label: "理由", kind: "text" },
  { name: "person", label: "担当", kind: "text" },
  { name: "counted_time", label: "数えた日時", kind: "datetime" },
];

const askText = (row: SheetRow): string | null =>
  [
    row.waiting.length > 0 && "後から届いた数",
    row.minute.length > 0 && "同時刻の動き",
    row.asks_second && "2人目が要る",
    row.has_ready && row.counted !== null && row.counted_ready === null && "出荷待ちを分けていない",
    row.is_overtaken && "あとの棚卸で確定済み",
  ]
    .filter(Boolean)
    .join("・") || null;

const HELD_NAMED = 5;

/** "A-1 在庫 5 引当 8" */
export function heldWords(held: Differences["held"]): string {
  const named = held
    .slice(0, HELD_NAMED)
    .map(
      ({ code, after, allocated }) => `${code} 在庫 ${formatNumber(after)} 引当 ${formatNumber(allocated)}`,
    );
  const more = held.length > HELD_NAMED ? [`ほか${held.length - HELD_NAMED}件`] : [];
  return [...named, ...more].join("、");
}

export const differenceColumns: Column<SheetRow>[] = [
  { name: "code", label: "商品番号", kind: "code" },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "book", label: "帳簿数", kind: "quantity" },
  { name: "counted", label: "実棚数", kind: "quantity", unit: (row) => UNIT_LABEL[row.unit] },
  {
    name: "adjust",
    label: "差異",
    kind: "quantity",
    text: (row) => signed(row.adjust),
    tone: adjustTone,
    fact: 2,
  },
  { name: "yen", label: "差異金額", kind: "yen", amount: true },
  { name: "asks", label: "確認", kind: "state", text: askText, tone: () => "warn" },
  { name: "reason", label: "理由", kind: "text" },
  { name: "person", label: "担当", kind: "text" },
];

type LeftRow = Pick<SheetRow, "product_id" | "code" | "name" | "shelf" | "unit" | "has_ready">;
export const leftColumns: Column<LeftRow>[] = [
  { name: "code", label: "商品番号", kind: "code" },
  { name: "name", label: "品名", kind: "text", fact: 1 },
  { name: "shelf", label: "置場", kind: "text", fact: 2 },
  {
    name: "has_ready",
    label: "出荷待ち",
    kind: "text",
    text: (row) => (row.has_ready ? "あり" : null),
    tone: () => "warn",
  },
];

export const SHELVES_AT = "/inventory/shelf";

export const shelfList = list({
  path: SHELVES_AT,
  api: "/inventory/shelves",
  title: "置場",
  counter: "か所",
  key: "name",
  whole: true,
  filter: z.object({ q: optionalText("検索", 40) }),
  searched: (row) => [row.name],
  fields: [{ name: "q", label: "置場", kind: "text" }],
  row: shelfRow,
  columns: [
    {
      name: "name",
      label: "置場",
      kind: "text",
      link: (row) => `/s/?${new URLSearchParams({ code: row.name })}`,
    },
    { name: "num_products", label: "商品", kind: "count", fact: 1 },
  ],
  empty: {
    none: { text: "置場のある商品はまだありません。在庫の画面で商品に置場を入れると、ここに並びます。" },
  },
});
