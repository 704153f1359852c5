import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { type Column, unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { debtHref, PAYABLE } from "~/lib/payable/debt.list";
import { BANKED_LABEL, PAYOUT_STATE_LABEL, PAYOUT_TONE } from "~/lib/payable/payout.list";
import { type PayoutDetail, payoutDetail } from "~/lib/payable/payout.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { PAYOUT_KIND_LABEL } from "~/lib/vocabulary/payable";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PayableTabs } from "./shared/payable.tabs";
import { PrintedCompany } from "./shared/printed.company";

export const meta = titled("支払");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(payoutDetail, `/payables/payments/${args.params.key}`) });
}

const PARTS: Column<PayoutDetail["parts"][number]>[] = [
  { name: "reason", label: "要因", kind: "link", text: (row) => row.reason || "計上", link: debtHref },
  { name: "due_date", label: "支払期日", kind: "date", fact: 1 },
  { name: "amount", label: "支払額", kind: "yen", fact: 2 },
];

function Banked({ banked, file_key }: Pick<PayoutDetail, "banked" | "file_key">) {
  const label = BANKED_LABEL[banked!];
  return file_key === null ? label : <a href={`${TRANSFERS}/${file_key}`}>{label}</a>;
}

export default function PayoutPage() {
  const { doc } = useLoaderData<typeof loader>();
  const isLive = doc.cancelled_time === null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          支払 {formatDate(doc.payment_date)} {doc.partner_name}
        </h1>
        <Chip tone={PAYOUT_TONE[doc.state]}>{PAYOUT_STATE_LABEL[doc.state]}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {doc.banked === "none" ? (
            <LinkButton href={`${TRANSFERS}/new?payout=${doc.key}`}>振込ファイルを作る</LinkButton>
          ) : null}
          {doc.cannot_cancel === null ? (
            <LinkButton tone="danger" href={`${PAYABLE}/payment/${doc.key}/cancel`}>
              支払を取り消す
            </LinkButton>
          ) : null}
          <LinkButton href={`${PAYABLE}/payment/${doc.key}/print`}>支払通知書</LinkButton>
          <PrintButton className="max-desk:hidden" />
        </span>
      </header>
      <PrintedCompany />
      <PayableTabs current={`${PAYABLE}/payment`} />
      <FactPanel
        columns={2}
        facts={[
          { label: "支払先", value: doc.partner_name },
          { label: "支払日", value: formatDate(doc.payment_date) },
          { label: "方法", value: PAYOUT_KIND_LABEL[doc.kind] },
          { label: "支払額", value: <b>{formatYen(doc.amount)}</b> },
          doc.fee > 0 && { label: "差引手数料", value: formatYen(doc.fee) },
          doc.fee > 0 && { label: "振込額", value: formatYen(doc.amount - doc.fee) },
          doc.own_fee > 0 && { label: "当方負担の振込手数料", value: formatYen(doc.own_fee) },
          doc.interest > 0 && {
            label: "遅延利息（計算額）",
            value: (
              <>
                {formatYen(doc.interest)}　この支払には含まれていません。
                <a href={`${PAYABLE}/record`}>記録から計上できます</a>
              </>
            ),
          },
          doc.maturity_date !== null && { label: "満期日", value: formatDate(doc.maturity_date) },
          doc.banked !== null && { label: "振込データ", value: <Banked {...doc} /> },
          { label: "備考", value: doc.note },
          { label: "登録", value: `${formatDateTime(doc.recorded_time)}　${doc.person}` },
          !isLive && {
            label: "取消",
            value: `${formatDateTime(doc.cancelled_time!)}　${doc.cancelled_by}　${doc.cancel_reason}`,
          },
        ]}
      />
      <Table columns={visibleColumns(PARTS, true)} page={unpaged(doc.parts)} title="支払った請求書・経費" />
    </section>
  );
}
