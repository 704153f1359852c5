import { z } from "zod";
import { checkbox, optionalKey } from "~/lib/text/text.schema";
import type { Notice } from "~/lib/vocabulary/notice";

const noticeRow = z.object({
  key: z.number(),
  kind: z.custom<Notice>((value) => typeof value === "string"),
  text: z.string(),
  path: z.string(),
  at: z.string(),
  is_read: z.boolean(),
});
export type NoticeRow = z.infer<typeof noticeRow>;
/** The last 30 days; `unread` counts all. */
export const noticeRows = z.object({ items: z.array(noticeRow), unread: z.number() });
export const badges = z.object({ chat: z.number(), notice: z.number() });
export const noticeMark = z.object({ notice_key: optionalKey("お知らせ"), is_unread: checkbox() });
