import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Timeline } from "~/components/list/Timeline";
import { Papers, Waits } from "~/components/list/Waits";
import { issueFacts, lockFact, remarkFacts } from "~/components/paper/facts";
import { monthLabel } from "~/lib/accounting/invoice";
import { invoiceAnswers } from "~/lib/accounting/invoice.answer.schema";
import { invoiceKind, issueLabel } from "~/lib/accounting/invoice.schema";
import { invoiceStateLabel, invoiceTone } from "~/lib/accounting/invoice.state";
import { timelineOf } from "~/lib/accounting/log";
import { sendingFact } from "~/lib/accounting/sending";
import { unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate, today } from "~/lib/time/date";
import { formatPeriod } from "~/lib/time/period";
import { rateLabel } from "~/lib/vocabulary/document";
import { loadDocument } from "~/lib/web/document.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Answers } from "./Answers";
import { Glance } from "./Glance";
import { InvoiceActs } from "./InvoiceActs";
import { lineColumns } from "./lines";
import { isPaid, PaidBy } from "./PaidBy";
import { Pint } from "./Pint";
import { Related } from "./Related";
import { Summary } from "./Summary";
import { deliveriesOf, dueText, waitsOf } from "./waits";

export const meta = titledOf<{ doc: { number: string } }>("請求書", ({ doc }) => doc.number);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const answers = await api.get(invoiceAnswers, `/invoices/${args.params.key}/answers`);
  return json({ ...(await loadDocument(args, invoiceKind)), answers });
}

export default function Invoice() {
  const { doc, own, unread, answers } = useLoaderData<typeof loader>();
  const page = { ...unpaged(doc.lines), sums: { price: doc.subtotal } };
  const waits = waitsOf(doc, answers, own, today());
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>請求書 {doc.number}</h1>
        {issueLabel(doc) ? <Chip>{issueLabel(doc)}</Chip> : null}
        <Chip tone={invoiceTone(doc)}>{invoiceStateLabel(doc)}</Chip>
        <span>{own ? doc.buyer.name : doc.seller.name}</span>
        <InvoiceActs doc={doc} own={own} unread={unread} may_answer={answers.may_answer} waits={waits} />
      </header>
      <Waits waits={waits} />
      <Related doc={doc} />
      <Answers answers={answers} />
      <Glance doc={doc} own={own} />
      <Summary doc={doc} />
      <Papers kinds={[{ label: "納品書", papers: deliveriesOf(doc.lines), at: "/accounting/delivery" }]} />
      <h2>明細</h2>
      {doc.lines.length > 0 ? (
        <Table columns={visibleColumns(lineColumns, true)} page={page} title="明細" />
      ) : (
        <p className="text-muted">今回の売上はありません。</p>
      )}
      <h2>請求書の内容</h2>
      <FactPanel
        columns={2}
        facts={[
          own ? { label: "取引先", value: doc.buyer.name } : { label: "発行元", value: doc.seller.name },
          { label: "請求月", value: monthLabel(doc.ym) },
          !doc.is_single && {
            label: "期間",
            value: formatPeriod({ start: doc.start_date, end: doc.end_date }),
          },
          { label: "請求日", value: formatDate(doc.invoice_date) },
          {
            label: own ? "入金期日" : "支払期日",
            value: dueText(doc),
          },
          { label: "登録番号", value: doc.seller.registration_number },
          ...doc.by_rate.map(({ tax_rate, base, tax }) => ({
            label: rateLabel(tax_rate),
            value: `${formatYen(base)}（消費税 ${formatYen(tax)}）`,
          })),
          doc.paid !== null && { label: "入金済・充当済", value: formatYen(doc.paid) },
          doc.open !== null && {
            label: "残額",
            value: <b className={doc.state === "overdue" ? "text-bad" : ""}>{formatYen(doc.open)}</b>,
          },
          isPaid(doc) && { label: "消込", value: <PaidBy doc={doc} /> },
          { label: "電子データ", value: <Pint doc={doc} unread={unread} /> },
          ...issueFacts(doc, own),
          own && { label: "送付", value: sendingFact(doc.sendings) },
          own && lockFact(doc, doc.is_single || doc.correction ? "取消" : "締め解除"),
          ...remarkFacts(doc),
        ]}
      />
      <h2>履歴</h2>
      <Timeline entries={timelineOf(doc.log).reverse()} />
    </section>
  );
}
