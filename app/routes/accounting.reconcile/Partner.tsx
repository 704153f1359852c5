import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { MonthBox } from "~/components/form/MonthBox";

type Props = {
  partners: { id: string; name: string }[];
  partner: string;
  ym: number | null;
  received: string;
};

/** With whom, and of which month: a form of its own that only looks. */
export function Partner({ partners, partner, ym, received }: Props) {
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3 print:hidden">
      {received ? <input type="hidden" name="received" value={received} /> : null}
      <div className="max-w-full">
        <label htmlFor="partner" className="mb-1 block text-note font-bold">
          取引先
        </label>
        <select id="partner" name="partner" defaultValue={partner} className={`${INPUT} w-80 max-w-full`}>
          {partner ? null : <option value=""></option>}
          {partners.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <MonthBox value={ym ?? ""} />
      <Button>表示する</Button>
    </form>
  );
}
