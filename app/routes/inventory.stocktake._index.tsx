import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { SHELVES_AT, STOCKTAKES_AT, stocktakeList } from "~/lib/stocktake/stocktake.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";

export const meta = titled("棚卸");

export async function loader(args: LoaderFunctionArgs) {
  const data = await loadList(args, stocktakeList);
  return json({ ...data, csv: `${STOCKTAKES_AT}.csv?${new URLSearchParams(data.filter)}` });
}

export default function Stocktakes() {
  const data = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...data}
      list={stocktakeList}
      intake={`${STOCKTAKES_AT}/import`}
      beside={
        <span className="flex gap-4 print:hidden">
          <a href="/task/status_code?kind=stock">棚札のQR</a>
          <a href={SHELVES_AT}>置場のQR</a>
        </span>
      }
      primary={{ label: "棚卸を作る", href: `${STOCKTAKES_AT}/new` }}
    />
  );
}
