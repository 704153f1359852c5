import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { boardChoices } from "~/lib/task/board.schema";
import { cardsList } from "~/lib/task/card.list.schema";
import { json } from "~/lib/web/json.server";
import { loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("カード一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  const [data, choices] = await Promise.all([loadList(args, cardsList(who.company_type, null, false)), api.get(boardChoices, "/board/choices")]);
  return json({ ...data, choices });
}

export default function Cards() {
  const { page, filter, hide, amounts, who, choices } = useLoaderData<typeof loader>();
  const { after: _, before: __, ...rest } = filter;
  const csv = `/task/list.csv?${new URLSearchParams(rest)}`;
  return (
    <ListPage list={cardsList(who.company_type, choices, false)} page={page} filter={filter} hide={hide} amounts={amounts} csv={csv}
      intake={who.company_type === "seller" ? "/task/import" : undefined} primary={{ label: "カンバン", href: `/task/kanban?${new URLSearchParams(rest)}` }} />
  );
}
