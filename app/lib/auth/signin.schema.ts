import { z } from "zod";
import { checkbox } from "~/lib/text/text.schema";

const NO_USERNAME = "ユーザー名またはメールアドレスを入力してください";
const NO_PASSWORD = "パスワードを入力してください";

/** The sign-in form (product §5). `keep`: ログイン状態を保持. */
export const signIn = z.object({
  username: z.string({ error: NO_USERNAME }).trim().min(1, NO_USERNAME).max(254, NO_USERNAME),
  password: z.string({ error: NO_PASSWORD }).max(256, NO_PASSWORD),
  keep: checkbox(),
  return_to: z.string().optional(),
});

export const PASSWORD_MIN = 8;
const NO_NEW_PASSWORD = `${PASSWORD_MIN}文字以上で新しいパスワードを入力してください`;

/** How a form asks for a new password, wherever it does. */
export const NEW_PASSWORD_FIELD = {
  label: "新しいパスワード",
  type: "password",
  autoComplete: "new-password",
  empty: NO_NEW_PASSWORD,
  help: `${PASSWORD_MIN}文字以上。文字の種類は問いません。`,
} as const;

/** A new password, at the first sign-in and at a reset: eight characters or more of any kind (product §5). */
export const newPassword = () =>
  z
    .string({ error: NO_NEW_PASSWORD })
    .min(PASSWORD_MIN, NO_NEW_PASSWORD)
    .max(256, "256文字以内で新しいパスワードを入力してください");

export const firstPassword = z.object({
  username: z.string({ error: NO_USERNAME }),
  new_password: newPassword(),
  return_to: z.string().optional(),
});
