import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Tiles } from "~/components/list/Tiles";
import { formatYen } from "~/lib/money/decimal";
import { WORTHS, worthList } from "~/lib/stock/closing.list";
import { formatDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { VALUATION_LABEL } from "~/lib/vocabulary/stock";
import { loadList } from "~/lib/web/list.server";
import { enterStock, stockKinds } from "~/lib/web/stock.server";
import { titled } from "~/lib/web/title";
import { StockTabs } from "./shared/stock.tabs";

export const meta = titled("在庫金額");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const data = await loadList(args, worthList);
  const typed = data.filter.date;
  const date = (typed && parseDateInput(String(typed), today())) || today();
  const { meta: books } = await api.get(factorySelf, "/factories/self");
  return json({
    ...data,
    date,
    valuation: books.stock_valuation,
    kinds: stockKinds(args),
    csv: `${WORTHS}.csv?${new URLSearchParams({ ...data.filter, date })}`,
  });
}

export default function Worths() {
  const { date, valuation, kinds, filter, ...data } = useLoaderData<typeof loader>();
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <StockTabs kinds={kinds} current={WORTHS} isOwner={false} amounts />
      <Tiles
        tiles={[
          {
            label: `${formatDate(date)}の在庫金額（${VALUATION_LABEL[valuation]}）`,
            text: formatYen(Number(data.page.sums?.stock_value ?? 0)),
          },
        ]}
      />
      <ListPage {...data} list={worthList} filter={{ ...filter, date }} under>
        <p className="text-note text-muted">
          その日までの入出庫を最初から計算した金額です。商品番号を押すと、計算の式が見られます。
        </p>
      </ListPage>
    </section>
  );
}
