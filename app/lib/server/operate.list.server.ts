import { parseArgs } from "node:util";
import { Refusal } from "~/lib/api/refusal";
import { sayError } from "~/lib/telemetry/logger.server";
import { newTrace } from "~/lib/telemetry/trace";
import { doctor } from "./doctor.server";
import { checkCommands } from "./operate.check.server";
import { type Command, type Ground, Mistake, WrongUsage } from "./operate.command.server";
import { listCompanies, makeCompany, makePair } from "./operate.company.server";
import { sessionCommands } from "./operate.session.server";
import { staffCommands } from "./operate.staff.server";
import { userCommands } from "./operate.user.server";

export const COMMANDS: Command[] = [
  makeCompany,
  listCompanies,
  makePair,
  ...userCommands,
  ...staffCommands,
  ...sessionCommands,
  ...checkCommands,
];

/** The command that these words begin with, the longest name first, and what follows. */
export function commandOf(words: string[]): { command: Command; rest: string[] } | null {
  for (const num of [2, 1]) {
    const name = words.slice(0, num).join(" ");
    const command = COMMANDS.find((one) => one.words === name);
    if (command) return { command, rest: words.slice(num) };
  }
  return null;
}

export type Prepared = { run: (place: Ground) => Promise<{ code: number; text: string }>; alone: boolean };

/** Understood whole before anything is begun; throws WrongUsage where it is not. */
export function prepareCommand({ command, rest }: { command: Command; rest: string[] }): Prepared {
  const read = () => parseArgs({ args: rest, allowPositionals: true, options: command.options });
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read();
  } catch (error) {
    const said = (error as Error).message.split("\n")[0];
    throw new WrongUsage(`指定が正しくありません。(${said})\n\n${command.usage}`);
  }
  const { positionals, values } = parsed;
  if (positionals.length > 0)
    throw new WrongUsage(
      `「${positionals.join(" ")}」の使い方が分かりません。空白を含む値は "" で囲んでください。何もしていません。\n\n${command.usage}`,
    );
  return { run: command.prepare(values), alone: command.alone?.(values) ?? false };
}

const EXISTS =
  "このメールアドレスは、すでにアカウントがあります。別のアドレスにしてください。何も作っていません。";

/** What an operator is told of what went wrong, and the exit code; null where nobody foresaw it. */
export function mistakeIn(error: unknown): { code: number; text: string } | null {
  if (error instanceof WrongUsage) return { code: 2, text: error.message };
  if (error instanceof Mistake) return { code: 1, text: error.message };
  if (error instanceof Error && error.name === "UsernameExistsException") return { code: 1, text: EXISTS };
  if (!(error instanceof Refusal)) return null;
  if (error.errors?.email?.[0]?.includes("すでに")) return { code: 1, text: EXISTS };
  return { code: 1, text: Object.values(error.errors ?? {}).flat()[0] ?? error.detail };
}

/** Inside the running server: every answer is a sentence; what nobody foresaw stands in the log. */
export async function performHere(place: Ground, words: string[]): Promise<{ code: number; text: string }> {
  try {
    if (words[0] === "doctor") return await doctor(place.env, words.slice(1));
    const found = commandOf(words);
    if (!found) throw new WrongUsage(`「${words[0] ?? ""}」という命令はありません。`);
    const { run, alone } = prepareCommand(found);
    if (alone) throw new Mistake(STOP_FIRST);
    return await run(place);
  } catch (error) {
    const mistake = mistakeIn(error);
    if (mistake) return mistake;
    const { number } = newTrace();
    sayError("command_failed", error, { number, command: commandOf(words)?.command.words });
    return { code: 1, text: `うまくいきませんでした。サーバーのログの番号 ${number} に理由があります。` };
  }
}

export const STOP_FIRST = "サーバーを止めてから、もう一度実行してください。";
