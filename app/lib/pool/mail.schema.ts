import { z } from "zod";
import { key, rowKey } from "~/lib/text/text.schema";

/** Who of the staff opened a letter, and when (UTC). */
const opening = z.object({ actor_name: z.string(), at: z.string() });

const waitingMail = z.object({
  key: z.int(),
  to: z.string(),
  subject: z.string(),
  created_time: z.string(),
  tries: z.int(),
  problem: z.string().nullable(),
  openings: z.array(opening),
});
export const outboxAnswer = z.object({ items: z.array(waitingMail) });
export const mailKey = z.object({ key: rowKey });
export const openedMail = z.object({ key: z.int(), text: z.string() });
export const mailForm = z.object({ key: key("メール") });
