import { Button } from "~/components/form/Button";
import { CalendarButton } from "~/components/form/CalendarButton";
import { ERROR, INPUT } from "~/components/form/control";
import type { Pool } from "~/lib/accounting/delivery.schema";
import { today } from "~/lib/time/date";
import { backward, backwardText } from "~/lib/time/range";

/** Whose cards, and which of them: a form of its own that only looks. */
export function Buyer({
  buyers,
  buyer_id,
  filter,
}: {
  buyers: Pool["buyers"];
  buyer_id: string;
  filter: Record<string, string>;
}) {
  const wrong = backward(filter);
  const date = (name: string, label: string) => (
    <div>
      <label htmlFor={name} className="mb-1 block text-note text-muted">
        {label}
      </label>
      <span className="flex">
        <input
          id={name}
          name={name}
          data-date="nearest"
          data-today={today()}
          autoComplete="off"
          defaultValue={(filter[name] ?? "").replaceAll("-", "/")}
          {...(wrong.includes(name) ? { "aria-invalid": true, "aria-describedby": `${name}-error` } : {})}
          className={`${INPUT} w-28 tabular-nums`}
        />
        <CalendarButton label={label} />
      </span>
      {wrong.includes(name) ? (
        <p id={`${name}-error`} role="alert" className={ERROR}>
          {backwardText(label)}
        </p>
      ) : null}
    </div>
  );
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="max-desk:w-full">
        <label htmlFor="buyer_id" className="mb-1 block text-note font-bold">
          依頼元
        </label>
        <select
          id="buyer_id"
          name="buyer_id"
          defaultValue={buyer_id}
          className={`${INPUT} w-64 max-w-full max-desk:w-full`}
        >
          {buyer_id ? null : <option value="">選択してください</option>}
          {buyers.map((one) => (
            <option key={one.buyer_id} value={one.buyer_id}>{`${one.buyer_name}（${one.count}枚）`}</option>
          ))}
        </select>
      </div>
      {buyer_id ? (
        <>
          {date("shipped_from", "出荷日（から）")}
          {date("shipped_to", "出荷日（まで）")}
          <div className="max-desk:w-full">
            <label htmlFor="q" className="mb-1 block text-note text-muted">
              番号・品名・納入先
            </label>
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={filter.q ?? ""}
              className={`${INPUT} w-40 max-desk:w-full`}
            />
          </div>
          <div>
            <label htmlFor="sort" className="mb-1 block text-note text-muted">
              並び順
            </label>
            <select id="sort" name="sort" defaultValue={filter.sort ?? ""} className={INPUT}>
              <option value="">出荷日順</option>
              <option value="unit_price">単価未設定を先に</option>
            </select>
          </div>
          <label className="flex h-9 items-center gap-2 touch:h-11">
            <input
              type="checkbox"
              name="unshipped"
              value="on"
              defaultChecked={filter.unshipped === "on"}
              className="h-4 w-4 accent-accent"
            />
            未出荷も含める
          </label>
        </>
      ) : null}
      <Button tone={buyer_id ? "secondary" : "primary"}>{buyer_id ? "絞り込む" : "次へ"}</Button>
    </form>
  );
}
