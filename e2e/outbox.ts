import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** As the owner of the server's own database. */
export async function askDatabase<R extends object>(query: string, ...values: unknown[]): Promise<R[]> {
  const folder = readFileSync(join(tmpdir(), `koba-e2e-${process.env.E2E_PORT ?? 3190}.folder`), "utf8");
  const port = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[3]);
  const password = readFileSync(join(folder, "owner.password"), "utf8").trim();
  const client = new pg.Client({ host: "127.0.0.1", port, user: "koba_owner", password, database: "koba" });
  await client.connect();
  try {
    return (await client.query<R>(query, values)).rows;
  } finally {
    await client.end();
  }
}

export async function codeFor(address: string): Promise<string> {
  const [mail] = await askDatabase<{ body: string }>(
    "select body from pool.outbox where recipient = $1 order by key desc limit 1",
    address,
  );
  return /\d{6}/.exec(mail!.body)![0];
}
