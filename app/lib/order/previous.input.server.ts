import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { filesOf, orderFilesNamed } from "~/lib/file/file.read.server";
import type { FileRow } from "~/lib/file/file.schema";
import { seesOrderAmounts } from "~/lib/vocabulary/permission";
import { differences, type Ordered } from "./difference";
import { lineDrawing } from "./order.files.server";
import type { OrderInput } from "./order.schema";
import { type CheckedComparison, orderedLine } from "./previous.schema";
import { paired, previousOf, type Wanted } from "./previous.server";

const NEVER: CheckedComparison = { previous: null, differences: [], drawing: null, previous_drawing: null };

/** Of what is not sent yet: each line against the last order of its product, with the drawings of both. */
export async function comparedInput(
  db: Tx,
  who: Who,
  { seller_id, lines: typed }: OrderInput,
  lines: (Ordered & Wanted)[],
): Promise<CheckedComparison[]> {
  const pair = { seller_id, buyer_id: who.company_id };
  const pairs = paired(await previousOf(db, pair, lines), lines);
  const repeated = pairs.flatMap(({ last }) => last ?? []);
  const frozen = await filesOf(
    db,
    who,
    "order",
    repeated.map((one) => `${one.order_key}.${one.line_no}`),
  );
  const products = await filesOf(db, who, "product", [
    ...new Set(repeated.flatMap((one) => one.product_id ?? [])),
  ]);
  const attached = await orderFilesNamed(db, who, [...new Set(typed.flatMap(({ files = [] }) => files))]);
  const isOf = (index: number) => (one: FileRow) => typed[index]!.files?.includes(one.key) ?? false;
  return pairs.map(({ line, last }, index) => {
    if (!last) return NEVER;
    const at = { order_key: 0, line_no: index + 1 };
    const own = attached.filter(isOf(index)).map((one) => ({ ...one, owner_key: `0.${at.line_no}` }));
    return {
      previous: orderedLine.parse(last),
      differences: differences(last, line, seesOrderAmounts(who, pair)),
      drawing: lineDrawing(own, products, { ...line, ...at }),
      previous_drawing: lineDrawing(frozen, products, last),
    };
  });
}
