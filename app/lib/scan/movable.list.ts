import { CARD_LABEL } from "~/lib/fields/card.fields";
import { list } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import type { BoardMeta } from "~/lib/shop/meta.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { type MovableRow, movableFilter, movableRow } from "./movable.schema";

const unit = (row: MovableRow) => UNIT_LABEL[row.order_unit];

export function movableList(processes: BoardMeta["processes"], partners: { id: string; name: string }[]) {
  return list({
    path: "/task/move",
    api: "/movable",
    title: "カード一括移動",
    counter: "枚",
    filter: movableFilter,
    row: movableRow,
    key: "tick",
    fields: [
      {
        name: "group_id",
        label: CARD_LABEL.group_id,
        kind: "select",
        options: processes.map((one) => ({
          value: String(one.group_id),
          label: `${one.label}（${one.num_cards}枚）`,
        })),
      },
      {
        name: "buyer_id",
        label: "依頼元",
        kind: "select",
        options: partners.map(({ id, name }) => ({ value: id, label: name })),
      },
      { name: "q", label: "検索", kind: "text" },
      { name: "name", label: "商品", kind: "text", more: true },
      { name: "delivery_date_to", label: `${CARD_LABEL.delivery_date}（まで）`, kind: "date", more: true },
      { name: "add", label: "カード番号", kind: "text", more: true },
    ],
    columns: [
      { name: "id", label: "カード番号", kind: "code", link: (row) => `/task/${row.key}` },
      { name: "name", label: CARD_LABEL.name, kind: "text", fact: 1 },
      { name: "buyer_name", label: "依頼元", kind: "text" },
      { name: "order_id", label: CARD_LABEL.order_id, kind: "code" },
      { name: "num_items", label: CARD_LABEL.num_items, kind: "quantity", unit },
      { name: "num_left", label: "残", kind: "quantity", unit, fact: 2 },
      { name: "delivery_date", label: CARD_LABEL.delivery_date, kind: "date" },
      { name: "status", label: "今の工程", kind: "text" },
      { name: "group_update_time", label: "今の工程に入った日時", kind: "datetime" },
      { name: "worker", label: "作業者", kind: "text" },
      { name: "note", label: CARD_LABEL.note, kind: "text" },
    ],
    empty: {
      none: { text: "工程を選ぶとカードが表示されます。" },
      unmatched: "条件に一致するカードはありません。",
    },
  });
}

/** "" where no partner is usual. */
export function usualPartners(
  processes: BoardMeta["processes"],
  partners: { id: string }[],
): Record<string, string> {
  const only = partners.length === 1 ? partners[0]!.id : "";
  const known = (id: string | null) => (partners.some((one) => one.id === id) ? id! : only);
  return Object.fromEntries(
    processes
      .filter((one) => one.role === "outsource")
      .map((one) => [one.group_id, known(one.default_collab_id)]),
  );
}

export function placesOf(processes: BoardMeta["processes"]): Option[] {
  return processes
    .filter((one) => one.role !== "inbox")
    .flatMap((one) => [
      { value: String(one.group_id), label: one.label },
      ...one.lanes.map((lane) => ({
        value: `${one.group_id}.${lane.subgroup_id}`,
        label: `${one.label} ─ ${lane.label}`,
      })),
    ]);
}
