import { addDecimal, compareDecimal, decimal, formatNumber, milli } from "~/lib/money/decimal";
import type { DrawingBatch, DrawingTreatment } from "~/lib/vocabulary/amendment";
import { type Progress, standsAt } from "./amend";
import { afterwards, type LineLot, oldOf, type Step, shrunk } from "./amend.plan";
import { type Drawn, leavingOf, type Treatments } from "./amend.treat";

/** A line's cards, and how far they are together. */
export type LineCards = { progress: Progress; lots: LineLot[]; processes: Step[] };
type Old = Omit<Drawn, "drawing">;

/** By card, what is made or begun by the old drawing and stays once the quantity is as proposed. */
export function oldBatches(
  { progress, lots, processes }: LineCards,
  wanted: string,
  terms: Treatments,
): Old[] {
  const by = milli(progress.ordered) - milli(standsAt(progress, wanted, terms));
  const changes = by > 0n ? shrunk(lots, processes, decimal(by), leavingOf(progress, wanted, terms)) : [];
  return oldOf(afterwards(lots, changes ?? []), processes).map(({ key, id, made, wip }) => ({
    card_key: key,
    id,
    num: addDecimal(made, wip),
  }));
}

type Said = Pick<DrawingBatch, "card_key" | "drawing">;

/** What was said of a card goes before what was said of all. */
const drawingOf = (card_key: number, said: Said[], all: DrawingTreatment | null) =>
  said.find((one) => one.card_key === card_key)?.drawing ?? all;

export const drawnBatches = (old: Old[], said: Said[], all: DrawingTreatment | null): Drawn[] =>
  old.map((one) => ({ ...one, drawing: drawingOf(one.card_key, said, all) }));

type Proposed = { batches: DrawingBatch[] | null };
type All = { drawing: DrawingTreatment | null };

export const remakes = ({ drawing }: All, { batches }: Proposed, card_key: number): boolean =>
  drawingOf(card_key, batches ?? [], drawing) === "remake";
export const isRedrawn = ({ drawing }: All, { batches }: Proposed): boolean =>
  [drawing, ...(batches ?? []).map((one) => one.drawing)].includes("remake");

export const UNTREATED_DRAWING =
  "旧い図面で作った分の扱いが決まっていません。扱いを選んだ別案を出してください";
export const UNCOSTED_DRAWING =
  "作り直しの費用が決まっていません。「これまでの費用」を入れた別案を出してください";

export const remadeOf = (drawn: Pick<Drawn, "num" | "drawing">[]): string =>
  addDecimal("0", ...drawn.flatMap(({ num, drawing }) => (drawing === "remake" ? num : [])));

/** Why a new drawing can't be agreed on: more would be made in vain than the cost was proposed for. */
export function redrawProblem(
  now: Drawn[],
  proposed: DrawingBatch[] | null,
  cost: number | null,
): string | null {
  if (now.length === 0) return null;
  if (proposed === null || now.some(({ drawing }) => drawing === null)) return UNTREATED_DRAWING;
  const [remade, then] = [remadeOf(now), remadeOf(proposed)];
  if (compareDecimal(remade, "0") > 0 && cost === null) return UNCOSTED_DRAWING;
  return compareDecimal(remade, then) > 0
    ? `作り直す分が${formatNumber(then)}から${formatNumber(remade)}に増えました。この内容では合意できません。別案を出してください`
    : null;
}
