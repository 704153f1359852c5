import { Chip } from "~/components/list/Chip";
import { formatYen } from "~/lib/money/decimal";
import { liveAnswer } from "~/lib/quote/quote.comparison";
import type { QuotePart } from "~/lib/quote/quote.row.schema";
import { formatDate } from "~/lib/time/date";
import { TOOLING_OWNER_LABEL } from "~/lib/vocabulary/quote";
import { FileLinks } from "./facts";

/** What an answer says once for all its quantities. */
export function SellerHead({ part, today }: { part: QuotePart; today: string }) {
  const live = liveAnswer(part);
  return (
    <>
      <span className="block whitespace-normal">{part.seller_name}</span>
      <span className="block whitespace-normal text-note font-normal">
        {part.declined_time ? <Chip tone="bad">辞退</Chip> : live ? null : <Chip>回答なし</Chip>}
        {live?.is_late ? <Chip tone="warn">期限後</Chip> : null}
        {live?.is_expired ? <Chip tone="bad">有効期限切れ</Chip> : null}
        {part.passed_time ? <Chip>見送り</Chip> : null}
        {live ? (
          <>
            <span className={`block ${live.valid_until < today ? "text-bad" : "text-muted"}`}>
              有効期限 {formatDate(live.valid_until)}
            </span>
            <span className="block text-muted">
              型・治具代 {formatYen(live.tooling)}
              {live.tooling_owner ? `・所有者 ${TOOLING_OWNER_LABEL[live.tooling_owner]}` : ""}
              {live.other > 0 ? `・そのほか ${formatYen(live.other)}` : ""}
            </span>
            {live.comment ? (
              <a href={`#part-${part.key}`} className="block text-accent">
                コメントあり
              </a>
            ) : null}
            {live.files.length > 0 ? <FileLinks files={live.files} /> : null}
          </>
        ) : null}
      </span>
    </>
  );
}
