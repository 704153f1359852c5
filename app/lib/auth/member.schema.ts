import { z } from "zod";
import { email } from "~/lib/text/contact.schema";
import { checkbox, key, optionalText, rowKey, text, version } from "~/lib/text/text.schema";
import { permission } from "~/lib/vocabulary/permission";
import { PERMISSION_LABEL } from "./member";

const named = Object.keys(PERMISSION_LABEL) as (keyof typeof PERMISSION_LABEL)[];

const permissions = z
  .preprocess(
    (value) =>
      value === undefined || value === null || value === "" ? [] : Array.isArray(value) ? value : [value],
    z.array(permission, { error: "権限を選び直してください" }).max(20, { error: "権限を選び直してください" }),
  )
  .transform((ticked) => named.filter((one) => ticked.includes(one)))
  .meta({ title: "権限" });

export const memberInput = z.object({
  email: email("メールアドレス"),
  name: text("氏名", 40),
  is_admin: checkbox(),
  permissions,
});
export const memberChange = z.object({ version, name: text("氏名", 40), is_admin: checkbox(), permissions });
/** People change their own name alone: rights that are sent along are not read. */
export const selfChange = z.object({ version, name: text("氏名", 40) });
export const memberVersion = z.object({ version: version.optional() });
export const memberId = z.object({ id: rowKey });
export const memberIds = z.object({
  ids: z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]),
    z
      .array(key("アカウント"), { error: "アカウントを選択してください" })
      .min(1, { error: "アカウントを選択してください" })
      .max(100),
  ),
});

export const memberBulk = memberIds.extend({ act: z.enum(["stop", "invite"]).default("stop") });

const state = z.enum(["invited", "active", "stopped"]);

export const memberRow = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  is_admin: z.boolean(),
  permissions: z.array(permission),
  state,
  last_login_time: z.string().nullable(),
  /** Browsers that take push messages. */
  num_devices: z.number(),
  created_time: z.string(),
  version: z.number(),
});
export type MemberRow = z.infer<typeof memberRow>;

export const invited = z.object({ id: z.number(), name: z.string(), email: z.string() });

export const shownPassword = z.object({ name: z.string(), username: z.string(), password: z.string() });

export const memberFilter = z.object({
  q: optionalText("検索", 60),
  state: state.optional(),
  is_admin: z.enum(["on"]).optional(),
});
