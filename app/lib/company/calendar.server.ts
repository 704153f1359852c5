import nationals from "@holiday-jp/holiday_jp";
import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { prepared } from "~/lib/db/prepared.server";
import { recordOwn } from "~/lib/log/activity.server";
import { company_holiday } from "~/lib/tables/calendar.table.server";
import { factory } from "~/lib/tables/factory.table.server";
import type { Holidays } from "~/lib/time/businessday";
import { addDays, type ISODate, weekday } from "~/lib/time/date";
import type { holidayInput, holidays } from "./calendar.schema";

const mine = (who: { company_id: string }) => eq(company_holiday.company_id, who.company_id);
const inYear = (year: number) =>
  and(gte(company_holiday.holiday, `${year}-01-01`), lt(company_holiday.holiday, `${year + 1}-01-01`));

const closed = prepared((db) =>
  db
    .select({ holiday: company_holiday.holiday })
    .from(company_holiday)
    .where(eq(company_holiday.company_id, sql.placeholder("company_id")))
    .prepare("closed"),
);

/** The company's own closed days, for computations in business days. */
export async function holidaysOf(db: Tx, company_id: string): Promise<Holidays> {
  const rows = await closed(db).execute({ company_id });
  return new Set(rows.map((row) => row.holiday));
}

export async function calendarOf(db: Tx, who: Who, year: number): Promise<z.output<typeof holidays>> {
  const items = await db
    .select({ holiday: company_holiday.holiday, label: company_holiday.label })
    .from(company_holiday)
    .where(and(mine(who), inYear(year)))
    .orderBy(asc(company_holiday.holiday));
  return { year, items };
}

/** Changes of the company's own things follow each other under its row, which numbers their entries. */
async function logClosedDays(db: Tx, who: Who, before: string | null, after: string | null): Promise<void> {
  const [own] = await db
    .select({ key: factory.key })
    .from(factory)
    .where(eq(factory.id, who.company_id))
    .for("update");
  await recordOwn(db, who, "factory", own!.key, "calendar", { holiday: before }, { holiday: after });
}

async function add(
  db: Tx,
  who: Who,
  days: { holiday: ISODate; label: string | null }[],
): Promise<{ added: number }> {
  if (days.length === 0) return { added: 0 };
  const made = await db
    .insert(company_holiday)
    .values(days.map((one) => ({ ...one, company_id: who.company_id })))
    .onConflictDoNothing()
    .returning({ holiday: company_holiday.holiday });
  const named = made.map((one) => one.holiday).sort();
  if (named.length > 0)
    await logClosedDays(
      db,
      who,
      null,
      named.length > 2 ? `${named[0]} ~ ${named.at(-1)}（${named.length}日）` : named.join("、"),
    );
  return { added: made.length };
}

/** Saturdays and Sundays within a break are closed already. */
export async function addHolidays(
  db: Tx,
  who: Who,
  { holiday, until = holiday, label }: z.output<typeof holidayInput>,
) {
  const days: ISODate[] = [];
  for (let day = holiday; day <= until; day = addDays(day, 1))
    if (holiday === until || weekday(day) % 6 !== 0) days.push(day);
  return add(
    db,
    who,
    days.map((day) => ({ holiday: day, label: label ?? null })),
  );
}

/** 国民の祝日 of a year; which of them a factory works on it takes off again. */
export async function addNationals(db: Tx, who: Who, year: number) {
  const days = Object.entries(nationals.holidays as Record<string, { name: string }>).filter(
    ([day]) => day.startsWith(`${year}-`) && weekday(day) % 6 !== 0,
  );
  return add(
    db,
    who,
    days.map(([holiday, { name }]) => ({ holiday, label: name })),
  );
}

export async function removeHoliday(db: Tx, who: Who, holiday: ISODate): Promise<void> {
  const gone = await db
    .delete(company_holiday)
    .where(and(mine(who), eq(company_holiday.holiday, holiday)))
    .returning({ holiday: company_holiday.holiday });
  if (gone.length === 0) throw notFound("休業日");
  await logClosedDays(db, who, holiday, null);
}
