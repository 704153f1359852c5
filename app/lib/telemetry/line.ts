export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** What may stand in a line: ids, numbers, words of ours. `undefined` and null are left out. */
export type Fields = Record<string, string | number | boolean | null | undefined>;
export type Line = { level: Level; time: string; event: string } & Fields;

const LONGEST = 3_500;

const knownFields = (line: Line) =>
  Object.entries(line).filter(([, value]) => value !== null && value !== undefined && value !== "");

export function jsonLine(line: Line): string {
  const text = JSON.stringify(Object.fromEntries(knownFields(line)));
  if (text.length <= LONGEST) return `${text}\n`;
  const short = (value: unknown) => (typeof value === "string" ? value.slice(0, 400) : value);
  return `${JSON.stringify(Object.fromEntries(knownFields(line).map(([name, value]) => [name, short(value)])))}\n`;
}

const quoted = (value: unknown) => (/^[\w./:*+-]+$/.test(String(value)) ? value : JSON.stringify(value));

/** For a terminal: the time of day, what it is, the sentence if there is one, the rest behind. */
export function textLine(line: Line): string {
  const { level, time, event, message, stack, ...more } = line;
  const rest = Object.entries(more)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${quoted(value)}`);
  const clock = new Date(time).toLocaleTimeString("ja-JP", { hour12: false });
  const head = [clock, level.padEnd(5), event, message, ...rest].filter((part) => part !== undefined);
  return `${head.join(" ")}${stack ? `\n${String(stack)}` : ""}\n`;
}

/** Where the program stands on this machine is nobody's matter. */
const ROOT = /(file:\/\/)?\/\S*?(?=(build|node_modules|app|bin)\/)/g;
const WORD = /^'[A-Za-z_$][\w$]{0,40}'$/;

/**
 * A message of an error may quote what somebody typed: what stands in quotes, addresses, long runs of letters
 * and figures, and all that is not ASCII go.
 */
export function masked(message: string, names_code: boolean): string {
  return message
    .replace(/"[^]*"/g, "…")
    .replace(/'[^']*'/g, (found) => (names_code && WORD.test(found) ? found : "…"))
    .replace(/`[^]*`/g, "…")
    .replace(/[^\s<>"']+@[^\s<>"']+/g, "…")
    .replace(/[\w+/=-]{24,}/g, "…")
    .replace(/[^\x20-\x7e…]+/g, "…")
    .slice(0, 300);
}

type Described = Error & { code?: unknown; constraint?: unknown; table?: unknown; responseCode?: unknown };

/** drizzle wraps an error in a message that quotes the values sent: what counts is its cause. */
function unwrapped(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error && error.message.startsWith("Failed query")
    ? error.cause
    : error;
}

const word = (value: unknown) =>
  ["string", "number"].includes(typeof value) ? String(value).slice(0, 80) : undefined;

/** An error as a log may keep it: kind, code, place in the program, and a message that names nobody. */
export function errorFields(thrown: unknown): Fields {
  const error = unwrapped(thrown);
  if (!(error instanceof Error)) return { error: typeof error };
  const { name, message, stack, code, constraint, table, responseCode } = error as Described;
  const frames = (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: name,
    code: word(code),
    response: word(responseCode),
    constraint: word(constraint),
    table: word(table),
    reason: masked(message, name === "TypeError" || name === "ReferenceError"),
    stack: frames.slice(0, 12).join("\n").replace(ROOT, ""),
  };
}
