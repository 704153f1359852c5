import type { SubmissionResult } from "@conform-to/dom";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField } from "~/components/form/fields";
import { FROM_STOCK, FROM_STOCK_LABEL } from "~/lib/stock/allocation.schema";

/** All, part or none of it from stock; what is left is made. */
export function FromStock({ unit, help }: { unit?: string; help: string }) {
  return (
    <FieldSet legend="在庫から出す">
      <RadioField
        name="from_stock"
        label="在庫から出す"
        options={FROM_STOCK.map((value) => ({ value, label: FROM_STOCK_LABEL[value] }))}
        help={help}
      />
      <NumberField
        name="num_from_stock"
        label="在庫から出す数"
        unit={unit}
        optional
        help="一部を出すときに入力します。残りは、これから作る数です。"
      />
    </FieldSet>
  );
}

type Again = { reply: SubmissionResult<string[]>; left?: string } | undefined;

/** What somebody else has left stands in the form. */
export function replyWithLeft(answer: Again): SubmissionResult<string[]> | undefined {
  const { reply, left } = answer ?? {};
  if (!reply || left === undefined) return reply;
  return { ...reply, initialValue: { ...reply.initialValue, from_stock: "part", num_from_stock: left } };
}
