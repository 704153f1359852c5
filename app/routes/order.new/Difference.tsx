import { differenceText } from "~/lib/order/difference";
import type { Comparison } from "~/lib/order/previous.schema";
import { placeName } from "~/lib/text/place";
import { formatDate } from "~/lib/time/date";

/** Of two places their names, unless only the address differs. */
function named<D extends Comparison["differences"][number]>(one: D): D {
  const [before, after] = [placeName(one.before ?? "なし"), placeName(one.after ?? "なし")];
  return one.field === "destination" && before !== after ? { ...one, before, after } : one;
}

/** 前回から変わった所, of a line that was ordered before; `at`: where the earlier order is read. */
export function Difference({ previous, differences, at }: Comparison & { at: string }) {
  if (!previous) return null;
  const last = (
    <a href={`${at}${previous.order_key}`} className="tabular-nums text-accent underline">
      前回 {previous.order_id}（{formatDate(previous.order_date)}）
    </a>
  );
  if (differences.length === 0) return <span className="text-note text-muted">{last}と同じ内容です</span>;
  return (
    <span className="flex flex-wrap gap-x-3 text-note">
      <span>{last}から変わった所</span>
      {differences.map((one) => (
        <b key={one.field}>{differenceText(named(one))}</b>
      ))}
    </span>
  );
}
