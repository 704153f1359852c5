import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Chip } from "~/components/list/Chip";
import { VERDICT_LABEL } from "~/lib/order/order";
import { VERDICT_TONE } from "~/lib/order/order.row.schema";
import type { CollaboratorRow } from "~/lib/partner/collaborator.schema";
import { termsLabel } from "~/lib/time/period";
import { termsCheck } from "~/lib/vocabulary/terms";

/** Who is asked, in a form of its own: the products and terms below are this factory's. */
export function Seller({ sellers, seller }: { sellers: CollaboratorRow[]; seller: CollaboratorRow }) {
  const worst = termsCheck(seller);
  return (
    <form
      method="get"
      className="flex flex-wrap items-center gap-x-4 rounded border border-line bg-surface px-4 py-2"
    >
      <div className="flex min-w-0 items-center gap-2">
        <label htmlFor="seller" className="whitespace-nowrap text-note font-bold">
          依頼先
        </label>
        <select id="seller" name="seller_id" defaultValue={seller.id} className={`${INPUT} w-72 min-w-0`}>
          {sellers.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        <Button>変更する</Button>
      </div>
      <p className="flex min-h-9 flex-wrap items-center gap-x-3 text-note">
        <span>
          <span className="text-muted">支払条件</span> <b>{termsLabel(seller)}</b>
        </span>
        <Chip tone={VERDICT_TONE[worst.verdict]}>受領から最長{worst.max_days}日</Chip>
        <span>{VERDICT_LABEL[worst.verdict]}</span>
      </p>
    </form>
  );
}
