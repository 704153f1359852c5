import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { stale } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { recordOwn } from "~/lib/log/activity.server";
import { factory } from "~/lib/tables/factory.table.server";
import { chat_phrases } from "~/lib/tables/phrase.table.server";
import { PHRASES, type phrasesInput } from "./phrase.schema";

export async function phrasesOf(db: Tx, who: Who): Promise<{ items: string[]; version: number }> {
  const [row] = await db.select().from(chat_phrases).where(eq(chat_phrases.company_id, who.company_id));
  return row ? { items: row.phrases, version: row.version } : { items: PHRASES, version: 0 };
}

const joinPhrases = (all: string[]) => all.join(" ／ ") || null;

export async function changePhrases(db: Tx, who: Who, { version, phrases }: z.output<typeof phrasesInput>) {
  const [own] = await db
    .select({ key: factory.key })
    .from(factory)
    .where(eq(factory.id, who.company_id))
    .for("update");
  const before = await phrasesOf(db, who);
  const saved =
    version === 0
      ? await db
          .insert(chat_phrases)
          .values({ company_id: who.company_id, phrases })
          .onConflictDoNothing()
          .returning({ version: chat_phrases.version })
      : await db
          .update(chat_phrases)
          .set({ phrases, version: sql`${chat_phrases.version} + 1` })
          .where(and(eq(chat_phrases.company_id, who.company_id), eq(chat_phrases.version, version)))
          .returning({ version: chat_phrases.version });
  if (saved.length === 0) throw stale("定型文");
  const [gone, come] = [
    before.items.filter((one) => !phrases.includes(one)),
    phrases.filter((one) => !before.items.includes(one)),
  ];
  const moved = gone.length + come.length === 0;
  if (moved && before.items.join("\n") === phrases.join("\n")) return phrasesOf(db, who);
  await recordOwn(
    db,
    who,
    "factory",
    own!.key,
    "phrases",
    { phrases: joinPhrases(gone) },
    { phrases: moved ? "並び順" : joinPhrases(come) },
  );
  return phrasesOf(db, who);
}
