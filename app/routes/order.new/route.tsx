import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { issuingPerson } from "~/lib/api/who";
import { pageOf } from "~/lib/list/list.schema";
import { copied, productOption, type Typed } from "~/lib/order/order.draft";
import { type OrderRow, order, orderCheck, orderMade, orderRow } from "~/lib/order/order.row.schema";
import { orderForm, orderSending } from "~/lib/order/order.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { destinations } from "~/lib/partner/destination.schema";
import { products } from "~/lib/product/product.schema";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { flash } from "~/lib/web/flash.server";
import { takeLines } from "~/lib/web/order.lines.server";
import { checkAgain } from "~/lib/web/refused.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Drafts } from "./Drafts";
import { type Answer, OrderForm } from "./OrderForm";
import { Recent } from "./Recent";
import { Seller } from "./Seller";

export const meta = titled("外注依頼");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const earlier = query.get("from") ?? "";
  const { items: sellers } = await api.get(collaborators, "/factories/collaborators", { side: "seller" });
  const from = /^\d{1,15}$/.test(earlier) ? await api.get(order, `/orders/${earlier}`) : null;
  const last =
    from || query.has("seller_id") ? null : await api.get(pageOf(orderRow), "/orders", { size: 1 });
  const wanted = from?.seller_id ?? query.get("seller_id") ?? last?.items[0]?.seller_id;
  const seller = sellers.find((one) => one.id === wanted) ?? sellers[0];
  const buyer = who.company_name;
  if (!seller) return json({ sellers, buyer, recent: [], form: null });

  const [self, places, offered, recent] = await Promise.all([
    api.get(factorySelf, "/factories/self"),
    api.get(destinations, `/factories/${who.company_id}/destinations`),
    api.get(products, "/products", { seller_id: seller.id, size: 60 }),
    api.get(pageOf(orderRow), "/orders", { seller_id: seller.id, size: 5 }),
  ]);
  const usual = places.items.find((place) => place.is_default) ?? places.items[0];
  const values: Typed = {
    order_date: today(),
    person: issuingPerson(who) ?? "",
    inspection_days: String(self.meta.inspection_days),
    payment_method: seller.payment_method,
    maturity: seller.maturity === null ? "" : String(seller.maturity),
    maturity_unit: seller.maturity_unit ?? "days",
    destination_id: usual ? String(usual.destination_id) : "",
    lines: [{}, {}, {}],
    ...(from && copied(from)),
    seller_id: seller.id,
  };
  return json({
    sellers,
    buyer,
    recent: recent.items,
    form: {
      seller,
      values,
      idempotency_key: crypto.randomUUID(),
      products: offered.items.map(productOption),
      places: places.items.map((place) => ({ value: String(place.destination_id), label: place.name })),
    },
  });
}

/**
 * 明細に入れる fills the form from a file; 内容を確認する shows what would be sent and keeps the key, so that
 * sending afterwards has one effect. Nothing but 依頼を送信する sends, and it sends what was shown.
 */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const pressed = (await formOf(args)).get("step");
  if (pressed === "lines") return takeLines(args);
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
  const { sellers, buyer, recent, form } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>外注依頼</h1>
      {form ? (
        <>
          <Drafts />
          <Seller sellers={sellers} seller={form.seller} />
          <Recent orders={recent as OrderRow[]} />
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
