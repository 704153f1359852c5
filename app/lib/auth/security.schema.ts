import { z } from "zod";
import { optionalText, rowKey } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { EVENT_LABEL, type SecurityEvent } from "~/lib/vocabulary/security";

const event = z.enum(Object.keys(EVENT_LABEL) as [SecurityEvent, ...SecurityEvent[]]);

export const securityRow = z.object({
  key: z.number(),
  at: z.string(),
  event,
  username: z.string().nullable(),
  name: z.string().nullable(),
  name_hash: z.string().nullable(),
  company_name: z.string().nullable(),
  actor_name: z.string().nullable(),
  ip: z.string(),
  user_agent: z.string(),
  reason: z.string().nullable(),
  count: z.number(),
});
export type SecurityRow = z.infer<typeof securityRow>;

export const securityFilter = z.object({
  q: optionalText("検索", 60),
  event: event.optional(),
  from: optionalDate("日付"),
  to: optionalDate("日付"),
});

const sessionRow = z.object({
  key: z.number(),
  created_time: z.string(),
  seen_time: z.string(),
  expires_time: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  is_display: z.boolean(),
});
export const sessionRows = z.object({ items: z.array(sessionRow) });

export const sessionKey = z.object({ key: rowKey });
export const memberSession = z.object({ id: rowKey, key: rowKey });
export const sessionsButOne = z.object({ but: rowKey });
const NONE = { error: "ログアウトする端末を選択してください。", path: ["end"] };
/** The button that was pressed: one browser, or several at once. */
export const sessionForm = z
  .object({ end: rowKey.optional(), act: z.enum(["others", "all"]).optional() })
  .refine(({ end, act }) => end !== undefined || act !== undefined, NONE);
export const memberSessionForm = z
  .object({ end: rowKey.optional() })
  .refine(({ end }) => end !== undefined, NONE);
