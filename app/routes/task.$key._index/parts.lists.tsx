import type { ReactNode } from "react";
import type { z } from "zod";
import { Chip, type ChipTone } from "~/components/list/Chip";
import { formatNumber } from "~/lib/money/decimal";
import { UNDIVIDED } from "~/lib/task/branch";
import type { CardDetail } from "~/lib/task/card.page.schema";
import type { childRow } from "~/lib/task/work.page.schema";
import { TASK_TYPE_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

export const LIST = "divided rounded border border-line bg-surface";
export const ROW = "flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2";

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

export type Row = CardDetail["relatives"][number] & Partial<z.infer<typeof childRow>>;

export function Kin({ rows, at }: { rows: Row[]; at?: number }) {
  return (
    <ul className={LIST}>
      {rows.map((one) => (
        <li key={one.key} className={ROW}>
          <b>
            <a href={`/task/${one.key}`}>{one.id}</a>
          </b>
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
