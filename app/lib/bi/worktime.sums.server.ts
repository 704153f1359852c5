import type { z } from "zod";
import { pageWithin } from "~/lib/api/keyset.server";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { indirectParts } from "./worktime.indirect.server";
import { daysOf, type People, peopleOf } from "./worktime.pieces.server";
import { NOBODY } from "./worktime.read.server";
import type { SumRow, SumsBy, sumsAsked, WorktimeFilter } from "./worktime.schema";
import { monthsOf, SUM_MONTHS } from "./worktime.sums";
import { type Part, talliedParts } from "./worktime.tally.server";

type Asked = z.output<typeof sumsAsked>;
const INDIRECT = "~indirect";

/** 実働 with 間接作業 in one row, 間接作業 by what it was, or 機械時間 alone. */
async function partsOf(db: Tx, who: Who, people: People, asked: WorktimeFilter, by: SumsBy): Promise<Part[]> {
  const range = daysOf(asked, who.now);
  const beside = by === "machine" ? [] : await indirectParts(db, who, people, asked, range);
  if (by === "indirect") return beside.map((part) => ({ ...part, id: part.label }));
  const works = await talliedParts(db, who, people, asked, range, by);
  const indirect = beside.filter(({ id }) => id === "indirect");
  return [...works, ...indirect.map((part) => ({ ...part, id: INDIRECT, label: "間接" }))];
}

/** 集計: minutes of each by month, and of what; `sums` are of all pages. */
export async function sumWorktime(db: Tx, who: Who, { after, before, size, ...asked }: Asked) {
  const by = asked.by ?? "worker";
  const months = monthsOf(daysOf(asked, who.now));
  if (months.length > SUM_MONTHS)
    throw new Refusal(422, `集計は${SUM_MONTHS}か月までです。期間を絞ってください。`);
  const people = await peopleOf(db, who);
  const parts = await partsOf(db, who, people, asked, by);
  const rows = new Map<string, SumRow>();
  for (const { worker_id, id, label, months: own } of parts) {
    const row_key = `${worker_id} ${id}`;
    const total = Object.values(own).reduce((all, minutes) => all + minutes, 0);
    const row = rows.get(row_key);
    if (row === undefined) {
      const worker = people.get(worker_id)?.name ?? NOBODY;
      rows.set(row_key, { row_key, worker_id, worker, label, months: own, total });
      continue;
    }
    for (const [month, minutes] of Object.entries(own))
      row.months[month] = (row.months[month] ?? 0) + minutes;
    row.total += total;
  }
  const place = ({ worker_id }: SumRow) => people.get(worker_id)?.sort ?? Number.MAX_SAFE_INTEGER;
  const isLast = ({ row_key }: SumRow) => Number(row_key.endsWith(INDIRECT));
  const items = [...rows.values()]
    .filter(({ total }) => total > 0)
    .sort(
      (a, b) =>
        place(a) - place(b) ||
        a.worker_id - b.worker_id ||
        isLast(a) - isLast(b) ||
        b.total - a.total ||
        (a.label < b.label ? -1 : 1),
    );
  const sums = Object.fromEntries(
    [...months, "total"].map((month) => [
      month,
      items.reduce((all, row) => all + (month === "total" ? row.total : (row.months[month] ?? 0)), 0),
    ]),
  );
  return { ...pageWithin(items, ({ row_key }) => row_key, { after, before }, size), sums };
}
