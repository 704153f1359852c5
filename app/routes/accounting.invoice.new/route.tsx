import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Empty } from "~/components/list/Empty";
import {
  billable,
  type SinglePreview,
  singleMade,
  singleNew,
  singlePreview,
} from "~/lib/accounting/single.schema";
import { flash } from "~/lib/web/flash.server";
import { checkAgain } from "~/lib/web/refused.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Partner } from "./Partner";
import { SingleForm } from "./SingleForm";

export const meta = titled("都度請求");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const buyer_id = query.get("buyer_id") || undefined;
  const found = await api.get(billable, "/invoices/billable", { buyer_id });
  return json({
    ...found,
    buyer_id: buyer_id ?? "",
    deliveries: query.getAll("delivery"),
    idempotency_key: crypto.randomUUID(),
  });
}

/** Enter and 金額を確認する only count; what is issued is what was counted. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  return submit(args, singleNew, async (api, { seen, ...value }, key) => {
    const look = () => api.post(singlePreview, "/invoices/preview", value, crypto.randomUUID());
    if (form.get("go") !== "issue" || seen === undefined) {
      const reply = parseWithZod(form, { schema: z.object({}) }).reply();
      return json({ reply, idempotency_key: key, preview: await look() });
    }
    const { key: made, number } = await api
      .post(singleMade, "/invoices", { ...value, seen }, key)
      .catch(checkAgain(async () => ({ preview: await look() })));
    return flash(args, `/accounting/invoice/${made}`, `請求書 ${number} を発行しました。`);
  });
}

export default function InvoiceNew() {
  const { buyers, buyer_id, buyer_name, ...found } = useLoaderData<typeof loader>();
  const answer = useActionData() as (Reply & { preview?: SinglePreview }) | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>都度請求</h1>
      <p className="text-note text-muted">
        締めを待たずに、選んだ明細だけの請求書を発行します。期間は締まりません。締めのときは、この請求書に載せた明細を除いて請求します。
      </p>
      {buyers.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text="請求する依頼元がまだありません。"
            action={{ label: "依頼元を追加", href: "/setting/collaborator/new" }}
          />
        </div>
      ) : (
        <Partner buyers={buyers} buyer_id={buyer_id} />
      )}
      {buyer_name === null ? null : (
        <SingleForm
          {...found}
          buyer_id={buyer_id}
          buyer_name={buyer_name}
          reply={answer?.reply}
          preview={answer?.preview}
          idempotency_key={answer?.idempotency_key ?? found.idempotency_key}
        />
      )}
    </section>
  );
}
