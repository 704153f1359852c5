import { z } from "zod";
import { signIn } from "./signin.schema";

const NO_TOKEN = "リフレッシュトークンを入力してください";

/** What a program signs in with. `code`: of the authenticator app, where the account has one. */
export const tokenRequest = z.union([
  signIn.pick({ username: true }).extend({
    refresh_token: z.string({ error: NO_TOKEN }).min(1, NO_TOKEN).max(4_000, NO_TOKEN),
  }),
  signIn.pick({ username: true, password: true }).extend({ code: z.string().max(20).optional() }),
]);
export type TokenRequest = z.output<typeof tokenRequest>;

/** `id_token` goes into X-Auth; it lasts `expires_in` seconds. */
export const tokenAnswer = z.object({
  id_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().int(),
});
