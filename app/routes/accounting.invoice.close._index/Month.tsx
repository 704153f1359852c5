import { Button, LinkButton } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { MonthBox } from "~/components/form/MonthBox";
import { monthLabel } from "~/lib/accounting/invoice";
import { shiftMonth } from "~/lib/time/date";
import { closingDayLabel } from "~/lib/time/period";

type Props = {
  closing_days: { closing_day: number; count: number }[];
  closing_day: number;
  ym: number;
  /** The month as it was typed, and what is wrong with it. */
  asked: { typed: string; error: string } | null;
  /** The last month that may be asked for. */
  until: number;
};

/** Which 締日 and which month: a form of its own that only looks. */
export function Month({ closing_days, closing_day, ym, asked, until }: Props) {
  const href = (month: number) => `/accounting/invoice/close?closing_day=${closing_day}&ym=${month}`;
  return (
    <form method="get" data-enhance="submit" className="flex flex-wrap items-end gap-3">
      <div>
        <label htmlFor="closing_day" className="mb-1 block text-note font-bold">
          締日
        </label>
        <select id="closing_day" name="closing_day" defaultValue={closing_day} className={`${INPUT} w-40`}>
          {closing_days.map((one) => (
            <option
              key={one.closing_day}
              value={one.closing_day}
            >{`${closingDayLabel(one.closing_day)}（${one.count}社）`}</option>
          ))}
        </select>
      </div>
      <MonthBox value={asked?.typed ?? ym} error={asked?.error} />
      <Button>表示する</Button>
      <nav aria-label="対象月" className="flex items-center">
        <LinkButton tone="plain" href={href(shiftMonth(ym, -1))}>
          前の月
        </LinkButton>
        <b className="tabular-nums">{monthLabel(ym)}</b>
        {ym < until ? (
          <LinkButton tone="plain" href={href(shiftMonth(ym, 1))}>
            次の月
          </LinkButton>
        ) : null}
      </nav>
    </form>
  );
}
