import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PrintButton } from "~/components/form/PrintButton";
import { Chip } from "~/components/list/Chip";
import { startPage } from "~/lib/bi/start.schema";
import { dayHref } from "~/lib/bi/worktime.schema";
import { formatNumber } from "~/lib/money/decimal";
import { pressing } from "~/lib/task/due";
import { addDays, formatDate, formatDateTime, today } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { List } from "./List";

export const meta = titled("今日の確認");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  return json({
    start: await api.get(startPage, "/bi/start"),
    day: today(),
    isSeller: who.company_type === "seller",
  });
}

export default function Start() {
  const { start, day, isSeller } = useLoaderData<typeof loader>();
  const { due, stalled, defects, open_work, gaps } = start;
  // What goes on has its quantities still to say: it comes first.
  const forgotten = [
    ...open_work.works.map(({ work_key, card_key, card_id, status, worker, work_start }) => ({
      key: `w${work_key}`,
      href: `/task/${card_key}`,
      text: `${card_id} ${status}`,
      note: `${worker ?? "作業者なし"}・終わっていない作業`,
      mark: `${formatDateTime(work_start)}〜`,
    })),
    ...gaps.days.map((gap) => ({
      key: `${gap.worker_id} ${gap.day}`,
      href: dayHref(gap),
      text: `${gap.worker} ${formatDate(gap.day)}`,
      note: `何をしていたか分からない時間 ${gap.n}か所`,
      mark: minutesText(gap.minutes),
    })),
  ].slice(0, 10);
  return (
    <section className="grid gap-4">
      <header className="flex flex-wrap items-center gap-3">
        <h1>今日の確認</h1>
        <span className="text-muted">{formatDate(day)}</span>
        <PrintButton className="ml-auto max-desk:hidden" />
      </header>
      <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-2">
        <Side>
          <List
            title="納期が今日・明日まで（遅れを含む）"
            n={due.n}
            counter="枚"
            none={
              isSeller
                ? "出荷待ちでないカードに、今日・明日までのものはありません。"
                : "今日・明日までのものはありません。"
            }
            all={{ label: "カード一覧", href: `/task/list?delivery_date_to=${addDays(day, 1)}` }}
            rows={due.cards.map(({ key, id, name, buyer_name, status, delivery_date }) => ({
              key,
              href: `/task/${key}`,
              text: `${id} ${name}`,
              note: [isSeller ? buyer_name : null, status].filter(Boolean).join("・"),
              mark: delivery_date ? <Due date={delivery_date} day={day} /> : null,
            }))}
          />
          {isSeller ? (
            <List
              title="滞留の長い工程"
              n={stalled.reduce((sum, { n }) => sum + n, 0)}
              counter="枚"
              none="停滞しているカードはありません。"
              all={{ label: "停滞しているカード", href: "/task/list?stalled=on" }}
              rows={stalled.map(({ group_id, label, n, longest_days }) => ({
                key: group_id,
                href: "/task/kanban?stalled=on",
                text: label,
                note: `最も長いもので${longest_days}日`,
                mark: `${n}枚`,
              }))}
            />
          ) : null}
        </Side>
        {isSeller ? (
          <Side>
            <List
              title="今週の不良（多い順）"
              n={defects.length}
              counter="種類"
              none="今週の不良はありません。"
              all={{ label: "不良明細", href: "/bi/defective?period=week" }}
              rows={defects.map(({ reason_id, label, unit, num, n }) => ({
                key: `${reason_id}${unit}`,
                href: `/bi/defective?period=week&reason_id=${reason_id ?? 0}&unit=${unit}`,
                text: label,
                note: `${n}回`,
                mark: `${formatNumber(num)}${UNIT_LABEL[unit]}`,
              }))}
            />
            <List
              title="記録漏れ（昨日まで）"
              n={open_work.n + gaps.n}
              counter="件"
              none="終わっていない作業も、記録のない時間もありません。"
              all={{
                label: "作業日報",
                href: `/bi/worktime?from=${addDays(day, -7)}&to=${addDays(day, -1)}&unapproved=on`,
              }}
              rows={forgotten}
            />
          </Side>
        ) : null}
      </div>
    </section>
  );
}

const Side = ({ children }: { children: ReactNode }) => <div className="grid gap-4">{children}</div>;

function Due({ date, day }: { date: string; day: string }) {
  const pressed = pressing(date, day);
  return pressed ? <Chip tone={pressed.tone}>{pressed.text}</Chip> : formatDate(date);
}
