import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { HISTORY, historyList } from "~/lib/bi/history.list";
import { periodMeant } from "~/lib/task/ship.list.schema";
import { today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("更新履歴一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  const data = await loadList(args, historyList(true));
  const { after: _, before: __, ...filter } = data.filter;
  const day = today();
  const typed = (name: "from" | "to") =>
    filter[name] ? (parseDateInput(filter[name]!, day) ?? undefined) : undefined;
  const asked = { from: typed("from"), to: typed("to") };
  return json({
    ...data,
    period: filter.number ? asked : periodMeant(asked, day),
    query: String(new URLSearchParams(filter)),
    stock: who.permissions.includes("inventory"),
  });
}

export default function History() {
  const { period, query, filter, stock, ...data } = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...data}
      list={historyList(true)}
      filter={{ ...filter, ...period, ...data.wrong }}
      csv={`${HISTORY}.csv?${query}`}
    >
      {stock ? (
        <p className="text-note text-muted print:hidden">
          在庫の動きは <a href="/inventory/stored">入庫履歴</a> にあります。
        </p>
      ) : null}
    </ListPage>
  );
}
