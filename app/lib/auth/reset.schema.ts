import { z } from "zod";
import { code } from "~/lib/text/text.schema";
import { newPassword, PASSWORD_MIN } from "./signin.schema";

export const NO_EMAIL = "ユーザー名を入力してください";
export const MISMATCH = "パスワードが一致しません";
const SHORT = `パスワードは${PASSWORD_MIN}文字以上である必要があります。`;

/** Step 1 of a password reset: where the code goes (product §5). */
export const sendCode = z.object({
  username: z.string({ error: NO_EMAIL }).trim().min(1, NO_EMAIL).max(254, NO_EMAIL),
});

/** Step 2: the code and the new password, twice. */
export const confirmCode = z
  .object({
    code: code("確認コード", 100),
    new_password: newPassword(),
    confirmation: z.string({ error: MISMATCH }),
  })
  .refine(({ new_password, confirmation }) => new_password === confirmation, {
    path: ["confirmation"],
    error: MISMATCH,
    when: ({ value }) => typeof value === "object" && value !== null,
  });

export function resetBanners({
  new_password = "",
  confirmation = "",
}: {
  new_password?: string;
  confirmation?: string;
}): string[] {
  const short = new_password.length > 0 && new_password.length < PASSWORD_MIN;
  return [
    ...(short ? [SHORT] : []),
    ...(new_password === confirmation ? [] : [`${MISMATCH}。もう一度入力してください。`]),
  ];
}
