import { isatty } from "node:tty";
import { errorFields, type Fields, jsonLine, LEVELS, type Level, type Line, textLine } from "./line";
import { lineWriter, type Writer } from "./writer.server";

export const FORMATS = ["json", "text"] as const;
type Env = Record<string, string | undefined>;

const STDOUT = 1;
let writer: Writer | undefined;
let least = 1;
let format: (line: Line) => string = jsonLine;

const now = () => new Date().toISOString();

/** LOG_LEVEL and LOG_FORMAT; without a word lines are JSON, and for people at a terminal. */
export function openLog(env: Env, fd = STDOUT): void {
  least = Math.max(0, LEVELS.indexOf((env.LOG_LEVEL || "info") as Level));
  const isText = env.LOG_FORMAT ? env.LOG_FORMAT === "text" : isatty(fd);
  format = isText ? textLine : jsonLine;
  writer = lineWriter(fd, (num) => format({ level: "warn", time: now(), event: "log_dropped", num }));
  process.once("exit", writer.flush);
  // A log that nobody reads any more must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

export const logs = (level: Level): boolean => LEVELS.indexOf(level) >= least;

export function say(level: Level, event: string, fields: Fields = {}): void {
  if (!logs(level)) return;
  const text = format({ level, time: now(), event, ...fields });
  // Commands and tests have no log of their own: what went wrong is for whoever looks on.
  if (writer) writer.push(text);
  else if (level === "error") process.stderr.write(text);
}

export const sayError = (event: string, error: unknown, fields: Fields = {}): void =>
  say("error", event, { ...fields, ...errorFields(error) });
