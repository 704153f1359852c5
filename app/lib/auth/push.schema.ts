import { z } from "zod";
import { optionalKey, rowKey } from "~/lib/text/text.schema";

const UNREADABLE = "この端末を登録できませんでした。画面を読み込み直して、もう一度お試しください。";
const key = z.string({ error: UNREADABLE }).regex(/^[\w+/=-]{1,200}$/, { error: UNREADABLE });

const subscription = z.object({
  endpoint: z.string().max(2_000),
  keys: z.object({ p256dh: key, auth: key }),
});
export type Subscription = z.infer<typeof subscription>;

function readInfo(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** PUT /users/self/push_info (product §7): `info` is the JSON text of the browser's PushSubscription. */
export const pushInfo = z.object({
  auth_key: key,
  info: z
    .string({ error: UNREADABLE })
    .max(4_000, { error: UNREADABLE })
    .transform((text, context) => {
      const read = subscription.safeParse(readInfo(text));
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: UNREADABLE });
      return z.NEVER;
    }),
  user_agent: z.string().max(400).optional(),
});
export const deviceId = z.object({
  device_id: rowKey,
});
export const deviceMade = z.object({ device_id: z.number() });

export function browserName(user_agent: string | null): string {
  const text = user_agent ?? "";
  const named = (pairs: [RegExp, string][]) => pairs.find(([pattern]) => pattern.test(text))?.[1];
  const browser = named([
    [/Edg\//, "Edge"],
    [/Firefox\/|FxiOS/, "Firefox"],
    [/Chrome\/|CriOS/, "Chrome"],
    [/Safari\//, "Safari"],
  ]);
  const system = named([
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS X/, "Mac"],
    [/Linux/, "Linux"],
  ]);
  return [browser ?? "ブラウザー", system && `（${system}）`].filter(Boolean).join("");
}

export const deviceForm = z.object({
  remove: optionalKey("端末"),
  auth_key: z.string().max(400).optional(),
  info: z.string().max(8_000).optional(),
});
