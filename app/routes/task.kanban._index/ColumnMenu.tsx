import type { Desk } from "~/lib/task/board";
import type { BoardColumn } from "~/lib/task/board.schema";

type Props = { column: BoardColumn; desk: Desk; entered: boolean; filter: Record<string, string> };

export function ColumnMenu({ column: { id, role, is_sequenced }, desk: { side }, entered, filter }: Props) {
  return (
    <>
      <form method="post" action="/task/kanban/look">
        <button name="fold" value={id}>
          たたむ
        </button>
        <button name="hide" value={id}>
          この列を隠す
        </button>
        {side === "seller" && !is_sequenced && (
          <button name={entered ? "due" : "entered"} value={id}>
            {entered ? "納期の順に並べる" : "工程に入った順に並べる"}
          </button>
        )}
        {side === "seller" && role !== "inbox" && (
          <button name={is_sequenced ? "by_date" : "by_hand"} value={id}>
            {is_sequenced ? "手動の並びをやめる（全員）" : "手動（段取り順）で並べる（全員）"}
          </button>
        )}
      </form>
      {side === "seller" && (
        <>
          {role === "inbox" && (
            <a
              className="menu-item"
              href={`/task/list?${new URLSearchParams({ ...filter, state: "inbox" })}`}
            >
              まとめて承諾
            </a>
          )}
          {role === "ready" && (
            <a
              className="menu-item"
              href={`/task/list?${new URLSearchParams({ ...filter, state: "ready" })}`}
            >
              まとめて出荷
            </a>
          )}
          {role !== "inbox" && (
            <a className="menu-item" href={`/task/status_code?group_id=${id}`}>
              この列のQRを印刷
            </a>
          )}
          {role !== "inbox" && (
            <a className="menu-item" href={`/task/move?group_id=${id}`}>
              この列を一括移動
            </a>
          )}
          <a className="menu-item" href={`/task/kanban/display?group_id=${id}`}>
            現場に掲示する
          </a>
        </>
      )}
    </>
  );
}
