import type { ReactNode } from "react";
import { Chip } from "~/components/list/Chip";
import { Empty } from "~/components/list/Empty";
import { formatNumber } from "~/lib/money/decimal";
import { due } from "~/lib/task/due";
import { WORK_STATUS_LABEL, WORK_STATUS_TONE, type WorkStatus } from "~/lib/task/work.status";
import {
  ANSWER_LABEL,
  type CardRow,
  NON_KANBAN_GROUP,
  TASK_TYPE_LABEL,
  UNIT_LABEL,
} from "~/lib/vocabulary/card.schema";

export function Head({
  card,
  today,
  act,
  situation,
  glance = false,
}: {
  card: CardRow & { warn_until?: string; is_amending?: boolean };
  today: string;
  act?: string;
  situation?: WorkStatus | null;
  /** The facts stand below it in large. */
  glance?: boolean;
}) {
  const off = card.group_id === NON_KANBAN_GROUP;
  const date = due(card, today, off);
  return (
    <header className="grid gap-1">
      <p className="text-note">
        <a href="/task/kanban">進捗</a>
        {act ? (
          <>
            {" "}
            ／ <a href={`/task/${card.key}`}>カード {card.id}</a>
          </>
        ) : (
          ` ／ カード ${card.id}`
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1>
          {act ? `${act}：${card.name}` : card.name}
          {card.drawing_no ? (
            <span className="ml-3 inline-block text-base font-normal text-muted">{card.drawing_no}</span>
          ) : null}
        </h1>
        <span className="flex flex-wrap items-center gap-2 empty:hidden">
          {glance ? null : (
            <>
              <span className="tabular-nums">
                {formatNumber(card.num_items)}
                <span className="text-muted">{UNIT_LABEL[card.order_unit]}</span>
              </span>
              <Chip tone={card.cancelled_time ? "bad" : off ? "good" : "accent"}>{card.status}</Chip>
            </>
          )}
          {situation && !glance ? (
            <Chip tone={WORK_STATUS_TONE[situation]}>{WORK_STATUS_LABEL[situation]}</Chip>
          ) : null}
          {card.answer === "waiting" || card.answer === "proposed" ? (
            <Chip tone="accent">{ANSWER_LABEL[card.answer]}</Chip>
          ) : null}
          {card.is_amending ? <Chip tone="accent">変更依頼</Chip> : null}
          {date && !glance ? <Chip tone={date.tone}>{date.text}</Chip> : null}
          {card.is_urgent ? <Chip tone="accent">至急</Chip> : null}
          {card.task_type ? <Chip tone="muted">{TASK_TYPE_LABEL[card.task_type]}</Chip> : null}
        </span>
      </div>
    </header>
  );
}

export function Closed({ text, card }: { text: string; card: CardRow }) {
  return (
    <div
      role="alert"
      data-summary
      tabIndex={-1}
      className="max-w-[720px] rounded border border-line bg-surface"
    >
      <Empty text={text} action={{ label: "カードへ", href: `/task/${card.key}` }} />
    </div>
  );
}

export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 rounded border border-line bg-surface p-4">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
