import type { ReactNode } from "react";
import type { z } from "zod";
import { Chip, type ChipTone } from "~/components/list/Chip";
import type { FileRow } from "~/lib/file/file.schema";
import { formatNumber } from "~/lib/money/decimal";
import { CAUSE_LABEL } from "~/lib/shop/worker.schema";
import { UNDIVIDED } from "~/lib/task/branch";
import type { CardDetail } from "~/lib/task/card.page.schema";
import type { childRow, defectRow, linkRow } from "~/lib/task/work.schema";
import { formatDateTime } from "~/lib/time/date";
import {
  ANSWER_LABEL,
  type Answer,
  TASK_TYPE_LABEL,
  UNIT_LABEL,
  type Unit,
} from "~/lib/vocabulary/card.schema";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";

const LIST = "divided rounded border border-line bg-surface";
const ROW = "flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2";

export function Section({
  title,
  note,
  tone,
  actions,
  children,
}: {
  title: string;
  note?: string;
  tone?: ChipTone;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2>{title}</h2>
        {note ? <Chip tone={tone}>{note}</Chip> : null}
        <span className="ml-auto flex flex-wrap gap-2 empty:hidden max-desk:ml-0 max-desk:w-full">
          {actions}
        </span>
      </div>
      {children}
    </section>
  );
}

type Row = CardDetail["relatives"][number] & Partial<z.infer<typeof childRow>>;

export function Kin({ rows, at }: { rows: Row[]; at?: number }) {
  return (
    <ul className={LIST}>
      {rows.map((one) => (
        <li key={one.key} className={ROW}>
          <a href={`/task/${one.key}`} className="font-bold">
            {one.id}
          </a>
          <span className={`min-w-0 flex-1 ${one.status === UNDIVIDED ? "text-muted" : ""}`}>{one.name}</span>
          {one.task_type && one.task_type !== "division" ? (
            <span className="text-muted">{TASK_TYPE_LABEL[one.task_type]}</span>
          ) : null}
          {one.is_done ? (
            <Chip tone="good">{one.status}</Chip>
          ) : at !== undefined && one.group_id === at ? (
            <Chip tone="accent">到着</Chip>
          ) : (
            <Chip>{one.status}</Chip>
          )}
          {one.status === UNDIVIDED ? null : (
            <span className="tabular-nums">
              {formatNumber(one.num_items)}
              <span className="text-muted">{UNIT_LABEL[one.order_unit]}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

type DefectsProps = { defects: z.infer<typeof defectRow>[]; unit: Unit; made: Row[]; photos: FileRow[] };

export function Defects({ defects, unit, made, photos }: DefectsProps) {
  return (
    <ul className={LIST}>
      {defects.map((one) => {
        const child = made.find((row) => row.key === one.child_key);
        return (
          <li key={one.key} className={ROW}>
            <span className="tabular-nums">{formatDateTime(one.recorded_time)}</span>
            <b className={one.is_void ? "text-muted line-through" : "text-bad"}>
              {formatNumber(one.num)}
              {UNIT_LABEL[unit]}
            </b>
            <span>{one.reason}</span>
            <span className="text-muted">
              {[one.status, one.worker_name, one.cause && `原因 ${CAUSE_LABEL[one.cause]}`]
                .filter(Boolean)
                .join("・")}
            </span>
            {one.treatment ? (
              <Chip tone={one.treatment === "concession" ? "warn" : "muted"}>
                {one.treatment_label ?? TREATMENT_LABEL[one.treatment]}
              </Chip>
            ) : (
              <Chip tone="bad">未処置</Chip>
            )}
            {child ? (
              <a href={`/task/${child.key}`}>
                {child.id}（{child.status}）
              </a>
            ) : null}
            {one.is_void ? <span className="text-muted">取消</span> : null}
            {photos
              .filter((photo) => photo.owner_key === String(one.key))
              .map((photo) => (
                <a key={photo.key} href={`/file/${photo.key}`} target="_blank">
                  <img
                    src={`/file/${photo.key}/thumb`}
                    alt={photo.name}
                    loading="lazy"
                    className="h-12 w-12 rounded border border-line object-contain"
                  />
                </a>
              ))}
            {one.note ? <p className="w-full whitespace-pre-wrap text-note text-muted">{one.note}</p> : null}
          </li>
        );
      })}
    </ul>
  );
}

const answerText = ({ partner_answer, partner_status }: z.infer<typeof linkRow>) =>
  partner_answer === "accepted" ? partner_status : (ANSWER_LABEL[partner_answer as Answer] ?? partner_status);

export function Links({ links, unit }: { links: z.infer<typeof linkRow>[]; unit: Unit }) {
  const count = (value: string) => `${formatNumber(value)}${UNIT_LABEL[unit]}`;
  return (
    <ul className={LIST}>
      {links.map((one) => (
        <li key={one.key} className={ROW}>
          <b>{one.partner_name}</b>
          <span>
            {one.order_id}
            <span className="ml-2 text-muted">カード {one.partner_card}</span>
          </span>
          <span className="tabular-nums">{count(one.num_items)}</span>
          {one.received_time ? (
            <Chip tone="good">受入済み</Chip>
          ) : one.cancelled_time ? (
            <Chip>取消</Chip>
          ) : one.partner_shipped_time ? (
            <Chip tone="accent">協力会社が出荷</Chip>
          ) : (
            <Chip tone="warn">{answerText(one)}</Chip>
          )}
          <span className="text-note text-muted">
            {formatDateTime(one.sent_time)} に依頼
            {one.received_time
              ? `、${formatDateTime(one.received_time)} に受入（良品 ${count(one.num_good!)}、不良 ${count(one.num_defective!)}）`
              : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}
