import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { chips, FilterBar, isWrong, listHref } from "~/components/list/FilterBar";
import { countText, Paging } from "~/components/list/Paging";
import { Tabs } from "~/components/list/Tabs";
import { sheetList, VIEW_LABEL } from "~/lib/stocktake/stocktake.list";
import { stocktakeViews, VIEWS } from "~/lib/stocktake/stocktake.schema";
import { loadList } from "~/lib/web/list.server";
import type { Saved } from "~/lib/web/stocktake.rows.server";
import { actOnSheet } from "~/lib/web/stocktake.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "./Head";
import { SheetForm } from "./SheetForm";

export const meta = titledOf<{ sheet: { name: string } }>("棚卸", ({ sheet }) => sheet.name);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const key = Number(args.params.key);
  const [sheet, data] = await Promise.all([
    api.get(stocktakeViews, `/inventory/stocktakes/${key}`),
    loadList(args, sheetList(key)),
  ]);
  return json({
    sheet,
    page: data.page,
    filter: data.filter,
    amounts: data.amounts,
    company_id: who.company_id ?? "",
    me: who.name,
    acting: who.acting ? who.company_id : null,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  return actOnSheet(args, api, Number(args.params.key));
}

export default function Stocktake() {
  const data = useLoaderData<typeof loader>();
  const saved = useActionData() as Saved | undefined;
  const { sheet, page, filter } = data;
  const list = sheetList(sheet.key);
  const isHere = new Set(page.items.map(({ product_id }) => product_id));
  const rows = [...(saved?.rows ?? []).filter(({ product_id }) => !isHere.has(product_id)), ...page.items];
  // The tabs choose the view.
  const searched = { ...list, fields: list.fields.filter(({ name }) => name === "q") };
  const { view, ...rest } = filter;
  const counts = {
    left: sheet.num_rows - sheet.num_counted,
    differing: sheet.num_differing,
    asking: sheet.num_asking,
  };
  const href = (one?: string) => listHref(list.path, { ...rest, ...(one && { view: one }) });
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <Head sheet={sheet} open={isWrong(searched, filter)}>
        {sheet.state === "draft" ? null : (
          <FilterBar list={searched} filter={filter} active={chips(searched, filter)} />
        )}
      </Head>
      {sheet.state === "draft" ? null : (
        <>
          <Tabs
            label="表示"
            current={href(view as string | undefined)}
            tabs={[
              { label: "すべて", href: href(), count: sheet.num_rows },
              ...VIEWS.map((one) => ({
                label: VIEW_LABEL[one],
                href: href(one),
                count: counts[one],
              })),
            ]}
          />
          {saved?.problem ? (
            <p
              role="alert"
              data-summary
              tabIndex={-1}
              className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad"
            >
              {saved.problem}
            </p>
          ) : null}
          {rows.length === 0 ? (
            <div className="rounded border border-line bg-surface">
              <Empty text={view ? "この表示に当てはまる行はありません。" : list.empty.none.text} />
            </div>
          ) : (
            <SheetForm {...data} saved={saved} rows={rows} />
          )}
          <Paging path={list.path} filter={filter} page={page} counter={list.counter} />
          <p className="hidden text-note print:block">{countText(page, list.counter)}</p>
        </>
      )}
    </section>
  );
}
