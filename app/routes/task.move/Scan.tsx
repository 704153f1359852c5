import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Alert } from "~/components/frame/Alert";
import type { Filter } from "~/components/list/FilterBar";

type Heard = { good: boolean; text: string };
type Props = { filter: Filter; heard: Heard | null; missing: { id: string; why: string }[] };

export function Scan({ filter, heard, missing }: Props) {
  return (
    <>
      <form
        method="get"
        action="/task/move"
        className="flex flex-wrap items-end gap-3 print:hidden"
        data-scans
      >
        {Object.entries(filter).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value)} />
        ))}
        <div>
          <label htmlFor="scan" className="block text-note text-muted">
            カードをスキャンして追加（現品票・番号）
          </label>
          <input
            id="scan"
            name="scan"
            autoComplete="off"
            autoFocus={heard !== null}
            className={`${INPUT} w-64 tabular-nums`}
          />
        </div>
        <Button>追加</Button>
      </form>
      <div data-heard={heard ? (heard.good ? "good" : "bad") : undefined} className="contents">
        {heard ? (
          <p
            role={heard.good ? "status" : "alert"}
            className={
              heard.good
                ? "rounded border border-good bg-good-soft px-4 py-3 text-good"
                : "rounded border border-bad bg-bad-soft px-4 py-3 text-section font-bold text-bad"
            }
          >
            {heard.text}
          </p>
        ) : null}
        {missing.length > 0 ? (
          <Alert>
            {missing.map(({ id, why }) => (
              <p key={id}>
                カード {id}: {why}
              </p>
            ))}
          </Alert>
        ) : null}
      </div>
    </>
  );
}
