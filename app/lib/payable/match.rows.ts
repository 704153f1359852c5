import type { ISODate } from "~/lib/time/date";
import { periodOf } from "~/lib/time/period";
import { differenceOf, matchKind, monthsOf, stateOf } from "./match";
import {
  aloneDraft,
  billedOf,
  type Draft,
  deliveredDraft,
  isLeft,
  paperDrafts,
  receivedDraft,
  taxDrafts,
} from "./match.draft";
import type { Billed, Given } from "./match.given";
import type { MatchRow } from "./match.schema";

export function matchRows({
  ym,
  terms,
  papers,
  billed,
  delivered,
  received,
  words,
  closed,
}: Given): MatchRow[] {
  const said = new Map(words.map((word) => [`${word.line} ${word.ym}`, word]));
  const standsIn = (id: string, date: ISODate) =>
    monthsOf({
      natural: periodOf(date, terms),
      upTo: ym,
      isClosed: (month) => closed.includes(month),
      wordOf: (month) => said.get(`${id} ${month}`)?.answer ?? null,
    }).includes(ym);
  const finish = (draft: Draft): MatchRow => {
    const word = said.get(`${draft.id} ${ym}`) ?? null;
    const own = word?.answer === "billed" ? null : word;
    const kind = matchKind(draft.ours, draft.theirs);
    return {
      ...draft,
      kind: draft.source === "tax" && kind !== "same" ? "tax" : kind,
      state: stateOf(draft, own),
      difference: differenceOf(draft.ours, draft.theirs),
      answer: own?.answer ?? null,
      reason: own?.reason ?? null,
      person: own?.person ?? null,
      said_time: own?.said_time ?? null,
    };
  };
  const known = new Set(delivered.map((line) => `${line.delivery_key}.${line.line_no}`));
  const isAlone = (line: Billed) =>
    line.delivery_key === null ||
    line.inspection_key !== null ||
    !known.has(`${line.delivery_key}.${line.delivery_line_no}`);
  const lines = delivered.flatMap((line) => {
    const own = billedOf(billed, line);
    const draft = deliveredDraft(line, own);
    const isHere = own.length > 0 || (isLeft(line) && standsIn(draft.id, line.date));
    return isHere ? [draft] : [];
  });
  const cards = received.map(receivedDraft).filter((draft) => standsIn(draft.id, draft.date!));
  const rows = [...lines, ...cards, ...billed.filter(isAlone).map(aloneDraft)].map(finish);
  const own = papers.filter(({ id }) => id.startsWith("b"));
  const isPooled = (row: MatchRow) => own.length > 0 && row.kind === "unbilled" && row.state === "open";
  const whole = own.length === 0 ? [] : paperDrafts(own, rows.filter(isPooled)).map(finish);
  const pooled = rows.map((row) => (isPooled(row) ? { ...row, state: "paper" as const } : row));
  return [...pooled, ...whole, ...papers.flatMap(taxDrafts).map(finish)];
}

/** Before tax; what a paper bills is in its own line. */
export function totalsOf(rows: MatchRow[]) {
  const counted = rows.filter(({ source, state }) => source !== "tax" && state !== "paper");
  const sum = (of: (row: MatchRow) => number) => counted.reduce((total, row) => total + of(row), 0);
  return {
    ours: sum(({ ours }) => ours?.amount ?? 0),
    theirs: sum(({ theirs }) => theirs?.amount ?? 0),
    difference: sum(({ difference }) => difference),
    num_open: rows.filter(({ state }) => state === "open").length,
    num_asked: rows.filter(({ state }) => state === "asked").length,
    unbilled: rows.reduce(
      (total, { kind, state, ours }) =>
        total + (kind === "unbilled" && state !== "paper" ? (ours?.amount ?? 0) : 0),
      0,
    ),
  };
}
