import { Button } from "~/components/form/Button";
import { ERROR, INPUT } from "~/components/form/control";
import { PRODUCT_LABEL } from "~/lib/journal/journal";
import { type Product } from "~/lib/journal/journal.tax";

type Props = { typed: { from: string; to: string }; product: Product; wrong: string | null };

/** A form of its own that only looks. */
export function Period({ typed, product, wrong }: Props) {
  const day = (name: "from" | "to", label: string) => (
    <div>
      <label htmlFor={name} className="mb-1 block text-note font-bold">
        {label}
      </label>
      <input
        id={name}
        name={name}
        defaultValue={typed[name].replaceAll("-", "/")}
        autoComplete="off"
        className={`${INPUT} w-40 tabular-nums`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby="period-error"
      />
    </div>
  );
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3 print:hidden">
      {day("from", "期間（から）")}
      {day("to", "期間（まで）")}
      <div>
        <label htmlFor="product" className="mb-1 block text-note font-bold">
          会計ソフト
        </label>
        <select id="product" name="product" defaultValue={product} className={INPUT}>
          {Object.entries(PRODUCT_LABEL).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Button>表示する</Button>
      <p id="period-error" className={ERROR}>
        {wrong}
      </p>
    </form>
  );
}
