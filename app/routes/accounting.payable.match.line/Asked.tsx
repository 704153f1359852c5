import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { MonthBox } from "~/components/form/MonthBox";
import type { MatchDetail } from "~/lib/payable/match.schema";

type Props = { found: Pick<MatchDetail, "partners" | "ym">; partner_id: string };

/** A form of its own that only looks. */
export function Asked({ found, partner_id }: Props) {
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="max-w-full">
        <label htmlFor="partner_id" className="mb-1 block text-note font-bold">
          支払先
        </label>
        <select
          id="partner_id"
          name="partner_id"
          defaultValue={partner_id}
          className={`${INPUT} w-80 max-w-full`}
        >
          {partner_id ? null : <option value=""></option>}
          {found.partners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <MonthBox value={found.ym} />
      <Button>表示する</Button>
    </form>
  );
}
