import { z } from "zod";
import { issuingPerson } from "~/lib/api/who";
import { pageOf } from "~/lib/list/list.schema";
import { type DraftDetail, draftRow } from "~/lib/order/draft.schema";
import { copied, productOption, type Typed, toolingOf } from "~/lib/order/order.draft";
import { order, orderRow } from "~/lib/order/order.row.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { destinations, placeSaid } from "~/lib/partner/destination.schema";
import { products } from "~/lib/product/product.schema";
import { leftOut, typedOrder } from "~/lib/quote/award.order";
import { type AwardOrder, awardOrder } from "~/lib/quote/award.row.schema";
import { today } from "~/lib/time/date";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import type { Api } from "~/lib/web/api.server";
import { findOrderDraft, resumed } from "~/lib/web/order.draft.server";
import { withProductsNamed } from "~/lib/web/order.products.server";
import { withStock, withStocks } from "~/lib/web/stock.server";
import type { Visitor } from "~/lib/web/visit.server";

const rows = z.object({ items: z.array(draftRow) });

/** What the form begins with: a 下書き, a ひな形, an earlier order, a 見積 that was chosen, or nothing. */
type Begun = {
  gone: boolean;
  seller_id?: string;
  values?: Typed;
  idempotency_key?: string;
  draft?: DraftDetail;
  award?: AwardOrder;
  /** What it is not filled with, in sentences. */
  left?: string[];
};

async function begun(api: Api, query: URLSearchParams): Promise<Begun> {
  const asked = (name: string) => {
    const key = query.get(name) ?? "";
    return /^\d{1,15}$/.test(key) ? key : null;
  };
  const kept = asked("draft") ?? asked("template");
  const draft = kept === null ? null : await findOrderDraft(api, kept);
  const gone = kept !== null && draft === null;
  const from = asked("from");
  const earlier = from === null ? null : await api.get(order, `/orders/${from}`);
  const [quote, chosen] = [asked("quote"), asked("award")];
  const award = quote && chosen ? await api.get(awardOrder, `/quotes/${quote}/awards/${chosen}`) : null;
  if (draft) return { gone, seller_id: draft.seller_id, ...resumed(draft), draft };
  if (award)
    return { gone, seller_id: award.seller_id, values: typedOrder(award), award, left: leftOut(award) };
  if (earlier) {
    const left = toolingOf(earlier).map(({ name }) => `「${name}」は1回だけのものなので、入れていません。`);
    return { gone, seller_id: earlier.seller_id, values: copied(earlier), left };
  }
  return { gone };
}

export async function loadOrderNew(visitor: Visitor, query: URLSearchParams) {
  const { api, who } = visitor;
  const { items: sellers } = await api.get(collaborators, "/factories/collaborators", { side: "seller" });
  const asked = await begun(api, query);
  // An ended partner's products and prices are no other company's.
  const ended = asked.seller_id !== undefined && !sellers.some((one) => one.id === asked.seller_id);
  const begin: Begun = ended ? { gone: asked.gone } : asked;
  const last =
    begin.seller_id || query.has("seller_id")
      ? null
      : await api.get(pageOf(orderRow), "/orders", { size: 1 });
  const wanted = begin.seller_id ?? query.get("seller_id") ?? last?.items[0]?.seller_id;
  const seller = sellers.find((one) => one.id === wanted) ?? sellers[0];
  const head = { sellers, buyer: who.company_name, gone: begin.gone, ended, left: begin.left ?? [] };
  if (!seller) return { ...head, drafts: [], templates: [], recent: [], form: null };

  const [self, places, offered, recent, drafts, templates] = await Promise.all([
    api.get(factorySelf, "/factories/self"),
    api.get(destinations, `/factories/${who.company_id}/destinations`),
    api.get(products, "/products", { seller_id: seller.id, size: 60 }),
    api.get(pageOf(orderRow), "/orders", { seller_id: seller.id, size: 5 }),
    api.get(rows, "/orders/drafts"),
    api.get(rows, "/orders/templates"),
  ]);
  const lines = begin.values?.lines && (await withProductsNamed(api, seller.id, begin.values.lines));
  const usual = places.items.find((place) => place.is_default) ?? places.items[0];
  const usually: Typed = {
    order_date: today(),
    person: issuingPerson(who) ?? "",
    inspection_days: String(self.meta.inspection_days),
    payment_method: seller.payment_method,
    maturity: seller.maturity === null ? "" : String(seller.maturity),
    maturity_unit: seller.maturity_unit ?? "days",
    destination_id: usual ? String(usual.destination_id) : "",
    lines: [{}, {}, {}],
  };
  // What was emptied in a 下書き stays empty.
  const draft = begin.draft?.template_name === null ? begin.draft : null;
  const base = draft ? {} : usually;
  return {
    ...head,
    drafts: drafts.items.filter((one) => one.key !== begin.draft?.key),
    templates: templates.items,
    recent: recent.items,
    form: {
      seller,
      values: await withStocks(visitor, {
        ...base,
        ...begin.values,
        ...(begin.award?.destination && placeSaid(places.items, begin.award.destination)),
        ...(lines && { lines }),
        seller_id: seller.id,
      } as Typed),
      idempotency_key: begin.idempotency_key ?? crypto.randomUUID(),
      draft: draft && { name: draft.name, updated_time: draft.updated_time },
      files: begin.draft?.files ?? [],
      products: await withStock(visitor, offered.items.map(productOption)),
      places: places.items.map((place) => ({ value: String(place.destination_id), label: place.name })),
    },
  };
}
