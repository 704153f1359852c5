import type { parseArgs } from "node:util";
import { z } from "zod";
import { noteOperated } from "~/lib/auth/security.server";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";

/** Refused, in a sentence: exit code 1. */
export class Mistake extends Error {}
/** Not understood, in a sentence: exit code 2. Nothing was begun. */
export class WrongUsage extends Mistake {}

/** Where a command works. `by`: who asked for it, as the machine knows them. */
export type Ground = { db: Database; secret: string; env: NodeJS.ProcessEnv; by: string };
/** `code` 1: something was found. */
type Said = { code: 0 | 1; text: string };
/** Of whom the security log is to tell. */
type Done = { text: string; company_id?: string | null; about?: string };

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;
type Shape = {
  words: string;
  usage: string;
  options: Options;
  /** Whether it is for a time when no server runs. */
  alone?: (values: Record<string, unknown>) => boolean;
};
export type Command = Shape & {
  prepare: (values: Record<string, unknown>) => (place: Ground) => Promise<Said>;
};

function given<S extends z.ZodType>(schema: S, values: unknown, usage: string): z.output<S> {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const sentences = new Set(read.error.issues.map(({ message }) => message));
  throw new WrongUsage(`${[...sentences].join("\n")}\n\n${usage}`);
}

/** Done whole, with the log's word of it, or not at all. */
export const acting = <S extends z.ZodType>(
  shape: Shape,
  schema: S,
  act: (tx: Tx, place: Ground, input: z.output<S>) => Promise<Done>,
): Command => ({
  ...shape,
  prepare(values) {
    const input = given(schema, values, shape.usage);
    return (place) =>
      operator(place.db, async (tx) => {
        const { text, ...about } = await act(tx, place, input);
        await noteOperated(tx, place, { command: shape.words, ...about });
        return { code: 0, text };
      });
  },
});

/** Changes no data of anybody's; the log tells that somebody looked. */
export const looking = <S extends z.ZodType>(
  shape: Shape,
  schema: S,
  look: (place: Ground, input: z.output<S>) => Promise<Said & { about?: string }>,
): Command => ({
  ...shape,
  prepare(values) {
    const input = given(schema, values, shape.usage);
    return async (place) => {
      const { about, ...said } = await look(place, input);
      await operator(place.db, (tx) => noteOperated(tx, place, { command: shape.words, about }));
      return said;
    };
  },
});

export const TEXT = { type: "string" as const };
export const FLAG = { type: "boolean" as const, default: false };

const NO_EMAIL = "--email にメールアドレスを指定してください。";
export const email = z
  .string({ error: NO_EMAIL })
  .trim()
  .pipe(z.email({ error: NO_EMAIL }));
export const named = (option: string) =>
  z
    .string({ error: `--${option} を指定してください。` })
    .trim()
    .min(1, `--${option} を指定してください。`);
const ID = "会社のID（--id、--company）は英小文字・数字・ハイフンで40文字までです。";
export const companyId = z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, ID);
export const nothing = z.object({});

export const account = (head: string, address: string, password: string, note = "") =>
  `${head}\n  ユーザー名: ${address}\n  仮パスワード: ${password}\n7日以内にログインし、新しいパスワードを決めてください。${note}`;

/** Columns as wide as what stands in them; full-width letters count twice. */
export function columns(rows: string[][]): string {
  const width = (text: string) => [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);
  const most = rows[0]!.map((_, at) => Math.max(...rows.map((row) => width(row[at]!))));
  const pad = (text: string, at: number) =>
    /^[\d,]+$/.test(text)
      ? " ".repeat(most[at]! - width(text)) + text
      : text + " ".repeat(most[at]! - width(text));
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
