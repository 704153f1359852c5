import type { WorkerDay } from "~/lib/bi/day.schema";
import { formatTime } from "~/lib/time/datetime";
import { minutesText } from "~/lib/time/minutes";
import { type Asked, FIELD, Hidden, type Problem } from "./Hidden";

type Props = { gap: WorkerDay["gaps"][number]; day: WorkerDay; asked: Asked; problem: Problem };

/** One tap for what is done at no card, two for a card. */
export function Gap({ gap, day, asked, problem }: Props) {
  const { from, to, before, after } = gap;
  const hidden = <Hidden asked={asked} id={from} what="gap" from={from} to={to} />;
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
  const typed = problem?.given.from === from ? problem : null;
  return (
    <section className="grid gap-2 rounded border-2 border-warn bg-surface p-3" data-gap={from}>
      <h2 className="tabular-nums">
        {`${formatTime(from)}〜${formatTime(to)}（${minutesText(minutes)}）は何をしていましたか`}
      </h2>
      <form method="post" action="/s/day" className="grid grid-cols-2 gap-2">
        {hidden}
        <input type="hidden" name="answer" value="indirect" />
        {day.kinds.map((one) => (
          <button key={one.reason_id} name="reason_id" value={one.reason_id} className="scan-button">
            {one.label}
          </button>
        ))}
      </form>
      <form method="post" action="/s/day" className="grid gap-2">
        {hidden}
        {before ? (
          <button name="answer" value="before" className="scan-button">
            {`前の作業を延ばす（${before}）`}
          </button>
        ) : null}
        {after ? (
          <button name="answer" value="after" className="scan-button">
            {`次の作業を早める（${after}）`}
          </button>
        ) : null}
      </form>
      <details open={typed?.given.answer === "card"}>
        <summary className="scan-button">記録漏れ（カードを選ぶ）</summary>
        <form method="post" action="/s/day" className="mt-2 grid gap-2">
          {hidden}
          <input type="hidden" name="answer" value="card" />
          {day.cards.map((one) => (
            <button key={one.id} name="card" value={one.id} className="scan-button">
              {`${one.id} ${one.name}`}
            </button>
          ))}
        </form>
        <form method="post" action="/s/day" className="mt-2 grid grid-cols-end gap-2">
          {hidden}
          <input type="hidden" name="answer" value="card" />
          <label className="grid min-w-0 gap-1">
            <span>カードの番号</span>
            <input
              name="card"
              required
              autoComplete="off"
              defaultValue={typed?.given.answer === "card" ? typed.given.card : undefined}
              className={FIELD}
            />
          </label>
          <button className="scan-button self-end">決定</button>
        </form>
      </details>
    </section>
  );
}
