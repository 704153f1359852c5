import type { WorkerDay } from "~/lib/bi/day.schema";
import { clockText } from "~/lib/shop/shift";
import { type Asked, FIELD, Hidden, type Problem } from "./Hidden";

/** 休み, 半日, 残業, 休憩なし: a tap, never silence. */
export function Attendance({ day, asked, problem }: { day: WorkerDay; asked: Asked; problem: Problem }) {
  const { told, shift, halves } = day;
  const hidden = <Hidden asked={asked} id={`told${told.version}`} what="told" version={told.version} />;
  const typed = problem?.given.what === "told" ? problem.given : null;
  const from = told.shift_start ?? shift?.shift_start;
  const to = told.shift_end ?? shift?.shift_end;
  const clock = (minutes: number | null | undefined) => (minutes == null ? "" : clockText(minutes % 1440));
  const half = (label: string, span: { shift_start: number; shift_end: number }) => (
    <form method="post" action="/s/day">
      {hidden}
      <input type="hidden" name="shift_start" value={clock(span.shift_start)} />
      <input type="hidden" name="shift_end" value={clock(span.shift_end)} />
      <button className="scan-button">{label}</button>
    </form>
  );
  const isTold = told.is_absent || told.shift_start !== null || told.is_without_breaks;
  return (
    <details className="grid gap-2" open={typed !== null}>
      <summary className="scan-button">休み・半日・残業・休憩なし</summary>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {isTold ? (
          <form method="post" action="/s/day" className="col-span-full">
            {hidden}
            <button className="scan-button">いつもの勤務に戻す</button>
          </form>
        ) : null}
        <form method="post" action="/s/day" className="col-span-full">
          {hidden}
          <input type="hidden" name="is_absent" value="on" />
          <button className="scan-button">休み</button>
        </form>
        {halves ? half("午前休み", halves.morning_off) : null}
        {halves ? half("午後休み", halves.afternoon_off) : null}
      </div>
      <form method="post" action="/s/day" className="mt-2 grid grid-cols-2 gap-2">
        {hidden}
        <label className="grid min-w-0 gap-1">
          <span>始業</span>
          <input
            name="shift_start"
            autoComplete="off"
            defaultValue={typed ? typed.shift_start : clock(from)}
            className={FIELD}
          />
        </label>
        <label className="grid min-w-0 gap-1">
          <span>終業</span>
          <input
            name="shift_end"
            autoComplete="off"
            defaultValue={typed ? typed.shift_end : clock(to)}
            className={FIELD}
          />
        </label>
        <label className="col-span-full flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name="is_without_breaks"
            defaultChecked={typed ? typed.is_without_breaks === "on" : told.is_without_breaks}
            className="h-6 w-6 accent-accent"
          />
          休憩なし
        </label>
        <button className="scan-button col-span-full">この勤務にする</button>
      </form>
    </details>
  );
}
