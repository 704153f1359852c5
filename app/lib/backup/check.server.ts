import { stat } from "node:fs/promises";
import pg from "pg";
import { tablesOf } from "~/lib/db/backup.server";
import type { Env } from "~/lib/db/open.server";
import { restore } from "~/lib/db/restore.server";
import { thumbOf } from "~/lib/file/take.server";
import { openScratch } from "./scratch.server";

export type Checked = {
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** Of the newest entry of the log: how old what came back is. */
  newest: string | null;
  restored_ms: number;
  checked_ms: number;
  /** What is not as it was; empty where the backup is good. */
  problems: string[];
};

const MOST_TOLD = 5;

type Blob = { blob: string; size: number; has_thumb: boolean };
const BLOBS =
  "select blob, max(size) as size, bool_or(has_thumb) as has_thumb from file group by blob order by blob";

const namesOf = ({ blob, has_thumb }: Pick<Blob, "blob" | "has_thumb">): string[] =>
  has_thumb ? [blob, thumbOf(blob)] : [blob];

/** Each name under which a file's bytes are kept that a database speaks of. */
export async function fileNamesIn(owner_url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: owner_url, application_name: "koba-backup" });
  await client.connect();
  const { rows } = await client.query<Blob>(BLOBS).finally(() => client.end());
  return rows.flatMap(namesOf);
}

export function fileProblems(blobs: Blob[], there: Map<string, number>): string[] {
  const wrong = blobs.filter(
    (one) => namesOf(one).some((name) => !there.has(name)) || there.get(one.blob) !== one.size,
  );
  return wrong.length === 0
    ? []
    : [
        `図面・写真 ${wrong.length}件が、ないか、大きさが違います。(${wrong
          .slice(0, MOST_TOLD)
          .map(({ blob }) => blob)
          .join(", ")})`,
      ];
}

async function asked(client: pg.Client) {
  let num_rows = 0;
  for (const { table } of await tablesOf(client))
    num_rows += Number((await client.query(`select count(*) as num from ${table}`)).rows[0].num);
  const { rows: newest } = await client.query<{ at: string | null }>(
    "select max(at)::text as at from activity",
  );
  const { rows: blobs } = await client.query<Blob>(BLOBS);
  const { rows: broken } = await client.query<{ rule: string; detail: string }>(
    "select rule, detail from check_invariants()",
  );
  return { num_rows, newest: newest[0]!.at, blobs, broken };
}

/**
 * Puts a dump into a scratch database: every row that was written must come back (restore counts them), no
 * promise may be broken, and each file must be there. `sizes`: the files of the place; null where only the
 * dump is to be checked.
 */
export async function checkDump(
  env: Env,
  secret: string,
  file: string,
  sizes: Map<string, number> | null,
): Promise<Checked> {
  const began = Date.now();
  const scratch = await openScratch(env);
  try {
    const tables = await restore(scratch.owner_url, secret, file);
    const restored_ms = Date.now() - began;
    const client = new pg.Client({ connectionString: scratch.owner_url });
    await client.connect();
    const { num_rows, newest, blobs, broken } = await asked(client).finally(() => client.end());
    const invariants = broken.slice(0, MOST_TOLD).map(({ rule, detail }) => `整合性 ${rule}: ${detail}`);
    return {
      tables,
      rows: num_rows,
      newest,
      files: blobs.length,
      bytes: (await stat(file)).size,
      restored_ms,
      checked_ms: Date.now() - began,
      problems: [...invariants, ...(sizes ? fileProblems(blobs, sizes) : [])],
    };
  } finally {
    await scratch.close();
  }
}
