import { Cell, Column, Folded } from "~/components/board/Board";
import { formatNumber } from "~/lib/money/decimal";
import type { Desk } from "~/lib/task/board";
import { cellsOf, furtherHref, type More, openedHref } from "~/lib/task/board.paging";
import type { BoardLook } from "~/lib/task/board.preference";
import type { BoardColumn } from "~/lib/task/board.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { Card } from "./Card";
import { ColumnMenu } from "./ColumnMenu";

type Props = {
  columns: BoardColumn[];
  desk: Desk;
  look: BoardLook;
  filter: Record<string, string>;
  more: More;
};

export const sumsOf = (column: Pick<BoardColumn, "sums">) =>
  column.sums.map((sum) => `${formatNumber(sum.num_items)}${UNIT_LABEL[sum.order_unit]}`).join("・");

export const visibleColumns = (columns: BoardColumn[], look: BoardLook) =>
  columns.filter((column) => !look.hide.includes(column.id) && !(look.filled && column.count === 0));

export const narrowed = (filter: Record<string, string>) => Object.keys(filter).length > 0;

export function Columns({ columns, desk, look, filter, more }: Props) {
  const found = narrowed(filter);
  return (
    <>
      {columns.map((column) => {
        const sums = sumsOf(column) + (column.is_sequenced ? "　段取り順" : "");
        const head = {
          id: column.id,
          sort: column.sort,
          label: column.label,
          colour: column.colour,
          count: column.count,
          late: column.late,
        };
        if (look.fold.includes(column.id))
          return (
            <Folded key={column.id} {...head}>
              <Unfold id={column.id} label={`${column.label}を開く`} />
            </Folded>
          );
        return (
          <Column
            key={column.id}
            {...head}
            sums={sums}
            bare={found && column.count === 0}
            menu={
              <ColumnMenu
                column={column}
                desk={desk}
                entered={look.entered.includes(column.id)}
                filter={filter}
              />
            }
          >
            {cellsOf(column).map(({ id, subgroup_id, label, count, cards, next }) => (
              <Cell
                key={id}
                column={column.id}
                lane={subgroup_id}
                label={label}
                count={count}
                manual={column.is_sequenced}
                empty={found ? "一致するカードはありません" : undefined}
                further={
                  next
                    ? {
                        href: openedHref(filter, more, id, cards[cards.length - 1]!.key),
                        next: furtherHref(filter, more, id, next),
                      }
                    : undefined
                }
              >
                {cards.map((card) => (
                  <Card key={card.key} card={card} desk={desk} />
                ))}
              </Cell>
            ))}
          </Column>
        );
      })}
    </>
  );
}

function Unfold({ id, label }: { id: string; label: string }) {
  return (
    <form method="post" action="/task/kanban/look">
      <button name="unfold" value={id} className="dots" aria-label={label} title={label}>
        ▸
      </button>
    </form>
  );
}
