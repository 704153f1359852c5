import { z } from "zod";
import { choice, version } from "~/lib/text/text.schema";
import { mailDigest, NOTICES, ROAD_LABEL, type Road } from "~/lib/vocabulary/notice";

const roads = Object.keys(ROAD_LABEL) as Road[];
export const SWITCHES = NOTICES.flatMap((kind) => roads.map((road) => `${kind}.${road}`));

const ODD = "通知を選び直してください";
const switches = z
  .preprocess(
    (value) => (value === undefined || value === null || value === "" ? [] : [value].flat()),
    z
      .array(z.enum(SWITCHES as [string, ...string[]], { error: ODD }), { error: ODD })
      .max(SWITCHES.length * 2, { error: ODD }),
  )
  .transform((on) => SWITCHES.filter((one) => on.includes(one)));

export const noticeInput = z.object({
  version,
  mail_digest: choice("メールの通知", ["now", "hours", "morning", "never"]),
  on: switches,
});

const device = z.object({
  device_id: z.number(),
  user_agent: z.string().nullable(),
  host: z.string(),
  created_time: z.string(),
  used_time: z.string(),
});

export const notices = z.object({
  version: z.number(),
  mail_digest: mailDigest,
  on: z.array(z.string()),
  devices: z.array(device),
});
