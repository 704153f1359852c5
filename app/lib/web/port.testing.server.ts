import net from "node:net";

/**
 * Below those that the system gives to whoever asks for any, and each worker its own thousand: what is free
 * now is so when it is used.
 */
const first = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * 1_000;
let next = Math.floor(Math.random() * 1_000);

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = net
      .createServer()
      .once("error", () => done(false))
      .listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });

/**
 * A port for a process of the test's own, that nobody else takes before it starts, nor between its end and
 * its next start.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % 1_000);
    if (await isFree(port)) return port;
  }
}
