import { formatDateTime } from "~/lib/time/date";
import { ACT_LABEL, INDIRECT_LABEL, isIndirectAct } from "~/lib/vocabulary/scan";
import type { ScanData } from "./data";

type Late = ScanData["data"]["conflicts"];

/** Those of the worker at this device come first; the others' are folded. */
export function Conflicts({ conflicts, worker }: { conflicts: Late; worker: string | undefined }) {
  if (conflicts.length === 0) return <div data-conflicts />;
  const own = conflicts.filter((one) => worker !== undefined && one.worker === worker);
  const others = conflicts.filter((one) => !own.includes(one));
  return (
    <section className="grid gap-2" aria-labelledby="conflicts" data-conflicts>
      <h2 id="conflicts">確認が必要な読み取り {conflicts.length}件</h2>
      {own.length > 0 ? <LateScans late={own} /> : null}
      {others.length === 0 ? null : worker === undefined ? (
        <LateScans late={others} />
      ) : (
        <details>
          <summary className="inline-flex min-h-11 items-center">
            ほかの人の読み取り {others.length}件
          </summary>
          <LateScans late={others} />
        </details>
      )}
    </section>
  );
}

const asksCard = ({ act, card_key }: Late[number]) => card_key === null && !isIndirectAct(act);

function LateScans({ late }: { late: Late }) {
  return (
    <ul className="grid gap-2">
      {late.map((one) => (
        <li
          key={one.client_id}
          className="grid gap-2 rounded border border-line border-l-4 border-l-warn bg-surface p-3"
        >
          <p>
            <b>{isIndirectAct(one.act) ? INDIRECT_LABEL[one.act] : ACT_LABEL[one.act]}</b>　{one.card}
          </p>
          <p className="text-note text-muted">
            {formatDateTime(one.happened_time)}に読み取り{one.worker ? `・${one.worker}` : ""}（{one.username}
            ）
          </p>
          <p>{one.detail}</p>
          {one.outsource === null ? null : (
            <a
              href={`/task/${one.card_key}/outsource?${new URLSearchParams({ group_id: String(one.outsource), scan: one.client_id, return: "/s/" })}`}
              className="scan-button scan-first"
            >
              協力会社を選んで出す
            </a>
          )}
          <form method="post" action="/s/" className="grid grid-cols-2 gap-2">
            <input type="hidden" name="client_id" value={one.client_id} />
            {one.outsource === null ? null : <input type="hidden" name="inside" value="on" />}
            {asksCard(one) ? (
              <label className="col-span-full grid gap-1">
                <span>番号を直す</span>
                <input
                  name="card"
                  required
                  inputMode="numeric"
                  autoComplete="off"
                  className="h-14 rounded border border-muted/75 bg-surface px-3 text-input tabular-nums"
                />
              </label>
            ) : null}
            {one.rests.length === 0 ? null : (
              <fieldset className="col-span-full grid gap-1">
                <legend className="font-bold">残りをどうしますか</legend>
                {one.rests.map(({ value, label }) => (
                  <label key={value} className="flex min-h-11 items-center gap-2">
                    <input type="radio" name="rest" value={value} required />
                    {label}
                  </label>
                ))}
              </fieldset>
            )}
            <button name="decision" value="apply" className="scan-button">
              {asksCard(one)
                ? "この番号で登録する"
                : one.outsource === null
                  ? isIndirectAct(one.act)
                    ? "この時刻で登録する"
                    : "今の状態で登録する"
                  : "協力会社に頼まずに登録する"}
            </button>
            <button name="decision" value="discard" formNoValidate className="scan-button">
              登録しない
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
