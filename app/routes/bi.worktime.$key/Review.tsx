import { Button } from "~/components/form/Button";
import { type DayRow, dayHref } from "~/lib/bi/worktime.schema";

/** What an administrator may do with a day; `stands`: the review in force. */
export function Review({
  day,
  stands,
  idempotency_key,
}: {
  day: DayRow;
  stands: "approved" | "returned" | null;
  idempotency_key: string;
}) {
  const mayApprove = day.records.length > 0 && (stands !== "approved" || day.is_changed);
  if (!mayApprove && !stands) return null;
  return (
    <form
      method="post"
      action={dayHref(day)}
      data-enhance="submit"
      className="flex flex-wrap gap-2 print:hidden"
    >
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <input type="hidden" name="ids" value={day.tick} />
      {mayApprove ? (
        <Button tone="primary" name="act" value="approve">
          {day.is_changed ? "訂正を含めて承認" : "承認"}
        </Button>
      ) : null}
      {stands === "returned" ? null : (
        <Button name="act" value="return">
          差戻し
        </Button>
      )}
      {stands ? (
        <Button name="act" value="withdraw">
          {stands === "approved" ? "承認を取り消す" : "差戻しを取り消す"}
        </Button>
      ) : null}
    </form>
  );
}
