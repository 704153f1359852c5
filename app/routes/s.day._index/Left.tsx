import type { WorkerDay } from "~/lib/bi/day.schema";
import { formatDateTime, formatTime } from "~/lib/time/datetime";
import { type Asked, FIELD, Hidden, type Problem } from "./Hidden";

type Props = { one: WorkerDay["left"][number]; asked: Asked; problem: Problem };

export function Left({ one, asked, problem }: Props) {
  const { kind, key, label, from, offered } = one;
  const hidden = <Hidden asked={asked} id={`${kind}${key}`} what="open" kind={kind} />;
  const typed = problem?.given.key === String(key) && problem.given.kind === kind ? problem : null;
  return (
    <section className="grid gap-2 rounded border-2 border-bad bg-surface p-3">
      <h2>{`${label}が終わっていません`}</h2>
      <p className="tabular-nums">{`${formatDateTime(from)}に開始。${offered ? `${formatTime(offered)}で終わりにしますか。` : "いつ終わりましたか。"}`}</p>
      <form method="post" action="/s/day" className="grid grid-cols-2 gap-2">
        {hidden}
        <input type="hidden" name="key" value={key} />
        {offered ? (
          <button name="answer" value="end" className="scan-button scan-first">
            {formatTime(offered)}
          </button>
        ) : null}
        <button name="answer" value="goes_on" className="scan-button">
          まだ続き
        </button>
      </form>
      <form method="post" action="/s/day" className="grid grid-cols-end gap-2">
        {hidden}
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="answer" value="end" />
        <label className="grid min-w-0 gap-1">
          <span>時刻</span>
          <input
            name="at"
            required
            autoComplete="off"
            inputMode="numeric"
            placeholder="16:30"
            defaultValue={typed?.given.at}
            className={FIELD}
          />
        </label>
        <button className="scan-button self-end">この時刻で終わり</button>
      </form>
    </section>
  );
}
