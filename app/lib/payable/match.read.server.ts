import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { tokyoDate } from "~/lib/time/date";
import { paymentPeriod } from "~/lib/time/period";
import { monthState, usualMonth } from "./match";
import type { Paper } from "./match.given";
import type { MatchMonth, MatchQuery } from "./match.list";
import { cannotClose, type Month, monthOf, monthsOfPartners, partnersOf } from "./match.month.server";
import { totalsOf } from "./match.rows";
import type { MatchDetail } from "./match.schema";

const stateOfMonth = ({ rows, isClosed, isChanged }: Month) =>
  monthState(
    rows.map(({ state }) => state),
    isClosed ? { isChanged } : null,
  );

export async function listMatches(db: Tx, who: Who, { ym, q, state }: MatchQuery) {
  const today = tokyoDate(who.now);
  const month = ym ?? usualMonth(today);
  const months = await monthsOfPartners(db, who, month);
  const items = months
    .filter(({ rows, log, papers }) => rows.length + log.length + papers.length > 0)
    .map((one): MatchMonth => {
      const { start, end } = paymentPeriod(month, one.terms);
      return {
        pick: `${one.partner_id}:${month}:${one.seen}`,
        partner_id: one.partner_id,
        partner_name: one.partner_name,
        ym: month,
        start_date: start,
        end_date: end,
        state: stateOfMonth(one),
        num_lines: one.rows.length,
        ...totalsOf(one.rows),
      };
    });
  return {
    items: items.filter((row) => (!state || row.state === state) && (!q || row.partner_name.includes(q))),
  };
}

const paperHref = ({ id, key }: Paper) =>
  id.startsWith("i") ? `/accounting/invoice/${key}` : `/accounting/payable/bill/${key}`;

export async function readMatch(
  db: Tx,
  who: Who,
  asked: { partner_id?: string | undefined; ym?: number | undefined },
): Promise<MatchDetail> {
  const today = tokyoDate(who.now);
  const ym = asked.ym ?? usualMonth(today);
  const partners = (await partnersOf(db, who)).map(({ id, name }) => ({ id, name }));
  if (asked.partner_id === undefined)
    return {
      ...{
        items: [],
        partners,
        partner_name: null,
        ym,
        start_date: "",
        end_date: "",
        state: "ready" as const,
      },
      ...totalsOf([]),
      ...{ cannot_close: "支払先を選択してください。", papers: [], log: [], seen: "", room: "" },
    };
  const month = await monthOf(db, who, asked.partner_id, ym);
  const { start, end } = paymentPeriod(ym, month.terms);
  return {
    items: month.rows,
    partners,
    partner_name: month.partner_name,
    ym,
    start_date: start,
    end_date: end,
    state: stateOfMonth(month),
    ...totalsOf(month.rows),
    cannot_close: cannotClose(month, today),
    papers: month.papers.map((one) => ({ id: one.id, number: one.number, href: paperHref(one) })),
    log: month.log.map(({ key, act, reason, person, said_time }) => ({
      key,
      act,
      reason,
      person,
      said_time,
    })),
    seen: month.seen,
    room: `${month.partner_id}_${who.company_id}`,
  };
}
