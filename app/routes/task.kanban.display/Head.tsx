import { DisplayFigure, DisplayRule } from "~/components/board/Display";
import type { Hue } from "~/components/board/hues";
import { type BoardColumn } from "~/lib/task/board.schema";
import type { Turn } from "~/lib/task/display";
import { formatDate, type ISODate } from "~/lib/time/date";
import { sumsOf } from "../task.kanban._index/Columns";

type Props = {
  column: (Pick<BoardColumn, "label" | "count" | "sums"> & { colour: Hue }) | null;
  turn: Turn;
  company: string;
  total: number;
  late: number;
  sent: { shipped: number; to_ship: number };
  desk: { today: ISODate };
  time: string;
};

export function Head({ column, turn, company, total, late, sent, desk, time }: Props) {
  return (
    <header className="display-head">
      <div className="display-name">
        {column ? <DisplayRule colour={column.colour} /> : null}
        <h1>{column?.label ?? company}</h1>
        <p>
          {column ? `${column.count}枚　${sumsOf(column)}` : `${total}枚`}
          {turn.of > 1 ? `　${turn.page + 1}/${turn.of}ページ` : ""}
        </p>
      </div>
      <DisplayFigure label="今日の出荷">{`${sent.shipped}/${sent.shipped + sent.to_ship}`}</DisplayFigure>
      <DisplayFigure label="遅れ" tone={late > 0 ? "display-bad" : undefined}>
        {String(late)}
      </DisplayFigure>
      <p>
        {formatDate(desk.today).slice(5)}
        <b data-clock>{time}</b>
      </p>
    </header>
  );
}
