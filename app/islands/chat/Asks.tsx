import type { FormEvent } from "react";
import type { Ask } from "~/lib/chat/ask.schema";
import { formatDate } from "~/lib/time/date";

type Props = {
  asks: Ask[];
  room: string;
  today: string;
  onAct?: (event: FormEvent<HTMLFormElement>) => void;
};

const SMALL = "min-h-7 px-1 text-accent underline touch:min-h-11";

function tone({ answered_time, due }: Ask, today: string): string {
  if (answered_time) return "text-good";
  return due !== null && due < today ? "text-bad" : "text-warn";
}

/** 要回答 below a message; 担当 is shown to its own company alone. */
export function Asks({ asks, room, today, onAct }: Props) {
  return (
    <>
      {asks.map((ask) => (
        <form
          key={ask.key}
          method="post"
          action={`/chat/${room}/ask/${ask.key}`}
          data-plain
          onSubmit={onAct}
          className="flex flex-wrap items-center gap-x-2 text-note"
        >
          <b className={tone(ask, today)}>
            {ask.answered_time ? "回答済み" : ask.is_ours ? "要回答" : "相手の回答待ち"}
          </b>
          {ask.due ? <span className="tabular-nums">{formatDate(ask.due)}まで</span> : null}
          {ask.is_own ? <span className="text-muted">社内のみ</span> : null}
          {ask.charge_name ? <span>担当 {ask.charge_name}</span> : null}
          {ask.answered_time ? <span className="text-muted">{ask.answerer_name}</span> : null}
          <button name="act" value={ask.answered_time ? "reopened" : "answered"} className={SMALL}>
            {ask.answered_time ? "未回答に戻す" : "回答済みにする"}
          </button>
          {ask.is_ours && !ask.answered_time ? (
            <a href={`/chat/${room}/ask/${ask.key}`} className={`${SMALL} inline-flex items-center`}>
              担当を決める
            </a>
          ) : null}
        </form>
      ))}
    </>
  );
}
