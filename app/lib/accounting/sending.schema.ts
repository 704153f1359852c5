import { z } from "zod";
import { checkbox, choice, key } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { CHANNELS } from "~/lib/vocabulary/sending";

const DOCUMENTS_MAX = 100;
const NONE = "書類を選択してください";
/** Several at once; a form with a single one says it without a list. */
export const documentKeys = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z
    .array(key("書類"), { error: NONE })
    .min(1, { error: NONE })
    .max(DOCUMENTS_MAX, { error: `一度に選べるのは${DOCUMENTS_MAX}件までです` })
    .transform((keys) => [...new Set(keys)]),
);

const chosen = { channel: choice("送付の方法", CHANNELS), sent_date: optionalDate("渡した日") };
export const sendingChosen = z.object(chosen);
export const sendingNew = z.object({
  keys: documentKeys,
  ...chosen,
  again: checkbox(),
});
export type SendingNew = z.output<typeof sendingNew>;

/** What was done with each of several documents; `problem`: why it was left as it was. */
export const documentsDone = z.object({
  items: z.array(z.object({ key: z.number(), number: z.string(), problem: z.string().nullable() })),
});
export type DocumentsDone = z.infer<typeof documentsDone>;

export const sending = z.object({
  channel: z.enum(CHANNELS),
  sent_date: z.string(),
  sent_time: z.string(),
  name: z.string(),
  num_mails: z.number(),
  /** Tried and not taken by the reader's mail server so far. */
  num_refused: z.number(),
});
export type Sending = z.infer<typeof sending>;
