import { useField } from "@conform-to/react";
import type { ReactNode } from "react";
import { ERROR } from "~/components/form/control";
import { formatNumber } from "~/lib/money/decimal";
import { STOCK_REASON_LABEL, STOCK_REASONS } from "~/lib/vocabulary/stock";

export const REASONS = STOCK_REASONS.map((value) => ({ value, label: STOCK_REASON_LABEL[value] }));

/** `value`: what is confirmed, as it was told. */
function Confirmed({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  const [field] = useField<string>(name);
  return (
    <div className="col-span-full rounded border border-warn bg-warn-soft p-3" data-field>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <input
          id={field.id}
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={field.initialValue === value}
          className="h-4 w-4 accent-accent"
          aria-describedby={field.errorId}
        />
        {children}ことを確かめました
      </label>
      <p id={field.errorId} data-error className={ERROR}>
        {field.errors?.[0]}
      </p>
    </div>
  );
}

/** Asked once an answer says so, with what would be left as it stands now. */
export function SeenBelow({ after, unit, always }: { after: string; unit: string; always?: boolean }) {
  const [seen] = useField<string>("seen");
  const isAsked = seen.errors || seen.initialValue || (always && after.startsWith("-"));
  if (!isAsked) return null;
  return (
    <Confirmed name="seen" value={after}>
      在庫が {formatNumber(after)}
      {unit} になる
    </Confirmed>
  );
}

/** What was asked about a day gone by, and is confirmed as it stands. */
export const SeenPast = () => <SeenText name="past" sure="この日付でよい" />;

export function SeenText({ name, sure }: { name: string; sure: string }) {
  const [asked] = useField<string>(name);
  const text = asked.errors?.[0] ?? asked.initialValue;
  return text ? (
    <Confirmed name={name} value={text}>
      {text}。{sure}
    </Confirmed>
  ) : null;
}
