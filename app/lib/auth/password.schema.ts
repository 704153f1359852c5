import { z } from "zod";
import { MISMATCH } from "./reset.schema";
import { newPassword } from "./signin.schema";

const NO_PASSWORD = "今のパスワードを入力してください";

export const passwordChange = z
  .object({
    previous: z.string({ error: NO_PASSWORD }).max(256, NO_PASSWORD),
    new_password: newPassword(),
    confirmation: z.string({ error: MISMATCH }),
  })
  .refine(({ new_password, confirmation }) => new_password === confirmation, {
    path: ["confirmation"],
    error: MISMATCH,
    when: ({ value }) => typeof value === "object" && value !== null,
  });
