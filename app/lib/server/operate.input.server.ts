import { z } from "zod";

export class Mistake extends Error {}

export const given = <S extends z.ZodType>(schema: S, values: unknown): z.output<S> => {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  throw new Mistake([...new Set(read.error.issues.map(({ message }) => message))].join("\n"));
};

const ID = "会社のID（--id）は英小文字・数字・ハイフンで40文字までです。";
const id = z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, ID);
const named = (option: string) =>
  z
    .string({ error: `--${option} を指定してください。` })
    .trim()
    .min(1, `--${option} を指定してください。`);
const NO_EMAIL = "--email にメールアドレスを指定してください。";
const email = z
  .string({ error: NO_EMAIL })
  .trim()
  .pipe(z.email({ error: NO_EMAIL }));
export const company = z.object({
  id,
  name: named("name"),
  type: z.enum(["seller", "buyer"], { error: "--type は seller か buyer です。" }),
  email,
  person: named("person"),
});

export const staff = z.object({ email, person: named("person"), read: z.boolean().optional() });
export const factor_owner = z.object({ email });
export const pair = z.object({ seller: named("seller"), buyer: named("buyer") });
