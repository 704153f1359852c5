import { compareDecimal } from "~/lib/money/decimal";
import { amendVerdict, uncosted, untreated } from "./amend";
import type { Errors, Item } from "./amend.item";
import type { AmendInput } from "./amend.schema";
import { oldPieces } from "./amend.treat";

const treatmentsOf = ({ made, wip }: AmendInput) => ({ made: made ?? null, wip: wip ?? null });

/** What the whole proposal has to say, by its field. */
export function untreatedItems(items: (Item & { at: string })[], input: AmendInput): Errors {
  const errors: Errors = {};
  for (const { at, seen, is_cancel, after, cost } of items) {
    if (!seen) continue;
    const wanted = is_cancel ? seen.delivered : (after.num_items ?? seen.ordered);
    const verdict = amendVerdict(seen, wanted);
    Object.assign(errors, untreated(verdict, input));
    for (const field of uncosted(verdict, input, cost)) {
      errors[field] = ["買取のときは、明細の「これまでの費用」を入力してください"];
      errors[`${at}.cost`] = ["買取にする分の費用を入力してください"];
    }
    const redrawn = after.drawing_revision !== undefined && input.drawing === "remake";
    const remade = redrawn && compareDecimal(oldPieces(seen, wanted, treatmentsOf(input)), "0") > 0;
    if (remade && cost === null) {
      errors.drawing = ["作り直すときは、明細の「これまでの費用」を入力してください"];
      errors[`${at}.cost`] = ["作り直す分のこれまでの費用を入力してください"];
    }
    const begun = [seen.made, seen.wip, seen.shipped].some((one) => compareDecimal(one, "0") > 0);
    if (after.drawing_revision !== undefined && begun && !input.drawing)
      errors.drawing = ["旧い図面で作った分をどうするかを選択してください"];
    if (after.delivery_date !== undefined && !input.cause)
      errors.cause = ["納期変更の原因を選択してください"];
  }
  if (items.some((item) => item.cost !== null) && !input.cost_tax_rate)
    errors.cost_tax_rate = ["費用の税率を選択してください"];
  return errors;
}
