import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import type { Received } from "~/lib/quote/quote.row.schema";
import { formatDateTime } from "~/lib/time/date";
import { DECLINE_LABEL } from "~/lib/vocabulary/quote";

/** 辞退, as the buyer was told of it, and the way there and back. */
export function Declined({ found }: { found: Received }) {
  const at = `/setting/product/quote/${found.key}`;
  if (!found.declined_reason)
    return found.may_decline ? (
      <p className="print:hidden">
        <LinkButton tone="plain" href={`${at}/decline`}>
          辞退する
        </LinkButton>
      </p>
    ) : null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-surface px-4 py-2">
      <p className="min-w-0 flex-1">
        {formatDateTime(found.declined_time!)} に辞退しました（{DECLINE_LABEL[found.declined_reason]}）。
        {found.declined_words}
      </p>
      {found.may_return ? (
        <OneTap
          action={at}
          fields={{ step: "return", idempotency_key: `quote.return.${found.key}.${found.declined_time}` }}
        >
          辞退を取り消す
        </OneTap>
      ) : null}
    </div>
  );
}
