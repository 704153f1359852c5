import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { More } from "~/components/board/Board";
import { columnPage } from "~/lib/task/board.schema";
import { cardsList } from "~/lib/task/card.list.schema";
import { today } from "~/lib/time/date";
import { filterOf } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Card } from "./task.kanban._index/Card";
import { boardHref, columnHref, openedIn, STEP } from "./task.kanban._index/more";

export const handle = { bare: true };
export const meta = titled("列の続き");

/** The further cards of one column: what さらに表示 brings into the board. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const side = who.company_type;
  const filter = filterOf(cardsList(side, null, false), args.request);
  const { searchParams } = new URL(args.request.url);
  const id = searchParams.get("id") ?? "";
  const page = await api.get(columnPage, "/board/column", { ...filter, id, cursor: searchParams.get("cursor"), size: STEP });
  return json({ ...page, id, filter, side, more: openedIn(args.request.url), today: today() });
}

export default function FurtherCards() {
  const { cards, next, processes, id, filter, side, more, today } = useLoaderData<typeof loader>();
  const opened = { ...more, [id]: (more[id] ?? 0) + STEP };
  return (
    <section>
      <div data-cards>{cards.map((card) => <Card key={card.key} card={card} desk={{ today, side, processes }} />)}</div>
      {next ? <More href={boardHref(filter, opened, id, cards[cards.length - 1]!.key)} next={columnHref(filter, opened, id, next)} /> : null}
    </section>
  );
}
