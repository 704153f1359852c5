import { existsSync, statSync, unlinkSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { dataFolder } from "~/lib/db/open.server";
import { say } from "~/lib/telemetry/logger.server";

type Env = NodeJS.ProcessEnv;
type Asked = { words: string[]; by: string };
export type Answered = { code: number; text: string };

/** The system takes no longer address of a socket. */
const LONGEST = 100;
const MOST = 64_000;
const PATIENCE_MS = 5_000;

/** OPERATOR_SOCKET, else beside the data; null where a database elsewhere leaves no such folder. */
export function socketPath(env: Env): string | null {
  if (process.platform === "win32") return null;
  if (env.OPERATOR_SOCKET) return path.resolve(env.OPERATOR_SOCKET);
  return env.DATABASE_URL && !env.KOBA_DATA ? null : path.join(dataFolder(env), "operator.sock");
}

const answers = (file: string) =>
  new Promise<boolean>((done) => {
    const socket = connect(file);
    socket.once("connect", () => done(socket.end() !== null));
    socket.once("error", () => done(false));
  });

/** One line of JSON is the question, the rest is the answer. */
function read(socket: Socket, most: number): Promise<string> {
  return new Promise((done, failed) => {
    let text = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
      if (text.length > most) socket.destroy(new Error("too long"));
      if (text.includes("\n")) done(text.slice(0, text.indexOf("\n")));
    });
    socket.once("end", () => failed(new Error("ended early")));
    socket.once("error", failed);
    socket.once("close", () => failed(new Error("closed early")));
  });
}

async function attend(socket: Socket, perform: (asked: Asked) => Promise<Answered>): Promise<void> {
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  const { words, by } = JSON.parse(await read(socket, MOST)) as Asked;
  socket.setTimeout(0);
  const answer = await perform({ words: words.map(String), by: String(by).slice(0, 64) });
  socket.end(`${JSON.stringify(answer)}\n`);
}

/**
 * Listens for commands of whoever may read and write the socket's file: the server's own user and root. A
 * file that a killed server has left goes; one that another server answers at stays.
 */
export async function openSocket(env: Env, perform: (asked: Asked) => Promise<Answered>): Promise<void> {
  const file = socketPath(env);
  if (file === null || !existsSync(path.dirname(file))) return;
  if (Buffer.byteLength(file) > LONGEST)
    return say("warn", "operator_socket", {
      message:
        "置き場所の名前が長いので、命令の受け口を作れません。OPERATOR_SOCKET に短い場所を指定してください。",
    });
  if (existsSync(file)) {
    if (await answers(file))
      return say("warn", "operator_socket", { message: "命令の受け口を、ほかのサーバーが使っています。" });
    if (statSync(file).size > 0)
      return say("warn", "operator_socket", {
        message: "OPERATOR_SOCKET の場所には、ほかのファイルがあります。別の場所を指定してください。",
      });
    unlinkSync(file);
  }
  const server = createServer((socket) => {
    socket.on("error", () => {});
    attend(socket, perform).catch(() => socket.destroy());
  });
  server.on("error", (error: NodeJS.ErrnoException) => say("warn", "operator_socket", { code: error.code }));
  // Made for nobody else from the first moment.
  const before = process.umask(0o177);
  server.listen(file);
  process.umask(before);
  server.unref();
  process.once("exit", () => existsSync(file) && unlinkSync(file));
}

/** Asks the running server; null where none listens. */
export async function askServer(env: Env, asked: Asked): Promise<Answered | null> {
  const file = socketPath(env);
  if (file === null || !existsSync(file)) return null;
  const socket = connect(file);
  const connected = await new Promise<NodeJS.ErrnoException | null>((done) =>
    socket.once("connect", () => done(null)).once("error", done),
  );
  if (connected?.code === "ECONNREFUSED" || connected?.code === "ENOENT") return null;
  if (connected)
    throw new Error(
      `命令の受け口 ${file} を開けません。サーバーと同じ利用者か root で実行してください。(${connected.code})`,
    );
  socket.write(`${JSON.stringify(asked)}\n`);
  return JSON.parse(
    await read(socket, Number.POSITIVE_INFINITY).catch(() => {
      throw new Error("サーバーが、命令の途中で終わりました。起動してから、したことを確かめてください。");
    }),
  ) as Answered;
}
