import { LinkButton } from "~/components/form/Button";
import { Chip, type ChipTone } from "~/components/list/Chip";
import { countsText, dueText, rowLabel, rowText } from "~/lib/accounting/inspection";
import type { InspectionRow, InspectionSheet } from "~/lib/accounting/inspection.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { LINE_UNIT_LABEL } from "~/lib/vocabulary/document";
import {
  INSPECTION_CAUSE_LABEL,
  INSPECTION_STATE_LABEL,
  type InspectionState,
  ORDER_STATE_LABEL,
} from "~/lib/vocabulary/inspection";

type Line = InspectionSheet["lines"][number];

const TONE: Record<InspectionState, ChipTone> = {
  pending: "accent",
  partial: "warn",
  passed: "good",
  failed: "bad",
};

const ACTS: [act: string, label: string, may: (row: InspectionRow) => boolean][] = [
  ["answer", "回答する", (row) => row.may_answer],
  ["rework", "手直し完了", (row) => row.may_rework],
  ["replace", "再納の納品書を発行", (row) => row.may_replace],
  ["ask", "みなし検収の取消を依頼", (row) => row.may_ask],
  ["reverse", "取り消す", (row) => row.may_reverse],
];

export function Inspection({ sheet }: { sheet: InspectionSheet }) {
  const goods = sheet.lines.filter((line) => line.state !== null);
  if (goods.length === 0) return null;
  const at = `/accounting/delivery/${sheet.key}`;
  return (
    <section id="inspection" className="grid min-w-0 grid-cols-1 gap-3">
      <h2>検収</h2>
      {goods.map((line) => (
        <article key={line.line_no} className="grid gap-2 rounded border border-line bg-surface px-4 py-3">
          <LineHead line={line} />
          {line.rows.map((row) => (
            <Row key={row.key} row={row} at={at} />
          ))}
        </article>
      ))}
    </section>
  );
}

function restText({ rest, order_state, is_closed }: Line, unit: string): string {
  if (is_closed) return "打切";
  const state = order_state === "pending" ? "" : `（${ORDER_STATE_LABEL[order_state!]}）`;
  return `残 ${formatNumber(rest!)}${unit}${state}`;
}

function LineHead({ line }: { line: Line }) {
  const unit = LINE_UNIT_LABEL[line.order_unit];
  const due = dueText(line);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b>
        {line.line_no} {line.name}
      </b>
      <Chip tone={TONE[line.state!]}>{INSPECTION_STATE_LABEL[line.state!]}</Chip>
      <span className="tabular-nums">
        納品 {formatNumber(line.num_items)}
        {unit}・{countsText(line, unit)}
      </span>
      {line.order_state ? (
        <span className="text-note text-muted tabular-nums">
          依頼 {formatNumber(line.ordered!)}
          {unit}・納入 {formatNumber(line.delivered!)}
          {unit}・{restText(line, unit)}
        </span>
      ) : null}
      {due ? <span className="w-full text-note text-muted">{due}。</span> : null}
    </header>
  );
}

function Row({ row, at }: { row: InspectionRow; at: string }) {
  const acts = ACTS.filter(([, , may]) => may(row));
  return (
    <div className="grid gap-1 border-t border-line pt-2">
      <p
        className={`flex flex-wrap items-center gap-x-3 ${row.is_reversed ? "text-muted line-through" : ""}`}
      >
        <b>{rowLabel(row)}</b>
        <span className="tabular-nums">{rowText(row)}</span>
        {row.cause ? <span className="text-note">原因 {INSPECTION_CAUSE_LABEL[row.cause]}</span> : null}
        <span className="text-note text-muted tabular-nums">
          検収日 {formatDate(row.inspected_date)}・{row.actor}・{formatDateTime(row.recorded_time)}
        </span>
      </p>
      {row.is_reversed ? <p className="text-note text-muted">取り消されました。</p> : null}
      {row.words ? <p className="whitespace-pre-wrap text-note">{row.words}</p> : null}
      {row.files.length > 0 ? (
        <p className="flex flex-wrap gap-2">
          {row.files.map((file) => (
            <a key={file.key} href={`/file/${file.key}`}>
              <img
                src={`/file/${file.key}/thumb`}
                alt={file.name}
                loading="lazy"
                className="h-20 w-20 rounded border border-line bg-surface object-contain"
              />
            </a>
          ))}
        </p>
      ) : null}
      {row.answer ? (
        <p className="text-note">
          <b className={row.answer.agreed ? "text-good" : "text-bad"}>
            {row.answer.agreed ? "同意" : "同意しない"}
          </b>{" "}
          {row.answer.words} <span className="text-muted">{row.answer.actor}</span>
        </p>
      ) : null}
      {acts.length > 0 ? (
        <p className="flex flex-wrap gap-2 print:hidden">
          {acts.map(([act, label]) => (
            <LinkButton
              key={act}
              href={`${at}/inspection/${row.key}?act=${act}`}
              tone={act === "reverse" ? "plain" : "secondary"}
            >
              {label}
            </LinkButton>
          ))}
        </p>
      ) : null}
    </div>
  );
}
