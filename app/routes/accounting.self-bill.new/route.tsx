import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Empty } from "~/components/list/Empty";
import {
  type SelfBillPreview,
  selfBillMade,
  selfBillNew,
  selfBillPreview,
  selfBillSources,
} from "~/lib/selfbill/selfbill.schema";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { flash } from "~/lib/web/flash.server";
import { checkAgain } from "~/lib/web/refused.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { SelfBillTabs } from "../shared/selfbill.tabs";
import { Choice } from "./Choice";
import { IssueForm } from "./IssueForm";
import { Undelivered } from "./Undelivered";

export const meta = titled("支払通知書を作る");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const asked = (name: string) => query.get(name) || undefined;
  const found = await api.get(selfBillSources, "/self-bills/sources", {
    partner_id: asked("partner_id"),
    ym: asked("ym"),
    replaces: asked("replaces"),
  });
  return json({
    ...found,
    company_type: who.company_type,
    partner_id: asked("partner_id") ?? "",
    idempotency_key: crypto.randomUUID(),
  });
}

/** Enter and 金額を確認する only count; what is issued is what was counted. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  return submit(args, selfBillNew, async (api, { seen, ...value }, key) => {
    const look = () => api.post(selfBillPreview, "/self-bills/preview", value, crypto.randomUUID());
    if (form.get("go") !== "issue" || seen === undefined) {
      const reply = parseWithZod(form, { schema: z.object({}) }).reply();
      return json({ reply, idempotency_key: key, preview: await look() });
    }
    const made = await api
      .post(selfBillMade, "/self-bills", { ...value, seen }, key)
      .catch(checkAgain(async () => ({ preview: await look() })));
    const mails = made.num_mails === 0 ? "メールを受け取る人なし" : `メール${made.num_mails}通`;
    return flash(
      args,
      `${SELF_BILLS}/${made.key}`,
      `支払通知書 ${made.number} を発行し、送付しました（${mails}）。`,
    );
  });
}

export default function SelfBillNew() {
  const { partners, partner_id, partner_name, company_type, ...found } = useLoaderData<typeof loader>();
  const answer = useActionData() as (Reply & { preview?: SelfBillPreview }) | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>支払通知書を作る</h1>
      <SelfBillTabs company_type={company_type} />
      <p className="text-note text-muted">
        受け取った分のうち、まだ請求書にも支払通知書にも載っていない明細から作ります。発行すると、支払先に送られ、支払予定に入ります。
      </p>
      {partners.length === 0 ? (
        <Empty text="支払先がまだありません。" />
      ) : (
        <Choice partners={partners} partner_id={partner_id} ym={found.ym} />
      )}
      {partner_name !== null && found.words === null ? (
        <Empty
          text={`${partner_name}とは、支払通知書を請求書の代わりにする取り決めがありません。`}
          action={{ label: "取り決めを提案する", href: `${SELF_BILLS}/agreement` }}
        />
      ) : null}
      {partner_name !== null && found.words !== null ? (
        <IssueForm
          {...found}
          words={found.words}
          partner_id={partner_id}
          partner_name={partner_name}
          reply={answer?.reply}
          preview={answer?.preview}
          idempotency_key={answer?.idempotency_key ?? found.idempotency_key}
        />
      ) : null}
      {found.words === null ? null : (
        <Undelivered
          receipts={found.receipts}
          room={found.room}
          partner_id={partner_id}
          ym={found.ym}
          books={company_type !== "buyer"}
        />
      )}
    </section>
  );
}
