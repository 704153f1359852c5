import { FactPanel } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { formatYen } from "~/lib/money/decimal";
import type { MatchDetail } from "~/lib/payable/match.schema";
import { formatPeriod } from "~/lib/time/period";

/** Before tax, and what it is held against. */
export function MonthFacts({ found }: { found: MatchDetail }) {
  return (
    <FactPanel
      columns={2}
      facts={[
        { label: "期間", value: formatPeriod({ start: found.start_date, end: found.end_date }) },
        { label: "請求書", value: <Papers papers={found.papers} /> },
        { label: "当方（税抜）", value: formatYen(found.ours) },
        { label: "先方（税抜）", value: formatYen(found.theirs) },
        { label: "差", value: <b>{formatYen(found.difference)}</b> },
        { label: "うち未請求", value: formatYen(found.unbilled) },
      ]}
    />
  );
}

const Papers = ({ papers }: Pick<MatchDetail, "papers">) =>
  papers.length === 0
    ? "まだありません"
    : papers.map(({ id, number, href }) => (
        <a key={id} href={href} className="mr-3 inline-block text-accent underline">
          {number}
        </a>
      ));

export const History = ({ log }: Pick<MatchDetail, "log">) => (
  <section className="print:hidden">
    <h2 className="text-section font-bold">締めの履歴</h2>
    <Timeline
      entries={log.map(({ key, act, reason, person, said_time }) => ({
        id: key,
        who: person,
        when: said_time,
        what: act === "closed" ? "締めました" : "開け直しました",
        note: reason ?? undefined,
      }))}
    />
  </section>
);
