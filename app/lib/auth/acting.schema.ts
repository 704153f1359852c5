import { z } from "zod";
import { mode } from "~/lib/api/self.schema";
import { checkbox, choice, optionalText } from "~/lib/text/text.schema";

const reason = z.enum(["inquiry", "setup", "survey"]);

/** アカウント切り替え as it is asked for. */
export const actingInput = z.object({
  company_id: z.string().max(40),
  reason: choice("理由", ["inquiry", "setup", "survey"]),
  note: optionalText("問合せ番号・メモ", 200),
  is_write: checkbox(),
});

const actingRow = z.object({
  key: z.number(),
  actor_name: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  mode,
  reason,
  note: z.string().nullable(),
  started_time: z.string(),
  until_time: z.string(),
  ended_time: z.string().nullable(),
  writes: z.array(z.object({ at: z.string(), summary: z.string() })),
});
export type ActingRow = z.infer<typeof actingRow>;
export const actingRows = z.object({ items: z.array(actingRow) });
