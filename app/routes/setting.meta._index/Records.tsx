import type { SubmissionResult } from "@conform-to/dom";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { unpaged } from "~/lib/list/list.schema";
import { RECORD_LABEL } from "~/lib/shop/meta.fields";
import { recordColumns, recordsForm } from "~/lib/shop/meta.form";
import type { BoardMeta } from "~/lib/shop/meta.schema";
import { RECORD_KIND_LABEL } from "~/lib/vocabulary/record";

const columns = (processes: BoardMeta["processes"]): LineColumn[] => [
  { name: "item_id", label: "番号", kind: "hidden" },
  { name: "at", label: "順", kind: "number", optional: true, width: "slim" },
  { name: "label", label: RECORD_LABEL.label, kind: "text", width: "wide" },
  {
    name: "kind",
    label: RECORD_LABEL.kind,
    kind: "select",
    options: Object.entries(RECORD_KIND_LABEL).map(([value, label]) => ({ value, label })),
  },
  {
    name: "group_id",
    label: RECORD_LABEL.group_id,
    kind: "select",
    optional: true,
    options: processes.map((one) => ({ value: String(one.group_id), label: one.label })),
  },
  { name: "lower_limit", label: RECORD_LABEL.lower_limit, kind: "number", optional: true, width: "slim" },
  { name: "upper_limit", label: RECORD_LABEL.upper_limit, kind: "number", optional: true, width: "slim" },
  { name: "unit", label: RECORD_LABEL.unit, kind: "text", optional: true, width: "slim" },
  { name: "choices", label: "選択肢（、で区切る）", kind: "text", optional: true, width: "wide" },
  { name: "ng_choices", label: RECORD_LABEL.ng_choices, kind: "text", optional: true },
  { name: "digits", label: RECORD_LABEL.digits, kind: "number", optional: true, width: "slim" },
  { name: "is_required", label: RECORD_LABEL.is_required, kind: "check", optional: true, width: "slim" },
];

const rowOf = (one: BoardMeta["record_items"][number], index: number) => ({
  item_id: String(one.item_id),
  at: String((index + 1) * 10),
  label: one.label,
  kind: one.kind,
  group_id: one.group_id === null ? "" : String(one.group_id),
  lower_limit: one.lower_limit ?? "",
  upper_limit: one.upper_limit ?? "",
  unit: one.unit ?? "",
  choices: one.choices.join("、"),
  ng_choices: one.ng_choices.join("、"),
  digits: one.digits === null ? "" : String(one.digits),
  is_required: one.is_required ? "on" : "",
});

/** 記録項目: what is measured or noted, in a grid. */
export function Records({ meta, reply }: { meta: BoardMeta; reply?: SubmissionResult<string[]> }) {
  const { record_items: items, processes, version } = meta;
  const page = unpaged(items);
  return (
    <>
      <div className="hidden print:block">
        <Table columns={recordColumns(processes) as never} page={page} title="記録項目" />
      </div>
      <div className="print:hidden">
        <SchemaForm
          id="records"
          action="/setting/meta?tab=record"
          schema={recordsForm}
          reply={reply}
          version={version}
          submit="保存"
          wide
          values={{ items: items.map(rowOf) }}
        >
          <p className="text-note text-muted">
            測定値やチェックの項目です。工程を選ばない項目は、すべての工程で記録できます。下限・上限・小数桁は型が「数値」のとき、選択肢は「選択」のときに使います。完了のときと、スキャン画面で入力します。
            {items.length === 0
              ? "記録項目はまだありません。「行を追加」から登録できます。"
              : "一覧から外しても、これまでの記録は残ります。"}
          </p>
          <Lines name="items" columns={columns(processes)} min={0} max={100} />
        </SchemaForm>
      </div>
    </>
  );
}
