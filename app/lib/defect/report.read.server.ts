import { and, asc, desc, eq, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { notFound } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { namesOf } from "~/lib/company/factory.names.server";
import type { Tx } from "~/lib/db/connection.server";
import { inCompany } from "~/lib/db/operator.server";
import { filesOf } from "~/lib/file/file.read.server";
import { addDecimal, compareDecimal, formatNumber } from "~/lib/money/decimal";
import { defect_report, defect_report_answer } from "~/lib/tables/defect.report.table.server";
import { standsOf } from "~/lib/task/treat.read.server";
import { UNIT_LABEL, UNITS } from "~/lib/vocabulary/card.schema";
import type { ReportDetail, ReportRow, reportFilter } from "./report.schema";

type Report = typeof defect_report.$inferSelect;
export type Stored = {
  report: Report;
  answer: typeof defect_report_answer.$inferSelect | null;
  /** The version after it. */
  next: number | null;
  state: ReportRow["state"];
};

const ours = ({ company_id }: Who) =>
  or(eq(defect_report.seller_id, company_id), eq(defect_report.buyer_id, company_id));
const next = sql<
  number | null
>`(select n.key::float8 from defect_report n where n.corrects = ${defect_report}.key)`;
const stateNow = sql<
  ReportRow["state"]
>`case when ${next} is not null then 'replaced' when ${defect_report_answer}.report_key is null then 'waiting'
  when ${defect_report_answer}.treatment is not null then 'answered' else 'withdrawn' end`;
const selected = (db: Tx) =>
  db
    .select({ report: defect_report, answer: defect_report_answer, next, state: stateNow })
    .from(defect_report)
    .leftJoin(defect_report_answer, eq(defect_report_answer.report_key, defect_report.key));

export async function storedReport(db: Tx, who: Who, key: number): Promise<Stored> {
  const [found] = await selected(db).where(sql`${eq(defect_report.key, key)} and ${ours(who)}`);
  if (!found) throw notFound("不良報告書");
  return found;
}

const numberOf = ({ key, first_key }: Report) => `D-${String(first_key ?? key).padStart(5, "0")}`;

function rowOf(who: Who, { report, answer, state }: Stored, names: Map<string, string>): ReportRow {
  const is_ours = report.seller_id === who.company_id;
  const [first, ...rest] = report.rows;
  const sums = UNITS.map((unit) => ({
    unit,
    num: report.rows
      .filter((row) => row.order_unit === unit)
      .reduce((sum, { num }) => addDecimal(sum, num), "0"),
  }));
  return {
    key: report.key,
    number: numberOf(report),
    version: report.version,
    partner_name: names.get(is_ours ? report.buyer_id : report.seller_id) ?? "",
    is_ours,
    about: rest.length > 0 ? `${first!.name} ほか${rest.length}件` : first!.name,
    sum: sums
      .filter(({ num }) => num !== "0")
      .map(({ num, unit }) => `${formatNumber(num)}${UNIT_LABEL[unit]}`)
      .join("・"),
    state,
    treatment: answer?.treatment ?? null,
    person: report.person,
    sent_time: report.sent_time,
    answered_time: answer?.answered_time ?? null,
  };
}

/** Those sent and those received, the newest first. */
export async function listReports(db: Tx, who: Who, asked: Pick<z.output<typeof reportFilter>, "state">) {
  const rows = await selected(db)
    .where(and(ours(who), asked.state ? eq(stateNow, asked.state) : undefined))
    .orderBy(desc(defect_report.key))
    .limit(1000);
  const names = await namesOf(db, [
    ...new Set(rows.flatMap(({ report }) => [report.seller_id, report.buyer_id])),
  ]);
  return { items: rows.map((row) => rowOf(who, row, names)) };
}

export async function readReport(db: Tx, who: Who, key: number): Promise<ReportDetail> {
  const stored = await storedReport(db, who, key);
  const { report, answer } = stored;
  const names = await namesOf(db, [report.seller_id, report.buyer_id]);
  const row = rowOf(who, stored, names);
  const first = report.first_key ?? report.key;
  const versions = await db
    .select({ key: defect_report.key, version: defect_report.version, sent_time: defect_report.sent_time })
    .from(defect_report)
    .where(or(eq(defect_report.key, first), eq(defect_report.first_key, first)))
    .orderBy(asc(defect_report.key));
  const waits = row.state === "waiting";
  const now = waits ? await inCompany(db, who, report.seller_id, () => standsOf(db, report.rows)) : [];
  const moved = report.rows.filter(
    (one, at) => waits && (!now[at]?.is_open || compareDecimal(now[at].num, one.num) !== 0),
  );
  return {
    ...row,
    seller_name: names.get(report.seller_id) ?? "",
    buyer_name: names.get(report.buyer_id) ?? "",
    cause: report.cause,
    words: report.words,
    rows: report.rows,
    photos: await filesOf(db, who, "defect_report", [key]),
    answer: answer && {
      words: answer.words,
      person: answer.person,
      answered_time: answer.answered_time,
      treatment: answer.treatment,
    },
    versions,
    may_answer: waits && report.buyer_id === who.company_id && moved.length === 0,
    may_correct: waits && report.seller_id === who.company_id,
    problem:
      moved.length > 0
        ? `カード ${[...new Set(moved.map(({ card_id }) => card_id))].join("、")} の不良が、この報告書のあとに変わりました。新しい版が届くまで回答できません。`
        : null,
    tick: report.rows
      .flatMap(({ row_key }, at) => (now[at]?.is_open ? `${row_key}:${now[at].num}` : []))
      .join(" "),
  };
}
