import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Timeline } from "~/components/list/Timeline";
import { remarkFacts } from "~/components/paper/facts";
import { monthLabel } from "~/lib/accounting/invoice";
import { timelineOf } from "~/lib/accounting/log";
import { unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { deductionLabel } from "~/lib/payable/bill";
import { selfBillDetail } from "~/lib/selfbill/selfbill.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { rateLabel } from "~/lib/vocabulary/document";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { SELF_BILL_STATE_LABEL, SELF_BILL_TONE, SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { lineColumns } from "../accounting.invoice.$key._index/lines";
import { SelfBillTabs } from "../shared/selfbill.tabs";
import { Acts } from "./Acts";
import { Said } from "./Said";

export const meta = titledOf<{ doc: { number: string } }>("支払通知書", ({ doc }) => doc.number);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const doc = await api.get(selfBillDetail, `/self-bills/${args.params.key}`);
  return json({ doc, company_type: who.company_type, unread: isUnread(doc.seller_id, doc, who) });
}

export default function SelfBillPage() {
  const { doc, company_type, unread } = useLoaderData<typeof loader>();
  const mails =
    doc.num_mails === 0 ? "チャット" : `チャット・メール${doc.num_mails}通（うち届いた${doc.num_taken}通）`;
  const link = (one: typeof doc.replaces) =>
    one ? <a href={`${SELF_BILLS}/${one.key}`}>{one.number}</a> : null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>支払通知書 {doc.number}</h1>
        <Chip tone={SELF_BILL_TONE[doc.state]}>{SELF_BILL_STATE_LABEL[doc.state]}</Chip>
        <Acts doc={doc} unread={unread} />
      </header>
      {doc.is_payer ? <SelfBillTabs company_type={company_type} /> : null}
      <Said doc={doc} />
      <FactPanel
        columns={2}
        facts={[
          {
            label: doc.is_payer ? "支払先" : "発行元",
            value: doc.is_payer ? doc.seller.name : doc.buyer.name,
          },
          { label: "対象月", value: monthLabel(doc.ym) },
          { label: "金額（税込）", value: <b>{formatYen(doc.total)}</b> },
          ...doc.by_rate.map(({ tax_rate, base, tax }) => ({
            label: rateLabel(tax_rate),
            value: `${formatYen(base)}（消費税 ${formatYen(tax)}）`,
          })),
          { label: "支払期日", value: formatDate(doc.due_date) },
          doc.paid !== null && { label: "支払済", value: formatYen(doc.paid) },
          {
            label: "支払先の登録番号",
            value: doc.seller.registration_number ?? "なし（区分記載）",
          },
          doc.is_payer && {
            label: "仕入税額控除",
            value: `${deductionLabel(doc.deduction)}${doc.is_creditable ? "" : "・確認されるまで使えません"}`,
          },
          { label: "確認", value: doc.confirmation },
          {
            label: "取り決め",
            value: `第${doc.agreement.version}版　${formatDateTime(doc.agreement.said_time)} ${doc.agreement.company_name} 同意`,
          },
          { label: "印字の文", value: doc.words },
          { label: "版", value: `第${doc.edition}版` },
          doc.replaces !== null && { label: "前の版", value: link(doc.replaces) },
          doc.replaced_by !== null && { label: "次の版", value: link(doc.replaced_by) },
          { label: "送付", value: `${formatDateTime(doc.sent_time)}　${mails}` },
          { label: "閲覧", value: doc.viewed_time ? formatDateTime(doc.viewed_time) : "未" },
          { label: "担当", value: doc.person },
          doc.is_payer &&
            doc.cannot_cancel !== null &&
            doc.cancelled_time === null && {
              label: "取消",
              value: <span className="text-note text-muted">{doc.cannot_cancel}</span>,
            },
          ...remarkFacts(doc),
        ]}
      />
      <h2>明細</h2>
      <Table columns={visibleColumns(lineColumns, true)} page={unpaged(doc.lines)} title="明細" />
      <h2>履歴</h2>
      <Timeline entries={timelineOf(doc.log)} />
    </section>
  );
}
