import { useLocation } from "@remix-run/react";
import { LegendQuery } from "~/components/chart/Legend";
import { TimelineChart } from "~/components/chart/TimelineChart";
import type { DayRow } from "~/lib/bi/worktime.schema";
import { dayLabel, daysSentence, hoursOf, recordText, seriesAt, seriesOf } from "~/lib/bi/worktime.words";
import { isMachine } from "~/lib/vocabulary/worktime";

/** Who did what when: gaps hatched, and red what nobody ended. */
export function Chart({ days }: { days: DayRow[] }) {
  const several = new Set(days.map(({ day }) => day)).size > 1;
  return (
    <LegendQuery.Provider value={useLocation().search}>
      <TimelineChart
        id="day"
        title="作業の時間"
        sentence={daysSentence(days)}
        by="作業者"
        series={seriesOf(days)}
        {...hoursOf(days)}
        rows={days.map((day) => ({
          label: dayLabel(day, several),
          gaps: day.gaps.map(([from, to]) => ({ from, to })),
          bars: day.records.flatMap((record) =>
            record.spans.map(([from, to], at) => ({
              from,
              to,
              label: recordText(record),
              series: seriesAt(record.kind),
              is_beside: isMachine(record),
              is_open: record.state === "left" && at === record.spans.length - 1,
              href: record.card_key === null ? undefined : `/task/${record.card_key}?tab=work`,
            })),
          ),
        }))}
      />
    </LegendQuery.Provider>
  );
}
