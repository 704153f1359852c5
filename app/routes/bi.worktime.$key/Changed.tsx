import type { z } from "zod";
import type { dayDetail } from "~/lib/bi/worktime.schema";
import { formatDateTime } from "~/lib/time/date";
import { minutesText } from "~/lib/time/minutes";

/** What became of a day after it was approved, and why. */
export function Changed({ day, changes, reasons }: Omit<z.output<typeof dayDetail>, "history">) {
  return (
    <div className="rounded border border-warn bg-warn-soft px-4 py-3">
      <p className="font-bold">
        承認後に訂正されています（承認したときの実働 {minutesText(day.review?.minutes ?? 0)}）。
      </p>
      <ul className="list-disc pl-5">
        {changes.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {reasons.map(({ at, by, reason }) => (
          <li key={at}>{`${formatDateTime(at)} ${by}: ${reason}`}</li>
        ))}
      </ul>
    </div>
  );
}
