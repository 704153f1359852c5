import type { SubmissionResult } from "@conform-to/dom";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import { unpaged } from "~/lib/list/list.schema";
import { PROCESS_LABEL } from "~/lib/shop/meta.fields";
import { lanesText, processColumns, processesForm, standingText } from "~/lib/shop/meta.form";
import type { BoardMeta } from "~/lib/shop/meta.schema";
import { ROLE_LABEL } from "~/lib/vocabulary/card.schema";
import { COLOUR_LABEL } from "~/lib/vocabulary/colour";
import { Templates } from "./Templates";

type Props = {
  meta: BoardMeta;
  partners: { id: string; name: string }[];
  reply?: SubmissionResult<string[]>;
};

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const tick = (name: "is_hidden" | "runs_unmanned", width: "slim" | "narrow"): LineColumn => ({
  name,
  label: PROCESS_LABEL[name],
  kind: "check",
  optional: true,
  width,
});

function columns(partners: Props["partners"]): LineColumn[] {
  const outside: LineColumn = {
    name: "default_collab_id",
    label: PROCESS_LABEL.default_collab_id,
    kind: "select",
    optional: true,
    options: partners.map(({ id, name }) => ({ value: id, label: name })),
  };
  return [
    { name: "group_id", label: "工程", kind: "hidden" },
    { name: "at", label: PROCESS_LABEL.sort, kind: "number", optional: true, width: "slim" },
    { name: "label", label: PROCESS_LABEL.label, kind: "text", width: "wide" },
    { name: "role", label: PROCESS_LABEL.role, kind: "select", options: options(ROLE_LABEL) },
    {
      name: "colour",
      label: PROCESS_LABEL.colour,
      kind: "select",
      optional: true,
      width: "slim",
      options: options(COLOUR_LABEL),
    },
    { name: "lanes", label: "機械・班（、で区切る）", kind: "text", optional: true, width: "wide" },
    {
      name: "standard_days",
      label: PROCESS_LABEL.standard_days,
      kind: "number",
      unit: "日",
      optional: true,
      width: "slim",
    },
    {
      name: "hourly_rate",
      label: PROCESS_LABEL.hourly_rate,
      kind: "number",
      unit: "円/時",
      optional: true,
      width: "narrow",
    },
    tick("is_hidden", "narrow"),
    tick("runs_unmanned", "slim"),
    ...(partners.length > 0 ? [outside] : []),
  ];
}

const rowOf = (one: BoardMeta["processes"][number], index: number) => ({
  group_id: String(one.group_id),
  at: String((index + 1) * 10),
  label: one.label,
  role: one.role,
  colour: one.colour ?? "",
  lanes: lanesText(one),
  standard_days: one.standard_days === null ? "" : String(one.standard_days),
  hourly_rate: one.hourly_rate === null ? "" : String(one.hourly_rate),
  is_hidden: one.is_hidden ? "on" : "",
  runs_unmanned: one.runs_unmanned ? "on" : "",
  default_collab_id: one.default_collab_id ?? "",
});

/** 工程: the board's columns in a grid; without any, the trades to begin from. */
export function Processes({ meta, partners, reply }: Props) {
  const { processes, version } = meta;
  const standing = standingText(processes);
  const page = unpaged(processes);
  return (
    <>
      {standing ? (
        <p className="text-muted print:hidden">
          カードのある工程は、カードを移動してから削除できます：<b className="text-ink">{standing}</b>
        </p>
      ) : null}
      {standing ? null : <Templates version={version} empty={processes.length === 0} />}
      <div className="hidden print:block">
        <Table columns={processColumns(partners) as never} page={page} title="工程一覧" />
      </div>
      <div className="print:hidden">
        <SchemaForm
          id="processes"
          action="/setting/meta?tab=process"
          schema={processesForm}
          reply={reply}
          version={version}
          submit="保存"
          wide
          values={{ processes: processes.map(rowOf) }}
        >
          <p className="text-note text-muted">
            「順」の小さい順に並びます。名前を変えても、これまでのカードと履歴はそのまま残ります。
          </p>
          <Lines name="processes" columns={columns(partners)} max={60} />
        </SchemaForm>
      </div>
    </>
  );
}
