import { useField } from "@conform-to/react";
import { ERROR } from "~/components/form/control";
import { formatNumber } from "~/lib/money/decimal";
import { STOCK_REASON_LABEL, STOCK_REASONS } from "~/lib/vocabulary/stock";

export const REASONS = STOCK_REASONS.map((value) => ({ value, label: STOCK_REASON_LABEL[value] }));

/** Asked once an answer says so, with what would be left as it stands now. */
export function SeenBelow({ after, unit, always }: { after: string; unit: string; always?: boolean }) {
  const [seen] = useField<string>("seen");
  const isAsked = seen.errors || seen.initialValue || (always && after.startsWith("-"));
  if (!isAsked) return null;
  return (
    <div className="col-span-full rounded border border-warn bg-warn-soft p-3" data-field>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <input
          id={seen.id}
          type="checkbox"
          name="seen"
          value={after}
          defaultChecked={seen.initialValue === after}
          className="h-4 w-4 accent-accent"
          aria-describedby={seen.errorId}
        />
        在庫が {formatNumber(after)}
        {unit} になることを確かめました
      </label>
      <p id={seen.errorId} data-error className={ERROR}>
        {seen.errors?.[0]}
      </p>
    </div>
  );
}

/** What was asked about a day gone by, and is confirmed as it stands. */
export function SeenPast() {
  const [past] = useField<string>("past");
  const text = past.errors?.[0] ?? past.initialValue;
  if (!text) return null;
  return (
    <div className="col-span-full rounded border border-warn bg-warn-soft p-3" data-field>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <input
          id={past.id}
          type="checkbox"
          name="past"
          value={text}
          defaultChecked={past.initialValue === text}
          className="h-4 w-4 accent-accent"
          aria-describedby={past.errorId}
        />
        {text}。この日付でよいことを確かめました
      </label>
      <p id={past.errorId} data-error className={ERROR}>
        {past.errors?.[0]}
      </p>
    </div>
  );
}
