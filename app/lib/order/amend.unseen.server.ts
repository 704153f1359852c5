import { formatNumber } from "~/lib/money/decimal";
import { UNIT_LABEL, type Unit } from "~/lib/vocabulary/card.schema";
import {
  amendVerdict,
  isSameProgress,
  movedOn,
  outdatedVerdict,
  UNCOSTED,
  uncosted,
  verdictText,
  wantedOf,
} from "./amend";
import { drawnBatches, type LineCards, oldBatches, redrawProblem } from "./amend.batch";
import type { Standing } from "./amend.standing.server";
import { amendedSupplyProblems, type Given, SUPPLY_FIELDS, suppliedAfter } from "./amend.supply";
import { AMENDED_FIELDS, contentText } from "./amend.words";
import type { AmendmentRow, ItemRow } from "./order.revision.server";

const UNSEEN =
  "表示したあとで、カードが進みました。まだ何も変更していません。いまの進み具合を確認して、もう一度回答してください。";

/** Of a new drawing: what becomes of each card's pieces as things stand now. */
export const drawnNow = (row: AmendmentRow, item: ItemRow, now: LineCards) =>
  item.after.drawing_revision === undefined
    ? []
    : drawnBatches(oldBatches(now, wantedOf(item, now.progress), row), item.batches ?? [], row.drawing);

/** Why it can't be agreed on as far as the line is now. */
export function itemProblem(row: AmendmentRow, item: ItemRow, at: LineCards, unit: Unit): string | null {
  const [then, now] = [item.seen!, at.progress];
  const [before, after] = [amendVerdict(then, wantedOf(item, then)), amendVerdict(now, wantedOf(item, now))];
  const quantity = item.is_cancel || item.after.num_items !== undefined;
  const unpaid = uncosted(after, row, item.cost).length > 0 ? UNCOSTED : null;
  const problem = quantity ? (outdatedVerdict(before, after, row, unit) ?? unpaid) : null;
  return problem ?? redrawProblem(drawnNow(row, item, at), item.batches, item.cost);
}

/** Nobody agrees to numbers unseen: what moved on since is said first, with what it means now. */
export function unseenProblem(
  row: AmendmentRow,
  item: ItemRow,
  { line, lots, processes, progress, ...now }: Standing,
): string | null {
  const unit = line.order_unit;
  const stood = { ...line, ...now };
  for (const field of AMENDED_FIELDS) {
    const [then, at] = [item.before[field], stood[field]];
    if (then === undefined || (then ?? "") === (at ?? "") || Number(then) === Number(at ?? Number.NaN))
      continue;
    const text = (value: string | null) =>
      contentText({ [field]: value }, field, unit, line.supply_unit) ?? "なし";
    return `提案のあとで、${line.line_no}行目が ${text(then)} から ${text(at)} に変わりました。まだ何も変更していません。別案を出してください。`;
  }
  if (now.is_off) return `${line.line_no}行目は取り消されています。`;
  const problem = itemProblem(row, item, { lots, processes, progress }, unit);
  if (!problem) return null;
  const moved = isSameProgress(item.seen!, progress)
    ? ""
    : `提案後に${formatNumber(movedOn(item.seen!, progress))}${UNIT_LABEL[unit]}進みました。`;
  return `${line.line_no}行目：${moved}${problem}。`.replace("。。", "。");
}

/** Material may have been handed over since it was proposed. */
export function suppliedMeanwhile(
  { after }: ItemRow,
  { line }: Standing,
  given: Given | undefined,
  supply_terms: string | null,
): string | null {
  if (SUPPLY_FIELDS.every((name) => after[name] === undefined)) return null;
  const [problem] = amendedSupplyProblems(line, suppliedAfter(line, after), { given, supply_terms });
  return problem ? `${line.line_no}行目：${problem[1]}。` : null;
}

export function movedText(agreed: ItemRow[], now: Map<number, Standing>): string {
  const told = agreed.flatMap((item) => {
    const standing = item.line_no === null ? undefined : now.get(item.line_no);
    if (!standing || !item.seen || isSameProgress(item.seen, standing.progress)) return [];
    const unit = standing.line.order_unit;
    const verdict = amendVerdict(standing.progress, wantedOf(item, standing.progress));
    const means = verdictText(verdict, unit);
    return `${item.line_no}行目は提案後に${formatNumber(movedOn(item.seen, standing.progress))}${UNIT_LABEL[unit]}進みました${means && `（${means}）`}`;
  });
  return told.length > 0
    ? `${told.join("、")}。まだ何も変更していません。いまの進み具合を確認して、もう一度回答してください。`
    : UNSEEN;
}
