import { readConfig } from "~/lib/config/config.server";
import type { Database } from "~/lib/db/connection.server";
import { listenPool } from "~/lib/pool/listen.server";
import { startPostman } from "~/lib/pool/mail.send.server";
import { poolSettings } from "~/lib/pool/pool.server";

export async function servePool(db: Database, secret: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error("--portには0から65535までの数を指定してください。");
  const config = readConfig(process.env);
  const settings = poolSettings(process.env, config.product_name, config.origins[0]!);
  const { url, stop } = await listenPool(db, secret, settings, port);
  const rest = startPostman(db, settings.post);
  console.log(
    `COGNITO_ENDPOINT=${url} COGNITO_USER_POOL_ID=${settings.pool_id} COGNITO_CLIENT_ID=${settings.client_id}`,
  );
  await new Promise((done) => ["SIGTERM", "SIGINT"].forEach((signal) => process.once(signal, done)));
  rest();
  await stop();
}
