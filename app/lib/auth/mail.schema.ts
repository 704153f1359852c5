import { z } from "zod";

/** A mail that waits in the outbox. `problem`: what the SMTP server said when it did not take it. */
export const waitingMail = z.object({
  key: z.int(), to: z.string(), subject: z.string(), text: z.string(), created_time: z.string(), tries: z.int(),
  problem: z.string().nullable(),
});
export const outboxAnswer = z.object({ items: z.array(waitingMail) });
