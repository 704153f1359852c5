import type { SubmissionResult } from "@conform-to/dom";
import { CheckField } from "~/components/form/choices";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { PRODUCT_LABEL } from "~/lib/journal/journal";
import { exportNew, type Preview } from "~/lib/journal/journal.schema";
import { type Product } from "~/lib/journal/journal.tax";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";

type Props = {
  asked: { from: string; to: string; product: Product };
  shown: Preview;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
};

export function ExportForm({ asked, shown, reply, idempotency_key }: Props) {
  const { num_entries, num_rows, num_late, num_before, total, unwritable, caps, refused } = shown;
  return (
    <section className="grid min-w-0 max-w-[720px] gap-3 rounded border border-line bg-surface p-4">
      <Facts
        columns={2}
        facts={[
          { label: "会計ソフト", value: PRODUCT_LABEL[asked.product] },
          { label: "期間", value: `${formatDate(asked.from)} ～ ${formatDate(asked.to)}` },
          { label: "出力する仕訳", value: `${formatNumber(num_entries)}件（${formatNumber(num_rows)}行）` },
          { label: "借方・貸方の合計", value: `${formatNumber(total)}円` },
          num_late > 0 && { label: "出力済みの期間に追加", value: `${formatNumber(num_late)}件` },
          num_before > 0 && { label: "出力済み", value: `${formatNumber(num_before)}件（今回は出ません）` },
        ]}
      />
      {unwritable.length > 0 ? (
        <p className="text-warn">
          Shift_JISで書けない文字があります：
          {unwritable.map(({ row, char }) => `${row}行目「${char}」`).join("、")}
        </p>
      ) : null}
      {caps.map((cap) => (
        <p key={cap} className="text-warn">
          {cap}。仕訳は割合のまま出力します。超える分は、会計ソフトで税区分を「控除なし」に直してください。
        </p>
      ))}
      {refused ? <p className="text-bad">{refused}</p> : null}
      <SchemaForm
        id="export"
        schema={exportNew}
        reply={reply}
        cancel="/accounting/invoice"
        submit="確かめ直す"
        press={{ name: "go", value: "look" }}
        final={
          refused
            ? undefined
            : { name: "go", value: "export", label: `${formatNumber(num_entries)}件を出力する` }
        }
        idempotency_key={idempotency_key}
        wide
      >
        <input type="hidden" name="from" value={asked.from} />
        <input type="hidden" name="to" value={asked.to} />
        <input type="hidden" name="product" value={asked.product} />
        <input type="hidden" name="seen" value={shown.seen} />
        {unwritable.length > 0 ? <CheckField name="replace" label="書けない文字を〓にして出力する" /> : null}
      </SchemaForm>
    </section>
  );
}
