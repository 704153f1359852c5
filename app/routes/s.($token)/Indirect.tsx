import { doingText } from "~/lib/scan/station";
import { formatTime } from "~/lib/time/datetime";
import type { ScanData } from "./data";

type Props = { shown: ScanData; worker: { worker_id: number; name: string } | undefined };

/** What the worker does at no card: one tap to begin, one to end. */
export function Indirect({ shown: { data, client_id, indirect }, worker }: Props) {
  const doing = data.running.find((one) => one.worker_id === worker?.worker_id);
  // A script changes the worker without a new page: here it is always whoever the tablet knows now.
  if (!worker || indirect === null)
    return (
      <>
        {indirect === null ? null : (
          <p role="alert" className="scan-wrong">
            先に、作業者を選んでください。
          </p>
        )}
        <p className="scan-note" data-doing hidden={!doing}>
          {worker && doing ? doingText(worker.name, doing.label) : null}
        </p>
        <a href="/s/?indirect=0" data-indirect className="scan-button">
          間接作業（清掃・会議・休憩）
        </a>
      </>
    );
  const kinds = data.reasons.filter((one) => one.kind === "indirect");
  const asked = kinds.find((one) => one.reason_id === indirect);
  const hidden = (
    <>
      <input type="hidden" name="client_id" value={client_id} />
      <input type="hidden" name="worker_id" value={worker.worker_id} />
    </>
  );
  return (
    <section className="grid gap-2" aria-label="間接作業">
      {doing ? (
        <form method="post" action="/s/" className="scan-note">
          {hidden}
          <p>{`${doingText(worker.name, doing.label)}（${formatTime(doing.work_start)}から）`}</p>
          <input type="hidden" name="key" value={doing.key} />
          <input type="hidden" name="version" value={doing.version} />
          {doing.cards > 0 ? <input type="hidden" name="resume" value="on" /> : null}
          <button name="act" value="indirect_stop" className="scan-button scan-first">
            {doing.cards > 0 ? `終わってカードを再開する（${doing.cards}枚）` : "終わる"}
          </button>
        </form>
      ) : null}
      {asked ? (
        <form method="post" action="/s/" className="scan-note">
          {hidden}
          <p>{`「${asked.label}」の間、作業中のカードをどうしますか`}</p>
          <input type="hidden" name="act" value="indirect_start" />
          <input type="hidden" name="reason_id" value={asked.reason_id} />
          <button name="cards" value="pause" className="scan-button scan-first">
            カードを中断して始める
          </button>
          <button name="cards" value="go_on" className="scan-button">
            カードはそのまま続ける
          </button>
        </form>
      ) : null}
      <details open={!doing && !asked}>
        <summary className="scan-button">間接作業を始める</summary>
        <form method="post" action="/s/" className="mt-2 grid grid-cols-2 gap-2">
          {hidden}
          <input type="hidden" name="act" value="indirect_start" />
          {kinds
            .filter((one) => one.label !== doing?.label)
            .map((one) => (
              <button key={one.reason_id} name="reason_id" value={one.reason_id} className="scan-button">
                {one.label}
              </button>
            ))}
        </form>
      </details>
    </section>
  );
}
