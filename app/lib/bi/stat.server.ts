import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { today as tokyoToday } from "~/lib/time/date";
import { standardProducts, standardsOf, withStandards } from "./expected.time.server";
import { distribution } from "./lead";
import { bucketsOf, previousPeriod } from "./period";
import { earlyDays, lateCorrections, onTimeDays, uncountedWork } from "./stat.beside.server";
import { cellsByAxis, cellsByBucket } from "./stat.cells.server";
import { figuresOf, sightOf } from "./stat.figures";
import { earlyCards, leadTimes, openCards, shippedCards } from "./stat.lead.server";
import { rangeOf } from "./stat.range";
import { allProcesses, viewOf } from "./stat.read.server";
import { grouped, perProcess, rowsOf, summed, trendSeries, unitOf, worksIn } from "./stat.rows.server";
import { AXES_BY_SIDE, type Axis, type Stat, type StatFilter } from "./stat.schema";
import { tilesOf } from "./stat.tiles";

/** A buyer's axes are fewer: what it may not see is never asked for. */
function permitted(who: Who, filter: StatFilter): { filter: StatFilter; axis: Axis; axes: Axis[] } {
  const axes: readonly Axis[] = AXES_BY_SIDE[who.company_type === "seller" ? "seller" : "buyer"];
  const axis = axes.find((one) => one === filter.axis) ?? axes[0]!;
  if (who.company_type === "seller")
    return { filter: { ...filter, seller_id: undefined }, axis, axes: [...axes] };
  const { group_id: _, worker_id: __, partner_id: ___, buyer_id: ____, ...seen } = filter;
  const lead_from = seen.lead_from === "started" ? undefined : seen.lead_from;
  return { filter: { ...seen, lead_from }, axis, axes: [...axes] };
}

export async function statOf(db: Tx, who: Who, given: StatFilter): Promise<Stat> {
  const day = tokyoToday(new Date(who.now));
  const { filter, axis, axes } = permitted(who, given);
  const seller = who.company_type === "seller";
  const range = rangeOf(filter, day);
  const before = filter.compare ? previousPeriod(range, filter.period) : null;
  const processes = seller ? await allProcesses(db, who.company_id) : [];
  const view = viewOf(who, filter, axis, processes, day);
  const { step, buckets } = bucketsOf(range, filter.step, day);
  const starts = buckets.map(({ from }) => from);

  const cells = await cellsByBucket(db, view, range, starts);
  const { unit, units } = unitOf(cells, filter.unit);
  const sight = sightOf(who, view.groups.includes(0));
  const byAxis = await cellsByAxis(db, view, range);
  const standards = seller ? await standardsOf(db, view, range) : null;
  const divided = standards ? withStandards(byAxis, standards) : byAxis;
  const { standard_milli, measured_minutes } = summed(divided, unit);
  const sums = { ...summed(cells, unit), standard_milli, measured_minutes };
  const made = seller ? await perProcess(db, view, range, processes, unit) : { rty: null, processes: [] };
  const total = { ...figuresOf(sums, sight), fpy: made.rty };
  const counted = await leadTimes(db, view, range);
  const lead = distribution(counted);
  const { lead_from = "asked", lead_days = "calendar" } = filter;
  const asked = lead_from === "asked" ? lead.n : await shippedCards(db, view, range);
  const on_time_days = sight.cards ? await onTimeDays(db, view) : [];
  const days_early = sight.cards ? await earlyDays(db, view) : null;
  const early =
    days_early === null ? null : { days: days_early, n: await earlyCards(db, view, range, days_early) };
  const open = sight.cards ? await openCards(db, view) : { n: 0, longest: null };
  const uncounted = seller ? await uncountedWork(db, view, range) : { open: 0, long: 0 };
  const earlier = before && {
    figures: {
      ...figuresOf(summed(await cellsByBucket(db, view, before, [before.from]), unit), sight),
      fpy: seller ? (await perProcess(db, view, before, processes, unit)).rty : null,
    },
    lead: distribution(await leadTimes(db, view, before)),
  };
  const { rows, rows_more } = await rowsOf(db, view, divided, unit, processes);
  const byBucket = grouped(cells, ({ bucket }) => bucket);
  const left = {
    other_units: units.filter((one) => one !== unit).reduce((n, one) => n + worksIn(cells, one), 0),
    open_work: uncounted.open,
    long_work: uncounted.long,
    open_cards: open.n,
    open_longest: open.longest,
    parts: Math.max(0, sums.num_cards - asked),
    without_start: Math.max(0, asked - lead.n),
  };
  return {
    period: range,
    previous: before,
    step,
    axis,
    axes,
    unit,
    units,
    buckets,
    is_empty: rows.length === 0 && cells.length === 0,
    total,
    total_before: earlier?.figures ?? null,
    lead: {
      ...lead,
      from: lead_from,
      days: lead_days,
      open_cards: open.n,
      open_longest: open.longest,
      counted: counted.map(([days, n]) => ({ days, n })),
    },
    early,
    late: seller ? await lateCorrections(db, view, range) : null,
    tiles: tilesOf(
      { unit, left, lead_from, lead_days, on_time_days, early },
      { figures: total, lead },
      earlier,
    ),
    trend: await trendSeries(db, view, range, rows, unit, byBucket, starts),
    standard: standards && (await standardProducts(db, standards)),
    processes: made.processes,
    on_time: starts.map((_, index) => {
      const figures = figuresOf(summed(byBucket.get(index + 1) ?? [], unit), sight);
      const { num_due, num_kept, on_time, on_time_items, original_due, original_kept, original_on_time } =
        figures;
      return { num_due, num_kept, on_time, on_time_items, original_due, original_kept, original_on_time };
    }),
    rows,
    rows_more,
  };
}
