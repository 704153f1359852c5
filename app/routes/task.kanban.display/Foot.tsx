import { DisplayCount } from "~/components/board/Display";
import type { Hue } from "~/components/board/hues";
import { TURN_S } from "~/lib/task/display";
import { displayPath } from "./path";

type Props = {
  counts: { id: string; label: string; colour: Hue; count: number; late: number }[];
  current: string | undefined;
  chosen: string;
  next: string | null;
  turn: { index: number; all: number };
  alone: boolean;
};

export function Foot({ counts, current, chosen, next, turn, alone }: Props) {
  const here = { group_id: chosen, at: turn.index };
  return (
    <>
      {current && (
        <nav aria-label="工程" className="display-steps">
          {counts.map(({ id, ...one }) => (
            <DisplayCount
              key={id}
              {...one}
              href={displayPath({ group_id: id, rest: !next })}
              current={id === current}
            />
          ))}
        </nav>
      )}
      <form method="post" className="display-foot" data-plain>
        <a href={displayPath({ ...here, rest: next !== null })}>
          {next ? `ページ送りを止める（${TURN_S}秒ごと）` : "ページ送りを始める"}
        </a>
        {turn.all > 1 && <a href={displayPath({ ...here, at: turn.index + 1, rest: !next })}>次のページ</a>}
        {chosen && <a href={displayPath({ group_id: "", rest: !next })}>すべての工程</a>}
        {alone ? (
          <button name="act" value="leave">
            掲示をやめる（ログアウトします）
          </button>
        ) : (
          <>
            <a href="/task/kanban?saved=1">進捗管理へ戻る</a>
            <button
              name="act"
              value="start"
              title="この端末では掲示のほかは開けなくなり、使わない時間があってもログアウトしません"
            >
              この端末を掲示専用にする
            </button>
          </>
        )}
        <span data-stale hidden>
          通信できません。前に表示した内容です
        </span>
      </form>
    </>
  );
}
