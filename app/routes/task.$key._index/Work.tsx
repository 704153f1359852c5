import type { ReactNode } from "react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { Empty } from "~/components/list/Empty";
import { formatNumber } from "~/lib/money/decimal";
import type { CardDetail } from "~/lib/task/card.page.schema";
import { workTotals } from "~/lib/task/work";
import type { CardWork, WorkRow } from "~/lib/task/work.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { Defects, Section } from "./parts.lists";
import { Steps } from "./Steps";

type Props = { detail: CardDetail; work: CardWork; admin: boolean };

const LINK = "inline-flex items-center text-accent underline touch:min-h-11";

export function Work({ detail, work: { works, defects, branches }, admin }: Props) {
  const { card } = detail;
  const unit = UNIT_LABEL[card.order_unit];
  if (works.length === 0 && defects.length === 0) {
    return (
      <section className="rounded border border-line bg-surface">
        <Empty
          text="実績はまだありません。着手・完了すると、だれがいつ何個作ったかが、ここに残ります。"
          action={
            card.shipped_time || card.cancelled_time
              ? undefined
              : { label: "着手", href: `/task/${card.key}/start` }
          }
        />
        <div className="flex justify-center p-4">
          <Steps detail={detail} />
        </div>
      </section>
    );
  }
  const totals = workTotals(works);
  const whyOf = (one: WorkRow) =>
    defects.find((bad) => !bad.is_void && bad.group_id === one.group_id && bad.recorded_time === one.work_end)
      ?.reason;
  return (
    <div className="grid gap-6">
      <section className="min-w-0 overflow-x-auto rounded border border-line bg-surface">
        <table className="rows fold facts">
          <caption className="sr-only">実績</caption>
          <thead>
            <tr>
              {["工程", "着手", "終了", "実働", "作業者"].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
              {["良品", "不良", "途中"].map((label) => (
                <th key={label} scope="col" className="text-right">
                  {label}
                  <span className="ml-1 font-normal text-muted">{unit}</span>
                </th>
              ))}
              <th scope="col">メモ</th>
              {admin ? (
                <th scope="col">
                  <span className="sr-only">修正</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {works.map((one) => (
              <Line key={one.key} one={one} why={whyOf(one)} unit={unit} card={card} admin={admin} />
            ))}
          </tbody>
          <tfoot>
            <tr className="font-bold">
              <Data>合計</Data>
              <td />
              <td />
              <Data label="実働">{minutesText(totals.minutes)}</Data>
              <td />
              <td />
              <Data label="不良" number>
                {some(totals.num_defective, unit)}
              </Data>
              <td />
              <td />
              {admin ? <td /> : null}
            </tr>
          </tfoot>
        </table>
      </section>
      {defects.length > 0 ? (
        <Section title="不良">
          <Defects defects={defects} unit={card.order_unit} made={branches} photos={[]} />
        </Section>
      ) : null}
      {card.shipped_time || card.cancelled_time ? null : (
        <div className="flex flex-wrap gap-3">
          <LinkButton href={`/task/${card.key}/finish`}>完了・数量を登録</LinkButton>
          <Steps detail={detail} />
        </div>
      )}
    </div>
  );
}

const some = (number: string, unit: string) =>
  number === "0" ? (
    ""
  ) : (
    <span>
      {formatNumber(number)}
      <span className="ml-1 text-muted desk:hidden">{unit}</span>
    </span>
  );

function Line({
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
    <Chip tone="accent">作業中</Chip>
  ) : null;
  const stops = one.pauses
    .map((stop) => stop.reason)
    .filter(Boolean)
    .join("、");
  return (
    <tr className={one.is_void ? "text-muted line-through" : undefined}>
      <Data>
        <b>{one.status}</b>
      </Data>
      <Data label="着手">{one.work_start && formatDateTime(one.work_start).slice(5)}</Data>
      <Data label="終了">{state ?? (one.work_end && formatDateTime(one.work_end).slice(5))}</Data>
      <Data label="実働">
        {one.minutes === null ? null : (
          <span>
            {minutesText(one.minutes)}
            {one.paused_minutes > 0 ? (
              <span className="block text-note text-muted">
                中断 {minutesText(one.paused_minutes)}
                {stops && `（${stops}）`}
              </span>
            ) : null}
          </span>
        )}
      </Data>
      <Data label="作業者">{one.worker_name}</Data>
      <Data label="良品" number>
        {some(one.num_good, unit)}
      </Data>
      <Data label="不良" number>
        {some(one.num_defective, unit)}
        {why && one.num_defective !== "0" ? (
          <span className="text-note text-muted desk:block">{why}</span>
        ) : null}
      </Data>
      <Data label="途中" number>
        {some(one.num_partial, unit)}
      </Data>
      <Data label="メモ">{one.note && <span className="whitespace-pre-wrap">{one.note}</span>}</Data>
      {admin ? (
        <Data>
          <a href={`/task/${card.key}/correct?work=${one.key}`} className={LINK}>
            修正
          </a>
        </Data>
      ) : null}
    </tr>
  );
}

function Data({ label, number, children }: { label?: string; number?: true; children?: ReactNode }) {
  return (
    <td
      data-label={label}
      className={number ? "whitespace-nowrap tabular-nums desk:text-right" : "tabular-nums"}
    >
      {children}
    </td>
  );
}
