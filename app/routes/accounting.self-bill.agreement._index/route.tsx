import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { agreementMade, agreementNew, agreements } from "~/lib/selfbill/agreement.schema";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { SelfBillTabs } from "../shared/selfbill.tabs";
import { Partner } from "./Partner";
import { Propose } from "./Propose";

export const meta = titled("支払通知書の取り決め");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(agreements, "/self-bills/agreements");
  return json({ items, company_type: who.company_type, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, agreementNew, async (api, value, idempotency_key) => {
    await api.post(agreementMade, "/self-bills/agreements", value, idempotency_key);
    return flash(
      args,
      `${SELF_BILLS}/agreement`,
      "取り決めを提案しました。支払先が同意すると、支払通知書を発行できます。",
    );
  });
}

export default function Agreements() {
  const { items, company_type, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [paid, paying] = [
    items.filter((one) => one.is_payer),
    items.filter((one) => !one.is_payer && one.log.length > 0),
  ];
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>支払通知書の取り決め</h1>
      <SelfBillTabs company_type={company_type} />
      <p className="text-muted">
        取り決めた支払先には、受け取った分の支払通知書（仕入明細書）を、先方の請求書の代わりに発行します。同じ納品を、請求書と支払通知書の両方に載せることはできません。
      </p>
      <h2>支払先</h2>
      {paid.length === 0 ? <Empty text="支払先がまだありません。" /> : null}
      {paid.map((one) => (
        <Partner key={one.partner_id} row={one} />
      ))}
      {paid.length > 0 ? (
        <Propose
          partners={paid}
          reply={answer?.reply}
          idempotency_key={answer?.idempotency_key ?? idempotency_key}
        />
      ) : null}
      {paying.length > 0 ? <h2>依頼元（当社に支払う会社）</h2> : null}
      {paying.map((one) => (
        <Partner key={one.partner_id} row={one} />
      ))}
    </section>
  );
}
