import { z } from "zod";
import { FIELDS } from "~/lib/fields/agreement";
import { CARD_LABEL, cardFields } from "~/lib/fields/card.fields";
import { choice, key, lines, optionalLines } from "~/lib/text/text.schema";
import { date } from "~/lib/time/date.schema";
import { messageId, roomId } from "./message.id.schema";

const proposed = z.object({
  id: messageId,
  roomId,
  taskId: key("カード"),
  field: choice("合意する項目", FIELDS),
  value: z.unknown(),
  note: optionalLines("ひとこと", 400),
});
export const agreementForm = proposed.omit({ roomId: true }).extend({ value: lines("新しい値", 400) });

export const agreementInput = proposed.transform(({ value, ...rest }, context) => {
  const schema = {
    delivery_date: date(CARD_LABEL.delivery_date),
    num_items: cardFields.num_items,
    unit_price: cardFields.unit_price,
    other: lines("内容", 400),
  }[rest.field];
  const read = schema.safeParse(value ?? undefined);
  if (read.success) return { ...rest, value: String(read.data) };
  for (const issue of read.error.issues)
    context.addIssue({ code: "custom", path: ["value"], message: issue.message });
  return z.NEVER;
});
export type AgreementInput = z.output<typeof agreementInput>;

export const agreementAnswer = z.object({ answer: choice("回答", ["agreed", "declined", "withdrawn"]) });

/** `value` is null for a price without the accounting permission. */
export const agreement = z.object({
  key: z.number(),
  card_key: z.number(),
  field: z.enum(FIELDS),
  value: z.string().nullable(),
  note: z.string().nullable(),
  state: z.enum(["open", "agreed", "declined", "withdrawn"]),
  proposed_by: z.string(),
  answerer_name: z.string().nullable(),
});
export type Agreement = z.infer<typeof agreement>;
