import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { issuingPerson } from "~/lib/api/who";
import { fileRow } from "~/lib/file/file.schema";
import { typedQuote } from "~/lib/quote/quote.form";
import { quoteDetail, quoteMade } from "~/lib/quote/quote.row.schema";
import { quoteInput } from "~/lib/quote/quote.schema";
import { addBusinessDays } from "~/lib/time/businessday";
import { today } from "~/lib/time/date";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { quoteChoices } from "~/lib/web/quote.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { QuoteForm } from "./QuoteForm";

export const meta = titled("見積依頼");
const DAYS_TO_ANSWER = 5;

/** ?from= an earlier request, ?product_id= or the facts of an order's line. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const query = new URL(args.request.url).searchParams;
  const from = query.get("from") ?? "";
  const earlier = /^\d{1,15}$/.test(from) ? await api.get(quoteDetail, `/quotes/${from}`) : null;
  const { usual, ...choices } = await quoteChoices(visitor, query.get("destination_id") ?? "");
  const values = {
    deadline: addBusinessDays(today(), DAYS_TO_ANSWER),
    person: issuingPerson(who) ?? "",
    order_unit: "piece",
    destination: usual,
    ...(earlier ? typedQuote(earlier, false) : {}),
    ...lineOf(query),
  };
  return json({ ...choices, values, idempotency_key: crypto.randomUUID() });
}

/** A line whose price is not settled comes with what was typed of it. */
function lineOf(query: URLSearchParams) {
  const names = [
    "product_id",
    "name",
    "drawing_no",
    "drawing_revision",
    "order_unit",
    "wish_date",
    "destination",
  ];
  const said = names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 300)]] : []));
  const [seller, num] = [query.get("seller_id"), query.get("num_items")];
  const files = query.get("order_files") ?? "";
  return {
    ...Object.fromEntries(said),
    ...(seller && { seller_ids: [seller.slice(0, 40)] }),
    ...(/^[\w -]{22,960}$/.test(files) && { order_files: files }),
    ...(num && { quantities: [num.slice(0, 20)] }),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, quoteInput, async (api, value, key) => {
    const made = await api.post(quoteMade, "/quotes", value, key);
    const files = filesForm(await formOf(args));
    if (files.has("files"))
      await api.upload(fileRow.array(), `/quotes/${made.key}/files`, files, `${key.slice(0, 190)}.files`);
    return flash(
      args,
      `/order/product/${made.key}`,
      "下書きを保存しました。内容を確認して送信してください。",
    );
  });
}

export default function QuoteNew() {
  const { values, idempotency_key, ...choices } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>見積依頼</h1>
      {choices.sellers.length === 0 ? (
        <Empty
          text="依頼先がまだありません。依頼先か運営にご連絡ください。"
          action={{ label: "見積依頼の一覧", href: "/order/product" }}
        />
      ) : (
        <QuoteForm
          {...choices}
          values={values}
          reply={again?.reply}
          idempotency_key={again?.idempotency_key ?? idempotency_key}
          cancel="/order/product"
        />
      )}
    </section>
  );
}
