import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Board } from "~/components/board/Board";
import { chips, FilterBar, isWrong } from "~/components/list/FilterBar";
import { Foldable } from "~/components/list/Foldable";
import type { FilterField } from "~/lib/list/list.schema";
import type { Desk } from "~/lib/task/board";
import { BUYER_MENU, CARD_MENU } from "~/lib/task/board";
import { cardsList } from "~/lib/task/card.list";
import { isChosenHere, keepLook, loadBoard } from "~/lib/web/board.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Columns, narrowed, visibleColumns } from "./Columns";
import { Head } from "./Head";
import { Nothing } from "./Nothing";
import { Summary } from "./Summary";

/** As its heading. */
export const meta: MetaFunction<typeof loader> = (args) =>
  titled(titleOf(args.data?.side ?? null))(args as never);

const titleOf = (side: Desk["side"]) => (side === "buyer" ? "進捗確認" : "進捗管理");

/** Conditions are kept, so that the menu's link comes back to them. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const found = await loadBoard(args, visitor);
  const query = new URLSearchParams(found.filter).toString();
  const same = query === found.look.query || query.length > 1_500 || !isChosenHere(args, query);
  return json(found, { headers: same ? {} : await keepLook(args, visitor, { ...found.look, query }) });
}

/** 遅れ and 至急 are a press of the strip: no box beside it for a second way. */
const besideStrip = (field: FilterField) =>
  field.kind === "check" ? { ...field, more: true as const } : field;

export default function Kanban() {
  const { columns, summary, filter, look, more, side, today, stall_days, processes, at, ...choices } =
    useLoaderData<typeof loader>();
  const title = titleOf(side);
  const cards = cardsList(side, choices, false);
  const list = { ...cards, path: "/task/kanban", title, fields: cards.fields.map(besideStrip) };
  const active = chips(list, filter);
  const desk: Desk = { today, side, processes, stall_days, without: look.without };
  const shown = visibleColumns(columns, look);
  const empty = columns.every((column) => column.count === 0);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <Foldable open={isWrong(list, filter)}>
        <Head title={title} side={side} filter={filter} look={look} columns={columns} />
        <FilterBar list={list} filter={filter} active={active} />
        <Summary summary={summary} filter={filter} side={side} />
      </Foldable>
      {empty && (active.length > 0 || summary.total === 0) ? (
        <Nothing side={side} filtered={active.length > 0} ready={processes.length > 0} />
      ) : null}
      <div hidden={empty} className="min-w-0">
        <Board
          label={title}
          columns={narrowed(filter) ? shown.filter((column) => column.count > 0) : shown}
          live={{ at, day: today, drop: side === "seller" ? "/task/kanban/move" : undefined }}
        >
          <Columns columns={shown} desk={desk} look={look} filter={filter} more={more} />
        </Board>
      </div>
      <Acts menu={side === "seller" ? CARD_MENU : BUYER_MENU} />
    </div>
  );
}

const CANCEL = "menu-item border-t border-line text-bad";

/** Drawn once: the script fills it for the card that it is opened at. */
function Acts({ menu }: { menu: typeof CARD_MENU }) {
  return (
    <template id="card-acts">
      {menu.map(({ path, label, on }) => (
        <a
          key={path}
          href={`/task/0/${path}`}
          data-on={on}
          className={path === "cancel" ? CANCEL : "menu-item"}
        >
          {label}
        </a>
      ))}
    </template>
  );
}
