import { ERROR, INPUT } from "./control";

type Props = { value: string | number; error?: string };

/** 対象月 of a page that only looks, as 202611. */
export function MonthBox({ value, error }: Props) {
  return (
    <div>
      <label htmlFor="ym" className="mb-1 block text-note font-bold">
        対象月
      </label>
      <input
        id="ym"
        name="ym"
        inputMode="numeric"
        autoComplete="off"
        placeholder="202611"
        defaultValue={value}
        className={`${INPUT} w-28 tabular-nums`}
        aria-invalid={error ? true : undefined}
        aria-describedby="ym-error"
      />
      <p id="ym-error" className={ERROR}>
        {error}
      </p>
    </div>
  );
}
