import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { receivedList } from "~/lib/quote/received.list";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("見積");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const [{ page, ...data }, buyers] = await Promise.all([
    loadList(args, receivedList()),
    api.get(collaborators, "/factories/collaborators", { side: "buyer" }),
  ]);
  const { sums, ...rows } = page;
  return json({
    ...data,
    page: rows,
    rate: { answered: Number(sums?.answered ?? 0), awarded: Number(sums?.awarded ?? 0) },
    buyers: buyers.items.filter((one) => !one.is_stock).map(({ id, name }) => ({ value: id, label: name })),
  });
}

export default function Received() {
  const { page, filter, turned, amounts, printed, buyers, rate } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={receivedList(buyers)}
      page={page}
      filter={filter}
      turned={turned}
      amounts={amounts}
      printed={printed}
      csv={`/setting/product/quote.csv?${new URLSearchParams(filter)}`}
      primary={{ label: "見積書を作る", href: "/setting/product/quote/new" }}
      beside={
        rate.answered > 0 ? (
          <span className="text-note text-muted">
            採用 {rate.awarded}/{rate.answered}件（{Math.round((100 * rate.awarded) / rate.answered)}%）
          </span>
        ) : undefined
      }
    />
  );
}
