import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { formatYen } from "~/lib/money/decimal";
import { deductionLabel } from "~/lib/payable/bill";
import { billDetail } from "~/lib/payable/bill.schema";
import { debtHref, PAYABLE } from "~/lib/payable/debt.list";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { rateLabel } from "~/lib/vocabulary/document";
import { BILL_KIND_LABEL, EXPENSE_ACCOUNT_LABEL } from "~/lib/vocabulary/payable";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PayableTabs } from "./shared/payable.tabs";
import { PrintedCompany } from "./shared/printed.company";

export const meta = titled("計上した請求書・経費");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(billDetail, `/payables/bills/${args.params.key}`) });
}

export default function BillPage() {
  const { doc } = useLoaderData<typeof loader>();
  const isLive = doc.cancelled_time === null;
  const open = isLive ? doc.total - doc.paid : 0;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          {BILL_KIND_LABEL[doc.kind]} {doc.number ?? EXPENSE_ACCOUNT_LABEL[doc.account]} {doc.partner_name}
        </h1>
        {isLive ? null : <Chip tone="muted">取消</Chip>}
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {doc.cannot_cancel === null ? (
            <LinkButton tone="danger" href={`${PAYABLE}/bill/${doc.key}/cancel`}>
              計上を取り消す
            </LinkButton>
          ) : null}
          {isLive ? <LinkButton href={`${PAYABLE}/bill/${doc.key}/file`}>原本を載せる</LinkButton> : null}
          {open > 0 ? (
            <LinkButton tone="primary" href={`${PAYABLE}/payment/new?debt=b${doc.key}`}>
              支払登録
            </LinkButton>
          ) : null}
          <PrintButton className="max-desk:hidden" />
        </span>
      </header>
      <PrintedCompany />
      <PayableTabs current={`${PAYABLE}/bill`} />
      {doc.problem ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">{doc.problem}</p>
      ) : null}
      {open < 0 ? (
        <p className="print:hidden">
          この支払先への次の支払から差し引けます。<a href={`${PAYABLE}/due`}>支払予定表</a>
          で、支払う請求書と一緒に選んでください。
        </p>
      ) : null}
      <FactPanel
        columns={2}
        facts={[
          { label: "支払先", value: doc.partner_name },
          { label: "科目", value: EXPENSE_ACCOUNT_LABEL[doc.account] },
          { label: "請求日", value: formatDate(doc.bill_date) },
          { label: "受領日", value: formatDate(doc.received_date) },
          { label: "支払期日", value: formatDate(doc.due_date) },
          ...doc.by_rate.map(({ tax_rate, base, tax }) => ({
            label: rateLabel(tax_rate),
            value: `${formatYen(base)}　消費税 ${formatYen(tax)}`,
          })),
          { label: "金額（税込）", value: <b>{formatYen(doc.total)}</b> },
          { label: "支払済", value: formatYen(doc.paid) },
          { label: "残", value: formatYen(open) },
          {
            label: "登録番号",
            value: [doc.registration_number, deductionLabel(doc.deduction)].filter(Boolean).join("　"),
          },
          { label: "控除できる税", value: formatYen(doc.deductible) },
          doc.late !== null && {
            label: "遅延した請求書",
            value: <a href={debtHref(doc.late)}>{doc.late.reason}</a>,
          },
          { label: "備考", value: doc.note },
          { label: "登録", value: `${formatDateTime(doc.recorded_time)}　${doc.person}` },
          !isLive && {
            label: "取消",
            value: `${formatDateTime(doc.cancelled_time!)}　${doc.cancelled_by}　${doc.cancel_reason}`,
          },
          {
            label: "原本",
            value:
              doc.files.length > 0 &&
              doc.files.map((file) => (
                <a key={file.key} href={`/file/${file.key}`} className="mr-3 text-accent underline">
                  {file.name}
                </a>
              )),
          },
        ]}
      />
    </section>
  );
}
