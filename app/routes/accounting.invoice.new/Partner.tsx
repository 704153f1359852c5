import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import type { Billable } from "~/lib/accounting/single.schema";

/** Whom to bill: a form of its own that only looks. */
export function Partner({ buyers, buyer_id }: Pick<Billable, "buyers"> & { buyer_id: string }) {
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3">
      <div className="max-w-full">
        <label htmlFor="partner" className="mb-1 block text-note font-bold">
          取引先
        </label>
        <select id="partner" name="buyer_id" defaultValue={buyer_id} className={`${INPUT} w-80 max-w-full`}>
          {buyer_id ? null : <option value=""></option>}
          {buyers.map((one) => (
            <option key={one.buyer_id} value={one.buyer_id}>
              {`${one.buyer_name}（未請求 ${one.count}行）`}
            </option>
          ))}
        </select>
      </div>
      <Button>表示する</Button>
    </form>
  );
}
