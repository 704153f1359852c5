import type { ReactNode } from "react";
import { Chip } from "~/components/list/Chip";
import { formatNumber } from "~/lib/money/decimal";
import type { WorkRow } from "~/lib/task/work.page.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import type { CardRow } from "~/lib/vocabulary/card.schema";

const LINK = "inline-flex items-center text-accent underline touch:min-h-11";
export function WorkCell({
  label,
  number,
  children,
}: {
  label?: string;
  number?: true;
  children?: ReactNode;
}) {
  return (
    <td
      data-label={label}
      className={number ? "whitespace-nowrap tabular-nums desk:text-right" : "tabular-nums"}
    >
      {children}
    </td>
  );
}

export const quantityUnlessNone = (number: string, unit: string) =>
  number === "0" ? (
    ""
  ) : (
    <span>
      {formatNumber(number)}
      <span className="ml-1 text-muted desk:hidden">{unit}</span>
    </span>
  );
export function WorkLine({
  one,
  why,
  unit,
  card,
  admin,
}: {
  one: WorkRow;
  why?: string;
  unit: string;
  card: CardRow;
  admin: boolean;
}) {
  const open = one.work_end === null;
  const state = one.is_void ? (
    <Chip tone="muted">取消</Chip>
  ) : one.is_paused ? (
    <Chip tone="warn">中断</Chip>
  ) : open ? (
    <Chip tone="accent">{one.is_unmanned ? "無人運転中" : "作業中"}</Chip>
  ) : null;
  const stops = one.pauses
    .map((stop) => stop.reason)
    .filter(Boolean)
    .join("、");
  return (
    <tr className={one.is_void ? "text-muted line-through" : undefined}>
      <WorkCell>
        <b>{one.status}</b>
      </WorkCell>
      <WorkCell label="着手">{one.work_start && formatDateTime(one.work_start).slice(5)}</WorkCell>
      <WorkCell label="終了">{state ?? (one.work_end && formatDateTime(one.work_end).slice(5))}</WorkCell>
      <WorkCell label="実働">
        {one.minutes === null ? null : (
          <span>
            {one.is_unmanned ? <span className="text-muted">機械 </span> : null}
            {minutesText(one.minutes)}
            {one.paused_minutes > 0 ? (
              <span className="block text-note text-muted">
                中断 {minutesText(one.paused_minutes)}
                {stops && `（${stops}）`}
              </span>
            ) : null}
          </span>
        )}
      </WorkCell>
      <WorkCell label="作業者">{one.worker_name}</WorkCell>
      <WorkCell label="良品" number>
        {quantityUnlessNone(one.num_good, unit)}
      </WorkCell>
      <WorkCell label="不良" number>
        {quantityUnlessNone(one.num_defective, unit)}
        {why && one.num_defective !== "0" ? (
          <span className="text-note text-muted desk:block">{why}</span>
        ) : null}
      </WorkCell>
      <WorkCell label="途中" number>
        {quantityUnlessNone(one.num_partial, unit)}
      </WorkCell>
      <WorkCell label="メモ">{one.note && <span className="whitespace-pre-wrap">{one.note}</span>}</WorkCell>
      {admin ? (
        <WorkCell>
          <a href={`/task/${card.key}/correct?work=${one.key}`} className={LINK}>
            修正
          </a>
        </WorkCell>
      ) : null}
    </tr>
  );
}
