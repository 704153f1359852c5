import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";

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
      <div>
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
          defaultValue={ym ?? ""}
          className={`${INPUT} w-28 tabular-nums`}
        />
      </div>
      <Button>表示する</Button>
    </form>
  );
}
