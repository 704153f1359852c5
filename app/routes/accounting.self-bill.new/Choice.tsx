import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { AGREEMENT_STATE_LABEL } from "~/lib/selfbill/agreement";
import type { SelfBillSources } from "~/lib/selfbill/selfbill.schema";

type Props = Pick<SelfBillSources, "partners" | "ym"> & { partner_id: string };

/** Whom to pay, of which month: a form of its own that only looks. */
export function Choice({ partners, partner_id, ym }: Props) {
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3">
      <div className="max-w-full">
        <label htmlFor="partner" className="mb-1 block text-note font-bold">
          支払先
        </label>
        <select
          id="partner"
          name="partner_id"
          defaultValue={partner_id}
          className={`${INPUT} w-80 max-w-full`}
        >
          {partner_id ? null : <option value=""></option>}
          {partners.map((one) => (
            <option key={one.partner_id} value={one.partner_id}>
              {one.state === "live"
                ? one.partner_name
                : `${one.partner_name}（取り決め：${AGREEMENT_STATE_LABEL[one.state]}）`}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="month" className="mb-1 block text-note font-bold">
          対象月（例：202611）
        </label>
        <input
          id="month"
          name="ym"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={ym}
          className={`${INPUT} w-40`}
        />
      </div>
      <Button>表示する</Button>
    </form>
  );
}
