import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Alert } from "~/components/frame/Alert";
import { Empty } from "~/components/list/Empty";
import { type OrderRow, orderCheck, orderMade } from "~/lib/order/order.row.schema";
import { orderForm, orderSending } from "~/lib/order/order.schema";
import { flash } from "~/lib/web/flash.server";
import { dropBlankLines } from "~/lib/web/order.blank.server";
import { isDraftStep, takeDraft } from "~/lib/web/order.draft.server";
import { takeEarlier, takePrices } from "~/lib/web/order.fill.server";
import { takeLines } from "~/lib/web/order.lines.server";
import { nameProducts } from "~/lib/web/order.products.server";
import { checkAgain } from "~/lib/web/refused.server";
import { tellStocks } from "~/lib/web/stock.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf, type Visitor } from "~/lib/web/visit.server";
import { DraftRows, LocalDrafts } from "./Drafts";
import { loadOrderNew } from "./load";
import { type Answer, OrderForm } from "./OrderForm";
import { Recent } from "./Recent";
import { Seller } from "./Seller";

export const meta = titled("外注依頼");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadOrderNew(await enter(args), new URL(args.request.url).searchParams);
  return json(data, { status: data.gone ? 404 : 200 });
}

export async function action(args: ActionFunctionArgs) {
  const visitor = await enter(args);
  return tellStocks(visitor, await pressedOn(args, visitor));
}

/**
 * 明細に入れる fills the form from a file; 内容を確認する shows what would be sent and keeps the key, so that
 * sending afterwards has one effect. Nothing but 依頼を送信する sends, and it sends what was shown.
 */
async function pressedOn(args: ActionFunctionArgs, visitor: Visitor): Promise<Response> {
  const posted = await formOf(args);
  const pressed = String(posted.get("step"));
  if (pressed === "lines") return takeLines(args);
  if (isDraftStep(pressed)) return takeDraft(args, pressed);
  if (pressed === "prices") return takePrices(args);
  if (/^(previous|repeat( \d+){3})$/.test(pressed)) return takeEarlier(args, pressed);
  if (pressed === "check" || pressed === "send") dropBlankLines(posted);
  await nameProducts(visitor.api, posted);
  const sends = pressed === "send";
  return submit(args, sends ? orderSending : orderForm, async (api, { step: _, ...value }, key) => {
    const checked = () =>
      api.post(orderCheck, "/orders/check", { ...value, seen: undefined }, crypto.randomUUID());
    if (!sends)
      return json({
        reply: parseWithZod(await formOf(args), { schema: orderForm }).reply(),
        idempotency_key: key,
        check: await checked(),
      });
    const made = await api
      .post(orderMade, "/orders", value, key)
      .catch(checkAgain(async () => ({ check: await checked() })));
    return flash(
      args,
      `/order/${made.key}`,
      `依頼 ${made.order_id} を送信しました。依頼先の新規依頼に入りました。`,
    );
  });
}

export default function OrderNew() {
  const { sellers, buyer, gone, ended, left, drafts, templates, recent, form } =
    useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <h1 className="led">外注依頼</h1>
        {drafts.length > 0 ? null : <a href="/order/draft">下書き</a>}
        {templates.length > 0 ? null : <a href="/order/template">ひな形</a>}
        {form ? (
          <>
            <Recent orders={recent as OrderRow[]} />
            <DraftRows rows={drafts} />
            <DraftRows rows={templates} template />
          </>
        ) : null}
      </header>
      {gone ? (
        <Alert tone="warn">
          この下書きは、ほかの人が送信したか削除しました。<a href="/order">外注依頼書</a>
          の一覧を確かめてください。
        </Alert>
      ) : null}
      {ended ? (
        <Alert tone="warn">
          もとの依頼先とは取引が終わっているため、内容は入れていません。別の依頼先に新しく依頼できます。
        </Alert>
      ) : null}
      {left.map((sentence) => (
        <p key={sentence} role="status" className="rounded border border-line bg-surface px-4 py-2">
          {sentence}
        </p>
      ))}
      {form ? (
        <>
          <LocalDrafts />
          <Seller sellers={sellers} seller={form.seller} />
          <OrderForm key={form.seller.id} form={form} answer={answer} buyer={buyer} />
        </>
      ) : (
        <Empty
          text="依頼先がまだありません。依頼先か運営にご連絡ください。"
          action={{ label: "外注依頼書を見る", href: "/order" }}
        />
      )}
    </section>
  );
}
