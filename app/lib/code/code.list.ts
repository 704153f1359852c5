import { list } from "~/lib/list/list.schema";
import { ROLE_LABEL } from "~/lib/vocabulary/card.schema";
import { CODE_KINDS, type CodeKind, KIND_LABEL } from "~/lib/vocabulary/scan";
import { type CodeRow, codeFilter, codeRow } from "./code.schema";

export const CODE_TABS: { kind: CodeKind; label: string }[] = CODE_KINDS.map((kind) => ({
  kind,
  label: KIND_LABEL[kind],
}));

const EMPTY: Record<CodeKind, { text: string; action: { label: string; href: string } }> = {
  process: {
    text: "工程がありません。",
    action: { label: "メタ情報で工程を登録する", href: "/setting/meta" },
  },
  worker: { text: "作業者がいません。", action: { label: "作業者を追加", href: "/setting/worker/new" } },
  card: { text: "進行中のカードはありません。", action: { label: "カードを追加", href: "/task/new" } },
  product: { text: "商品はまだありません。", action: { label: "商品を追加", href: "/setting/product/new" } },
  stock: {
    text: "在庫として管理する商品がありません。商品マスタで「在庫管理する」にすると、棚札を印刷できます。",
    action: { label: "商品マスタを開く", href: "/setting/product" },
  },
  operation: { text: "操作はありません。", action: { label: "進捗管理へ", href: "/task/kanban" } },
};

const NUMBERED: CodeKind[] = ["card", "product", "stock"];

export function codeList(kind: CodeKind, origin = "") {
  return list({
    path: "/task/status_code",
    api: "/codes",
    title: "工程QRコード一覧",
    counter: kind === "card" ? "枚" : kind === "worker" ? "人" : "件",
    filter: codeFilter,
    row: codeRow,
    key: "key",
    fields: [{ name: "q", label: "検索", kind: "text" }],
    columns: [
      { name: "name", label: KIND_LABEL[kind], kind: "text" },
      ...(NUMBERED.includes(kind) ? [{ name: "number", label: "番号", kind: "code" as const }] : []),
      { name: "note", label: "説明", kind: "text", fact: 1 },
      ...(kind === "process"
        ? [
            {
              name: "role",
              label: "役割",
              kind: "text" as const,
              text: (row: CodeRow) => row.role && ROLE_LABEL[row.role],
            },
          ]
        : []),
      {
        name: "is_active",
        label: "有効",
        kind: "state",
        text: (row) => (row.is_active ? "有効" : "無効"),
        tone: (row) => (row.is_active ? "good" : "muted"),
      },
      { name: "last_read_time", label: "最終読取日時", kind: "datetime" },
      { name: "reads_today", label: "本日読取数", kind: "count", fact: 2 },
      ...(origin
        ? [
            {
              name: "token",
              label: "URL",
              kind: "text" as const,
              text: (row: CodeRow) => `${origin}/s/${row.token}`,
            },
          ]
        : []),
    ],
    empty: { none: EMPTY[kind] },
  });
}

export const kindIn = (params: URLSearchParams): CodeKind =>
  CODE_KINDS.find((kind) => kind === params.get("kind")) ?? "process";
