import { z } from "zod";
import { choice } from "~/lib/text/text.schema";

const mailDigest = z.enum(["now", "hours", "morning", "never"]);
export type MailDigest = z.infer<typeof mailDigest>;
export const DIGEST_LABEL: Record<MailDigest, string> = {
  now: "即時",
  hours: "4時間ごとにまとめる（新規依頼・納期変更・合意・断り・要回答・取引先はすぐに）",
  morning: "毎朝7時にまとめる",
  never: "しない",
};

/** What people are told of, and by which roads. */
export const NOTICE_LABEL = {
  order: "新規依頼",
  delivery_date: "納期変更",
  agreed: "合意",
  declined: "断り",
  shipped: "出荷",
  defect: "不良",
  quote: "見積",
  document: "書類",
  stock: "在庫しきい値",
  chat: "チャット",
  ask: "要回答・指名",
  partner: "取引先",
} as const;
export type Notice = keyof typeof NOTICE_LABEL;
/** What cannot wait four hours: mailed at once to those who have the rest gathered by the hours. */
const PRESSING: Notice[] = ["order", "delivery_date", "agreed", "declined", "ask", "partner"];
/** Whether mail of this kind goes out at once. */
export const isMailedAtOnce = (digest: MailDigest, kind: Notice): boolean =>
  digest === "now" || (digest === "hours" && PRESSING.includes(kind));

export const ROAD_LABEL = { push: "プッシュ", mail: "メール", screen: "画面" } as const;
export type Road = keyof typeof ROAD_LABEL;

const kinds = Object.keys(NOTICE_LABEL) as Notice[];
const roads = Object.keys(ROAD_LABEL) as Road[];
/** Every switch by name: "order.mail". */
export const SWITCHES = kinds.flatMap((kind) => roads.map((road) => `${kind}.${road}`));

const ODD = "通知を選び直してください";
const switches = z
  .preprocess(
    (value) => (value === undefined || value === null || value === "" ? [] : [value].flat()),
    z
      .array(z.enum(SWITCHES as [string, ...string[]], { error: ODD }), { error: ODD })
      .max(SWITCHES.length * 2, { error: ODD }),
  )
  .transform((on) => SWITCHES.filter((one) => on.includes(one)));

/** PUT /users/self/notices: what is not ticked is switched off. */
export const noticeInput = z.object({
  version: z.coerce.number({ error: "画面を読み込み直してください" }).int().positive(),
  mail_digest: choice("メールの通知", ["now", "hours", "morning", "never"]),
  on: switches,
});

/** One browser that takes push messages. */
export const device = z.object({
  device_id: z.number(),
  user_agent: z.string().nullable(),
  host: z.string(),
  created_time: z.string(),
  used_time: z.string(),
});
export type Device = z.infer<typeof device>;

/** GET /users/self/notices. */
export const notices = z.object({
  version: z.number(),
  mail_digest: mailDigest,
  on: z.array(z.string()),
  devices: z.array(device),
});
