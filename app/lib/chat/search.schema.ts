import { z } from "zod";
import { optionalChoice, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";

export const searchFilter = z.object({
  q: optionalText("検索", 100),
  room: optionalText("ルーム", 200),
  from: optionalDate("日付"),
  to: optionalDate("日付"),
  files: optionalChoice("添付", ["on"]),
});
export type SearchFilter = z.output<typeof searchFilter>;

export const searchRow = z.object({
  room_id: z.string(),
  number: z.number(),
  room: z.string(),
  owner_name: z.string(),
  message: z.string(),
  card: z.string().nullable(),
  files: z.string().nullable(),
  created_time: z.string(),
});
export type SearchRow = z.infer<typeof searchRow>;

export const sentFileFilter = searchFilter.omit({ files: true });
export type SentFileFilter = z.output<typeof sentFileFilter>;

export const sentFileRow = searchRow.omit({ files: true, card: true, message: true }).extend({
  key: z.string(),
  name: z.string(),
  size: z.number(),
  has_thumb: z.boolean(),
});
export type SentFileRow = z.infer<typeof sentFileRow>;
