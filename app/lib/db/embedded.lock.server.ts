import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Postmaster } from "./embedded.postmaster.server";
import { errorCode } from "./failure.server";

export const databaseName = "koba";

/** Through the socket where there is one; what overlooks `host` still arrives by the port. */
export const url = (user: string, password: string, { port, socket }: Pick<Postmaster, "port" | "socket">) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${databaseName}${socket && `?host=${encodeURIComponent(socket)}`}`;
export const beside = (owner_url: string) => {
  const changed = new URL(owner_url);
  changed.pathname = "postgres";
  return changed.href;
};

/** PostgreSQL refuses connections with 57P03 while it recovers. */
async function untilOpen(connectionString: string): Promise<pg.Client> {
  for (const patience = Date.now() + 60_000; ; await sleep(50)) {
    const client = new pg.Client({ connectionString, application_name: "koba-lock", keepAlive: true });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (errorCode(error) !== "57P03" || Date.now() > patience) throw error;
    }
  }
}

/** Says that this process has the database: a second one must not open it. */
export async function takeLock(owner_url: string, onLost: () => void): Promise<pg.Client | null> {
  const connectionString = beside(owner_url);
  const client = await untilOpen(connectionString);
  for (let tries = 0; tries < 20; tries++) {
    const answer = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock(hashtext('koba.data')) as held",
    );
    if (answer.rows[0]?.held) {
      client.once("end", onLost);
      return client;
    }
    // The lock of a process that has just died is freed within milliseconds.
    await sleep(75);
  }
  await client.end();
  return null;
}
