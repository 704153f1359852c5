import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { chips } from "~/components/list/FilterBar";
import { ListPage } from "~/components/list/ListPage";
import { STAT, statList } from "~/lib/bi/stat.list";
import { periodText } from "~/lib/bi/stat.words";
import { WORKS, worksList } from "~/lib/bi/works.list";
import { loadList } from "~/lib/web/list.server";
import { loadStat } from "~/lib/web/stat.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("加工実績の明細");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  if (who.company_type !== "seller") throw new Response(null, { status: 403 });
  const [page, { asked, data, choices }] = await Promise.all([loadList(args, worksList), loadStat(args)]);
  const conditions = chips(statList(data, choices, asked), asked).map(({ text }) => text);
  return json({
    ...page,
    period: periodText(data),
    conditions,
    query: String(new URLSearchParams(asked)),
  });
}

export default function Works() {
  const { period, conditions, query, ...data } = useLoaderData<typeof loader>();
  return (
    <ListPage
      {...data}
      list={worksList}
      csv={`${WORKS}.csv?${query}`}
      beside={
        <LinkButton href={`${STAT}?${query}`} className="print:hidden">
          加工実績へ戻る
        </LinkButton>
      }
    >
      <p className="text-muted">{[period, ...conditions].join("、")}</p>
    </ListPage>
  );
}
