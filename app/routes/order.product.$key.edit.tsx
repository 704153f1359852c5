import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { typedQuote } from "~/lib/quote/quote.form";
import { quoteDetail, quoteMade } from "~/lib/quote/quote.row.schema";
import { quoteInput } from "~/lib/quote/quote.schema";
import { flash } from "~/lib/web/flash.server";
import { quoteChoices } from "~/lib/web/quote.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { QuoteForm } from "~/routes/order.product.new/QuoteForm";

export const meta = titled("見積依頼の下書き");

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const found = await visitor.api.get(quoteDetail, `/quotes/${args.params.key}`);
  if (found.status !== "draft") return redirect(`/order/product/${found.key}`);
  const { usual: _, ...choices } = await quoteChoices(visitor);
  return json({
    ...choices,
    values: typedQuote(found, true),
    version: found.version,
    path: `/order/product/${found.key}`,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, quoteInput, async (api, value) => {
    await api.put(quoteMade, `/quotes/${key}`, value);
    return flash(args, `/order/product/${key}`, "下書きを保存しました。内容を確認して送信してください。");
  });
}

export default function QuoteEdit() {
  const { path, values, version, idempotency_key, ...choices } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>見積依頼の下書き</h1>
      <QuoteForm
        {...choices}
        values={values}
        version={version}
        reply={again?.reply}
        idempotency_key={again?.idempotency_key ?? idempotency_key}
        cancel={path}
      />
    </section>
  );
}
