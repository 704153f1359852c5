import { useField } from "@conform-to/react";
import { ERROR } from "~/components/form/control";
import { formatNumber } from "~/lib/money/decimal";

/** Asked once an answer says so, with what would be left as it stands now. */
export function SeenBelow({ after, unit }: { after: string; unit: string }) {
  const [seen] = useField<string>("seen");
  if (!(seen.errors || seen.initialValue) || !after.startsWith("-")) return null;
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
