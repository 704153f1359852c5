import type { Writable } from "node:stream";
import pg from "pg";

/**
 * PostgreSQL's text of a timestamptz in a UTC session, as ISO 8601: '2026-11-21T09:05:00.120Z'; microseconds
 * stay where there are any.
 */
function isoInstant(text: string): string {
  const found = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  if (!found) return text;
  const fraction = (found[3] ?? "").padEnd(3, "0");
  return `${found[1]}T${found[2]}.${fraction.length > 3 ? fraction.padEnd(6, "0") : fraction}Z`;
}

/** An exact decimal without idle zeros: '1.500' is '1.5'. */
const plainDecimal = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

function safeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`integer out of range: ${text}`);
  return value;
}

const same = (text: string) => text;
// Declared as a function, yet an object with `create`.
const arrays = pg.types.arrayParser as unknown as {
  create(text: string, parse: (item: string) => unknown): { parse(): unknown[] };
};
const list = (parse: (item: string) => unknown) => (text: string) => arrays.create(text, parse).parse();

const parsers = new Map<number, (text: string) => unknown>([
  [20, safeNumber],
  [1016, list(safeNumber)],
  [1700, plainDecimal],
  [1231, list(plainDecimal)],
  [1184, isoInstant],
  [1185, list(isoInstant)],
  [1082, same],
  [1182, list(same)],
  [1114, same],
  [1115, list(same)],
  [1083, same],
  [1186, same],
]);

/**
 * How values leave the database: dates, instants and decimals as text, 64-bit integers as safe numbers; never
 * a JS Date or float.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

/** A statement is worth keeping in each connection once it has come so often; so many are kept. */
const OFTEN = 10;
const KEPT = 100;
const sightings = new Map<string, number>();
const names = new Map<string, string>();

/** Under what name the database keeps this statement parsed and planned; undefined for one that is rare. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= KEPT) return known;
  const times = (sightings.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (sightings.size > 5_000) sightings.clear();
    sightings.set(text, times);
    return undefined;
  }
  sightings.delete(text);
  names.set(text, `s${names.size}`);
  return names.get(text);
}

/** drizzle hands its own parsers with each query; this client puts the house's in their place. */
export class HouseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const patched = (first: unknown, ...rest: unknown[]) => {
      // What is asked within one turn goes out together: a system call costs as much as a small query.
      const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      const plain = typeof first === "object" && first !== null && "text" in first && !("submit" in first);
      return query(
        plain ? { ...first, types: valueTypes, name: nameOf(first.text as string) } : first,
        ...rest,
      );
    };
    this.query = patched as typeof this.query;
  }
}
