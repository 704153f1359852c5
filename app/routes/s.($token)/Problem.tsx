import { dayOfWorker, wantsReason, wordsFor } from "~/lib/scan/ask";
import { ACT_LABEL, type Act } from "~/lib/vocabulary/scan";
import type { Refused } from "~/lib/web/scan.server";
import type { ScanData } from "./data";

export function Problem({
  refused: { result, given },
  shown,
  to,
}: {
  refused: Refused;
  shown: ScanData;
  to: string | undefined;
}) {
  const act = given.act as Act;
  const words = wordsFor(result.errors, act, to, result.card);
  const sentences = [
    result.detail,
    ...Object.values(result.errors)
      .flat()
      .filter((one) => one !== result.detail),
  ];
  const field = Object.keys(result.errors).find((name) => ["reason_id", "num_good", "over"].includes(name));
  return (
    <form method="post" action="/s/" className="scan-wrong grid gap-3" role="alert">
      {sentences.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {Object.entries(given)
        .filter(([name]) => name !== "client_id" && name !== "tokens")
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <input type="hidden" name="client_id" value={shown.client_id} />
      {wantsReason(result.errors) ? (
        <label className="grid gap-1">
          <span>理由</span>
          <input
            name="reason"
            className="h-14 rounded border border-muted/75 bg-surface px-3 text-input text-ink"
          />
        </label>
      ) : null}
      {words.map((word) => {
        const [[name, value]] = Object.entries(word.fields) as [[string, string]];
        return (
          <button key={word.text} name={name} value={value} className="scan-button">
            {word.text}
          </button>
        );
      })}
      {result.errors.partner_id && result.card ? (
        <a href={`/task/${result.card.key}/outsource`} className="scan-button">
          協力会社を選ぶ
        </a>
      ) : null}
      {result.errors.left ? (
        <a href={dayOfWorker(shown.memory.worker_id)} target="_blank" className="scan-button">
          別の時刻（今日の日報で回答する）
        </a>
      ) : null}
      {field ? (
        <a href={`/s/?${new URLSearchParams({ card: given.card ?? "", act })}`} className="scan-button">
          {ACT_LABEL[act]}をやり直す
        </a>
      ) : null}
      <a href="/s/" className="scan-button">
        やめる
      </a>
    </form>
  );
}
