import type { SubmissionResult } from "@conform-to/dom";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { unpaged } from "~/lib/list/list.schema";
import { REASON_LABEL } from "~/lib/shop/meta.fields";
import { reasonColumns, reasonsForm } from "~/lib/shop/meta.form";
import type { BoardMeta } from "~/lib/shop/meta.schema";
import { REASON_KIND_LABEL, type ReasonKind, TREATMENT_LABEL } from "~/lib/vocabulary/reason";

const HELP: Record<ReasonKind, string> = {
  defect: "不良を登録するときに選びます。",
  pause: "作業を中断するときに選びます。",
  indirect:
    "カードに付かない作業です。スキャン画面と日報で選びます。「休憩」に印を付けたものは、作業ではなく休憩に数えます。",
  cancel: "カードを中止するときに選びます。",
  treatment: "不良の処置です。「扱い」は、処置したあとにカードをどうするかを決めます。",
};
const means = Object.entries(TREATMENT_LABEL).map(([value, label]) => ({ value, label }));

/** One list of reasons, in a grid. */
export function Reasons({
  meta,
  kind,
  reply,
}: {
  meta: BoardMeta;
  kind: ReasonKind;
  reply?: SubmissionResult<string[]>;
}) {
  const reasons = meta.reasons.filter((one) => one.kind === kind);
  const label = REASON_KIND_LABEL[kind];
  const columns: LineColumn[] = [
    { name: "reason_id", label: "番号", kind: "hidden" },
    { name: "at", label: "順", kind: "number", optional: true, width: "slim" },
    { name: "label", label: REASON_LABEL.label, kind: "text", width: "wide" },
    ...(kind === "treatment"
      ? [{ name: "means", label: REASON_LABEL.means, kind: "select", options: means } as LineColumn]
      : []),
    ...(kind === "indirect"
      ? [
          {
            name: "is_break",
            label: REASON_LABEL.is_break,
            kind: "check",
            optional: true,
            width: "slim",
          } as LineColumn,
        ]
      : []),
  ];
  const values = reasons.map((one, index) => ({
    reason_id: String(one.reason_id),
    at: String((index + 1) * 10),
    label: one.label,
    means: one.means ?? "",
    is_break: one.is_break ? "on" : "",
  }));
  const page = unpaged(reasons);
  return (
    <>
      <div className="hidden print:block">
        <Table columns={reasonColumns(kind) as never} page={page} title={label} />
      </div>
      <div className="max-w-[720px] print:hidden">
        <SchemaForm
          id="reasons"
          action={`/setting/meta?tab=${kind}`}
          schema={reasonsForm}
          reply={reply}
          version={meta.version}
          submit="保存"
          wide
          values={{ reasons: values }}
        >
          <input type="hidden" name="kind" value={kind} />
          <p className="text-note text-muted">
            {HELP[kind]}
            {reasons.length === 0
              ? `${label}はまだありません。「行を追加」から登録できます。`
              : "一覧から外しても、これまでの記録の言葉は残ります。"}
          </p>
          <Lines name="reasons" columns={columns} min={0} max={60} />
        </SchemaForm>
      </div>
    </>
  );
}
