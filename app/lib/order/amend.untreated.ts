import { isPositive } from "~/lib/money/decimal";
import type { DrawingBatch } from "~/lib/vocabulary/amendment";
import { amendVerdict, uncosted, untreated, wantedOf } from "./amend";
import { drawnBatches, type LineCards, oldBatches, remadeOf } from "./amend.batch";
import type { Errors, Item } from "./amend.line";
import type { AmendInput } from "./amend.schema";
import type { Drawn, Treatments } from "./amend.treat";

type Proposed = Item & { at: string };

export const treatmentsOf = ({ made, wip, returned }: AmendInput): Treatments => ({
  made: made ?? null,
  wip: wip ?? null,
  returned: returned ?? null,
});

/** What is said of each card's pieces, where the line gets a new drawing. */
function drawnOf(item: Proposed, input: AmendInput, now: LineCards | undefined): Drawn[] {
  if (!now || item.after.drawing_revision === undefined) return [];
  const said = input.batches.flatMap(({ card_key, drawing }) => (drawing ? [{ card_key, drawing }] : []));
  const old = oldBatches(now, wantedOf(item, now.progress), treatmentsOf(input));
  return drawnBatches(old, said, input.drawing ?? null);
}

type Standings = Map<number, LineCards>;
const lineOf = ({ line_no }: Item, now: Standings) => (line_no === null ? undefined : now.get(line_no));

/** As the proposal keeps it. */
export const batchesOf = (item: Proposed, input: AmendInput, now: Standings): DrawingBatch[] =>
  drawnOf(item, input, lineOf(item, now)).flatMap(({ drawing, ...one }) =>
    drawing ? [{ ...one, drawing }] : [],
  );

function drawingErrors(item: Proposed, input: AmendInput, now: LineCards | undefined): Errors {
  const errors: Errors = {};
  const drawn = drawnOf(item, input, now);
  for (const { card_key } of drawn.filter(({ drawing }) => drawing === null)) {
    const at = input.batches.findIndex((one) => one.card_key === card_key);
    const text = ["旧い図面で作った分をどうするかを選択してください"];
    errors.drawing = text;
    if (at >= 0) errors[`batches[${at}].drawing`] = text;
  }
  if (isPositive(remadeOf(drawn)) && item.cost === null) {
    errors.drawing = ["作り直すときは、明細の「これまでの費用」を入力してください"];
    errors[`${item.at}.cost`] = ["作り直す分のこれまでの費用を入力してください"];
  }
  return errors;
}

/** What the whole proposal has to say, by its field. */
export function untreatedItems(items: Proposed[], input: AmendInput, now: Standings): Errors {
  const errors: Errors = {};
  for (const item of items) {
    const { at, seen, after, cost } = item;
    if (!seen) continue;
    const verdict = amendVerdict(seen, wantedOf(item, seen));
    Object.assign(errors, untreated(verdict, input));
    for (const field of uncosted(verdict, input, cost)) {
      errors[field] = ["買取のときは、明細の「これまでの費用」を入力してください"];
      errors[`${at}.cost`] = ["買取にする分の費用を入力してください"];
    }
    Object.assign(errors, drawingErrors(item, input, lineOf(item, now)));
    if (after.delivery_date !== undefined && !input.cause)
      errors.cause = ["納期変更の原因を選択してください"];
  }
  if (items.some((item) => item.cost !== null) && !input.cost_tax_rate)
    errors.cost_tax_rate = ["費用の税率を選択してください"];
  return errors;
}
