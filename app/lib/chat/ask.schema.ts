import { z } from "zod";
import { checkbox, choice, optionalChoice, optionalCode, optionalText } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { messageId } from "./message.id.schema";

/** `is_ours`: this company owes the answer. `is_own`: only this company sees it, as it alone sees 担当. */
export const ask = z.object({
  key: z.number(),
  is_ours: z.boolean(),
  is_own: z.boolean(),
  due: z.string().nullable(),
  asker_name: z.string(),
  answered_time: z.string().nullable(),
  answerer_name: z.string().nullable(),
  charge: z.string().nullable(),
  charge_name: z.string().nullable(),
});
export type Ask = z.infer<typeof ask>;

export const ASKED_LABEL = { theirs: "相手の会社", ours: "こちらの会社（相手には見えません）" } as const;
const due = optionalDate("期日", "coming");
/** 担当 is one of those who owe the answer at this company. */
export const askInput = z.object({
  message_id: messageId,
  whose: choice("回答するのは", ["theirs", "ours"]),
  due,
  username: optionalCode("担当", 200),
});
export type AskInput = z.output<typeof askInput>;
export const askAct = z.object({
  act: choice("操作", ["answered", "reopened", "charge"]),
  username: optionalCode("担当", 200),
});
export const enterInput = z.object({ is_on: checkbox() });
export const askMade = z.object({ key: z.number() });

const person = z.object({ username: z.string(), name: z.string(), is_own: z.boolean() });
export type RoomPerson = z.infer<typeof person>;
export const people = z.object({ items: z.array(person) });

export const askFilter = z.object({
  side: optionalChoice("回答するのは", ["ours", "theirs"]),
  state: optionalChoice("状態", ["open", "answered"]),
  q: optionalText("検索", 100),
  mine: optionalChoice("担当", ["on"]),
  room: optionalText("ルーム", 90),
});
export type AskFilter = z.output<typeof askFilter>;
export const askRow = ask.extend({
  room_id: z.string(),
  message_id: z.string(),
  number: z.number(),
  partner: z.string(),
  message: z.string(),
  asked_time: z.string(),
  is_late: z.boolean(),
});
export type AskRow = z.infer<typeof askRow>;
