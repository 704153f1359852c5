import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { Waits } from "~/components/list/Waits";
import { issueFacts, lockFact, remarkFacts } from "~/components/paper/facts";
import { deliveryAct } from "~/lib/accounting/delivery.act.schema";
import { sheetsOf } from "~/lib/accounting/delivery.paper";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { changed } from "~/lib/accounting/document.schema";
import { inspectionSheet } from "~/lib/accounting/inspection.schema";
import { timelineOf } from "~/lib/accounting/log";
import { sendingFact } from "~/lib/accounting/sending";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { rateLabel } from "~/lib/vocabulary/document";
import { ApiError } from "~/lib/web/api.server";
import { isCertified } from "~/lib/web/certificate.server";
import { loadDocument } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { DeliveryActs } from "./DeliveryActs";
import { DeliveryLines } from "./DeliveryLines";
import { Glance } from "./Glance";
import { Inspection } from "./Inspection";
import { verdictOf, waitsOf } from "./waits";

export const meta = titledOf<{ doc: { number: string } }>("納品書", ({ doc }) => doc.number);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const sheet = await api.get(inspectionSheet, `/deliveries/${args.params.key}/inspection`);
  const read = await loadDocument(args, deliveryKind);
  return json({ ...read, sheet, certified: await isCertified(api, read.doc) });
}

const DONE = {
  postpone: "翌月の請求に回しました。",
  back: "もとの請求月に戻しました。",
  reopen: "打切を取り消しました。残りは未納品に戻りました。",
};

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, deliveryAct, async (api, { act, ids, line_no, version }, idempotency_key) => {
    const [path, body] =
      act === "reopen" ? ["reopen", { line_no }] : ["postpone", { line_nos: ids, back: act === "back" }];
    try {
      await api.post(
        changed,
        `/deliveries/${key}/${path}`,
        { version, ...body },
        `${act}.${idempotency_key}`,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return flash(args, `/accounting/delivery/${key}`, error.detail, "error");
    }
    return flash(args, `/accounting/delivery/${key}`, DONE[act]);
  });
}

export default function Delivery() {
  const { doc, own, unread, sheet, certified } = useLoaderData<typeof loader>();
  const waits = waitsOf(sheet);
  const verdict = verdictOf(doc.state, sheet.lines);
  const rates = doc.by_rate
    .map(({ tax_rate, base, tax }) => `${rateLabel(tax_rate)} ${formatYen(base)}（消費税 ${formatYen(tax)}）`)
    .join("、");
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>納品書 {doc.number}</h1>
        {waits.length === 0 ? <Chip tone={verdict.tone}>{verdict.text}</Chip> : null}
        <span>{own ? doc.buyer.name : doc.seller.name}</span>
        <DeliveryActs certified={certified} doc={doc} own={own} unread={unread} waits={waits.length > 0} />
      </header>
      <Waits waits={waits} />
      <Glance doc={doc} sheet={sheet} />
      <h2>明細</h2>
      <DeliveryLines doc={doc} own={own} />
      <Inspection sheet={sheet} />
      <h2>納品書の内容</h2>
      <FactPanel
        columns={2}
        facts={[
          own ? { label: "取引先", value: doc.buyer.name } : { label: "発行元", value: doc.seller.name },
          { label: "納品日", value: formatDate(doc.delivery_date) },
          doc.by_rate.length > 1 && { label: "税率別", value: rates },
          { label: "納入先", value: doc.destination },
          ...issueFacts(doc, own),
          own && { label: "送付", value: sendingFact(doc.sendings) },
          {
            label: "印字",
            value: `${doc.show_amounts ? "金額あり" : "金額なし"}${sheetsOf(null, doc).includes("receipt") ? "・受領書つき" : ""}`,
          },
          own && lockFact(doc, "取消"),
          ...remarkFacts(doc),
        ]}
      />
      <h2>履歴</h2>
      <Timeline entries={timelineOf(doc.log).reverse()} />
    </section>
  );
}
