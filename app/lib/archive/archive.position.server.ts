import { type SQL, sql } from "drizzle-orm";
import { ARCHIVED, type Archived } from "./archive";
import type { ArchiveRow } from "./archive.list";

export type Branch = { kind: Archived; is_issued: boolean; rows: SQL };

/** Versions of an order after the first stand by themselves. */
const SOURCES = [...ARCHIVED, "version"] as const;
type Source = (typeof SOURCES)[number];
/** No key comes near: the kinds follow each other within a day. */
const STEP = 500_000_000_000_000;
/** Nor does an order or a request have so many versions. */
const VERSIONS = 10_000;

const start = (source: Source): number => SOURCES.indexOf(source) * STEP;
const raw = (value: number) => sql.raw(String(value));

export const positionSql = (source: Source, key: SQL): SQL => sql`${raw(start(source))} + ${key}`;
export const versionSql = (source: Source, key: SQL, revision: SQL): SQL =>
  sql`${raw(start(source))} + ${key} * ${raw(VERSIONS)} + ${revision}`;

export function placeOf({ kind, key, revision }: Pick<ArchiveRow, "kind" | "key" | "revision">): number {
  if (kind === "quote") return start(kind) + key * VERSIONS + revision;
  const isVersion = kind === "order" && revision > 1;
  return isVersion ? start("version") + key * VERSIONS + revision : start(kind) + key;
}
