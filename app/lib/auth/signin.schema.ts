import { z } from "zod";

/** The sign-in form (product §5). */
export const signIn = z.object({
  username: z.string({ error: "ユーザー名またはメールアドレスを入力してください" }).trim().min(1, "ユーザー名またはメールアドレスを入力してください").max(254, "ユーザー名またはメールアドレスを入力してください"),
  password: z.string({ error: "パスワードを入力してください" }).max(256, "パスワードを入力してください"),
  return_to: z.string().optional(),
});
