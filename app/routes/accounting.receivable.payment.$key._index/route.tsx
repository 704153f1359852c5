import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { formatYen } from "~/lib/money/decimal";
import { paymentTimeline } from "~/lib/receivable/log";
import { OFFSETS } from "~/lib/receivable/offset.list";
import { stateOfPayment } from "~/lib/receivable/payment";
import { PAYMENT_STATE_LABEL, PAYMENT_TONE } from "~/lib/receivable/payment.list";
import { paymentDetail } from "~/lib/receivable/payment.schema";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { rateLabel } from "~/lib/vocabulary/document";
import { KIND_LABEL } from "~/lib/vocabulary/payment";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { ReceivableTabs } from "../shared/receivable.tabs";
import { Allocations } from "./Allocations";

export const meta = titled("入金");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(paymentDetail, `/payments/${args.params.key}`) });
}

const offsetLabel = ({ offset_key }: { offset_key: number | null }) =>
  offset_key === null ? "相殺（書面で合意）" : "相殺（画面で合意）";

export default function PaymentPage() {
  const { doc } = useLoaderData<typeof loader>();
  const state = stateOfPayment(doc);
  const isOut = doc.direction === "out";
  const hasOffset = doc.cancelled_time === null && doc.lines.some(({ kind }) => kind === "offset");
  const path = `/accounting/receivable/payment/${doc.key}`;
  const free = `buyer_id=${doc.buyer_id}&payment_key=${doc.key}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          {isOut ? "返金" : "入金"} {formatDate(doc.payment_date)} {doc.buyer_name}
        </h1>
        <Chip tone={PAYMENT_TONE[state]}>{PAYMENT_STATE_LABEL[state]}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {doc.cannot_cancel === null ? (
            <LinkButton tone="danger" href={`${path}/cancel`}>
              {isOut ? "返金を取り消す" : "入金を取り消す"}
            </LinkButton>
          ) : null}
          {doc.offset_key === null ? null : (
            <LinkButton href={`${OFFSETS}/${doc.offset_key}`}>相殺の合意</LinkButton>
          )}
          {hasOffset ? <LinkButton href={`${path}/offset`}>相殺通知書</LinkButton> : null}
          {doc.unapplied > 0 ? (
            <>
              <LinkButton href={`/accounting/receivable/payment/refund?${free}`}>前受を返金する</LinkButton>
              <LinkButton tone="primary" href={`/accounting/receivable/payment/use?${free}`}>
                前受 {formatYen(doc.unapplied)} を使う
              </LinkButton>
            </>
          ) : null}
          <PrintButton className="max-desk:hidden" />
        </span>
      </header>
      <ReceivableTabs current="/accounting/receivable/payment" />
      <FactPanel
        columns={2}
        facts={[
          { label: "取引先", value: doc.buyer_name },
          { label: isOut ? "返金日" : "入金日", value: formatDate(doc.payment_date) },
          ...doc.lines.map((line) => ({
            label: line.kind === "offset" ? offsetLabel(doc) : KIND_LABEL[line.kind],
            value: (
              <>
                {formatYen(line.amount)}
                {line.maturity_date ? `　満期 ${formatDate(line.maturity_date)}` : ""}
                {line.tax_rate === null ? "" : `　${rateLabel(line.tax_rate)}`}
                {line.source_payment_key ? (
                  <a
                    href={`/accounting/receivable/payment/${line.source_payment_key}`}
                    className="ml-2 text-accent underline"
                  >
                    元の入金
                  </a>
                ) : null}
                {line.source_credit_key ? (
                  <a
                    href={`/accounting/invoice/${line.source_credit_key}`}
                    className="ml-2 text-accent underline"
                  >
                    元の請求書
                  </a>
                ) : null}
              </>
            ),
          })),
          { label: "計", value: <b>{formatYen(doc.amount)}</b> },
          !isOut && { label: "前受（未充当）", value: formatYen(doc.unapplied) },
          ...doc.refunds.map((one) => ({
            label: "返金",
            value: (
              <a href={`/accounting/receivable/payment/${one.key}`}>
                {formatDate(one.payment_date)} {formatYen(one.amount)}
              </a>
            ),
          })),
          doc.cancelled_date !== null && {
            label: "取消",
            value: `${formatDate(doc.cancelled_date)} から数えません`,
          },
          { label: "登録日時", value: formatDateTime(doc.recorded_time) },
          { label: "備考", value: doc.note },
        ]}
      />
      {isOut ? null : (
        <>
          <h2>充当</h2>
          {doc.allocations.length > 0 ? (
            <Allocations doc={doc} />
          ) : (
            <p className="text-muted">どの請求書にも充当していません。</p>
          )}
        </>
      )}
      <h2>履歴</h2>
      <Timeline entries={paymentTimeline(doc.log)} />
    </section>
  );
}
