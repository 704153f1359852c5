import { Button } from "~/components/form/Button";
import { INVENTORY, THRESHOLDS } from "~/lib/stock/stock.list";

/** Below the rows, whose cells belong to it. */
export const Thresholds = ({ rows }: { rows: number }) => (
  <form
    id={THRESHOLDS}
    method="post"
    data-enhance="submit"
    className="flex flex-wrap items-center gap-3 max-desk:hidden print:hidden"
  >
    {rows > 0 ? (
      <Button name="act" value={THRESHOLDS}>
        しきい値を保存
      </Button>
    ) : null}
    <span className="text-note">
      期首在庫: <a href={`${INVENTORY}/opening.csv`}>CSV</a>・
      <a href={`${INVENTORY}/opening/import`}>CSV取込</a>
    </span>
    {rows > 0 ? (
      <span className="text-note text-muted">
        しきい値は、表の欄で直してEnterか「しきい値を保存」を押してください。空欄にすると、不足を知らせません。
      </span>
    ) : null}
  </form>
);
