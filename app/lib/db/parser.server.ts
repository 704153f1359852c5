import pg from "pg";
import { statementName } from "~/lib/fast/statements.server";
import { isFast } from "~/lib/fast/switch.server";

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

/** drizzle hands its own parsers with each query; this client puts the house's in their place. */
export class HouseClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const patched = (first: unknown, ...rest: unknown[]) => {
      const plain = typeof first === "object" && first !== null && "text" in first && !("submit" in first);
      if (!plain) return query(first, ...rest);
      const name = isFast ? statementName(first.text as string) : undefined;
      return query({ ...first, types: valueTypes, name }, ...rest);
    };
    this.query = patched as typeof this.query;
  }
}
