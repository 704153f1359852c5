import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import type { Option } from "~/lib/list/option";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { productCategories } from "~/lib/product/product.master.schema";
import { breakdowns } from "~/lib/stock/breakdown.schema";
import { COUNTING, INVENTORY, shelfLabels, stockList, THRESHOLDS, type Typing } from "~/lib/stock/stock.list";
import { stockPage } from "~/lib/stock/stock.schema";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { STOCK_KINDS, VALUATION_LABEL } from "~/lib/vocabulary/stock";
import { askAll } from "~/lib/web/bulk.server";
import { loadList } from "~/lib/web/list.server";
import { enterStock, STOCKS_MAX, saveThresholds, stockKinds } from "~/lib/web/stock.server";
import { titledOf } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { StockTabs } from "../shared/stock.tabs";
import { StockStrip } from "./StockStrip";
import { Thresholds } from "./Thresholds";

type Kinds = { kinds: Option[]; filter: { buyer_id?: string } };
export const meta = titledOf<Kinds>(
  "在庫管理",
  ({ kinds, filter }) => kinds.find(({ value }) => value === filter.buyer_id)?.label,
);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const isOwner = who.company_type === "buyer";
  const buyer_id = new URL(args.request.url).searchParams.get("buyer_id") ?? undefined;
  const [data, whole, { items }, self, { items: categories }] = await Promise.all([
    loadList(args, stockList()),
    api.get(stockPage, INVENTORY, { buyer_id, size: 1 }),
    api.get(collaborators, "/factories/collaborators", { side: isOwner ? "seller" : "buyer" }),
    isOwner ? null : api.get(factorySelf, "/factories/self"),
    isOwner ? { items: [] } : api.get(productCategories, "/products/categories"),
  ]);
  const ids = data.page.items
    .filter((row) => row.num_arriving !== "0" || row.num_shipping !== "0")
    .map((row) => row.product_id);
  const opened =
    isOwner || ids.length === 0
      ? { items: [] }
      : await api.get(breakdowns, `${INVENTORY}/breakdown`, { ids });
  return json({
    ...data,
    opened: opened.items,
    isOwner,
    whole,
    valuation: self && VALUATION_LABEL[self.meta.stock_valuation],
    kinds: stockKinds(args),
    categories: categories.map((value) => ({ value, label: value })),
    owners: items.map(({ id, name }) => ({ value: id, label: name })),
    csv: `${INVENTORY}.csv?${new URLSearchParams(data.filter)}`,
  });
}

const ACTS = {
  replenish: "補充カードを作る",
  threshold: "しきい値を一括で変える",
  label: "棚札を印刷",
  count: "棚卸対象にする",
};

export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  const form = await formOf(args);
  if (form.get("act") === THRESHOLDS) return saveThresholds(args);
  const asked = await askAll(args, stockList() as never, ACTS, STOCKS_MAX);
  if (asked) return asked;
  const act = String(form.get("act"));
  const ids = new URLSearchParams(form.getAll("ids").map((id) => ["ids", String(id)]));
  if (!Object.hasOwn(ACTS, act) || ids.size === 0) return redirect(INVENTORY, 303);
  if (act === "label") return redirect(shelfLabels(ids), 303);
  if (act === "count") return redirect(`${COUNTING}?${ids}`, 303);
  return redirect(`${INVENTORY}/${act}?${ids}`, 303);
}

export default function Inventory() {
  const { isOwner, whole, valuation, kinds, owners, categories, opened, filter, ...data } =
    useLoaderData<typeof loader>();
  const given = useActionData() as { typing?: Typing } | undefined;
  const typing = isOwner ? null : (given?.typing ?? { values: {}, errors: {} });
  const kind = STOCK_KINDS[kinds.findIndex(({ value }) => value === filter.buyer_id)];
  const wrong = Object.values(typing?.errors ?? {});
  return (
    <section className="grid min-w-0 grid-cols-1 gap-2">
      <StockTabs kinds={kinds} current={filter.buyer_id} isOwner={isOwner} amounts={data.amounts} />
      <StockStrip
        page={whole}
        buyer_id={filter.buyer_id}
        state={filter.state}
        kind={kind}
        valuation={valuation}
      />
      <ListPage
        {...data}
        list={stockList({ kinds, owners, categories, typing, isOwner, opened, amounts: data.amounts })}
        filter={filter}
        under
        intake={isOwner ? undefined : `${INVENTORY}/import`}
        answer={bulkAnswer(given)}
        bulk={
          isOwner ? undefined : (
            <>
              {Object.entries(ACTS).map(([act, label]) => (
                <Button key={act} name="act" value={act}>
                  {label}
                </Button>
              ))}
            </>
          )
        }
      >
        {wrong.length > 0 ? (
          <p role="alert" data-summary tabIndex={-1} className="error">
            {wrong[0]}
          </p>
        ) : null}
      </ListPage>
      {isOwner ? null : <Thresholds rows={data.page.items.length} />}
    </section>
  );
}
