import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Views } from "~/components/list/Views";
import { boardChoices } from "~/lib/task/board.schema";
import { cardsList } from "~/lib/task/card.list.schema";
import { json } from "~/lib/web/json.server";
import { loadList } from "~/lib/web/list.server";
import { today } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("カード一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  const [data, choices] = await Promise.all([loadList(args, cardsList(who.company_type, null, false)), api.get(boardChoices, "/board/choices")]);
  return json({ ...data, choices, day: today() });
}

export default function Cards() {
  const { page, filter, hide, amounts, who, choices, day } = useLoaderData<typeof loader>();
  const { after: _, before: __, ...rest } = filter;
  const query = new URLSearchParams(rest);
  const seller = who.company_type === "seller";
  return (
    <ListPage list={cardsList(who.company_type, choices, false, day)} page={page} filter={filter} hide={hide} amounts={amounts}
      beside={<Views views={[{ label: "カンバン", href: `/task/kanban?${query}` }, { label: "一覧", href: `/task/list?${query}`, here: true }]} />}
      csv={`/task/list.csv?${query}`} intake={seller ? "/task/import" : undefined} primary={seller ? { label: "カード追加", href: "/task/new" } : undefined} />
  );
}
