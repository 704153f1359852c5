import { parseArgs } from "node:util";
import { z } from "zod";
import { createMember } from "~/lib/auth/member.server";
import { operator } from "~/lib/db/connection.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { listenPool } from "~/lib/pool/listen.server";
import { poolSettings } from "~/lib/pool/pool.server";
import { startPostman } from "~/lib/pool/postman.server";
import { createCollaboration, createFactory } from "~/lib/setting/factory.server";
import type { App } from "./app.server";

const USE = `npm run operator -- company --id yamada --name 山田精機株式会社 --type seller --email admin@example.com --person "山田 太郎"
npm run operator -- pair --seller yamada --buyer tanaka
node build/index.js pool --port 3900`;

const id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "会社のIDは英小文字・数字・ハイフンで 40 文字までです");
const company = z.object({ id, name: z.string().min(1), type: z.enum(["seller", "buyer"]), email: z.email(), person: z.string().min(1) });
const pair = z.object({ seller: id, buyer: id });
const MONTH_END = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };

/** The user pool as a process of its own, for developers: on the loopback address, until it is told to stop. */
async function servePool({ db, config, post }: App, secret: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("--portには0から65535までの数を指定してください。");
  const settings = poolSettings(process.env, config.product_name, config.origins[0]!);
  const { url, stop } = await listenPool(db, secret, settings, port);
  const rest = startPostman(db, post);
  console.log(`COGNITO_ENDPOINT=${url} COGNITO_USER_POOL_ID=${settings.pool_id} COGNITO_CLIENT_ID=${settings.client_id}`);
  await new Promise((done) => ["SIGTERM", "SIGINT"].forEach((signal) => process.once(signal, done)));
  rest();
  await stop();
}

/** What the installation's operator does from the command line, before there is anybody to sign in. False: there was nothing to do. */
export async function operate(app: App, secret: string, words: string[]): Promise<boolean> {
  if (words.length === 0) return false;
  const names = ["id", "name", "type", "email", "person", "seller", "buyer", "port"];
  const { positionals: [task], values } = parseArgs({ args: words, allowPositionals: true,
    options: Object.fromEntries(names.map((name) => [name, { type: "string" as const }])) });
  if (task === "company") {
    const { id, name, type, email, person } = company.parse(values);
    const password = temporaryPassword();
    await operator(app.db, (tx) => createFactory(tx, { id, name, company_type: type, email }));
    await createMember(app.db, { email, name: person, company_id: id, is_admin: true, permissions: ["accounting", "inventory", "bi"], groups: [], password });
    console.log(`${name} と最初の管理者を作りました。\n  ${email}\n  ${password}`);
  } else if (task === "pair") {
    const { seller, buyer } = pair.parse(values);
    await operator(app.db, (tx) => createCollaboration(tx, seller, buyer, MONTH_END));
    console.log(`${seller} と ${buyer} を取引先にしました（月末締め翌月末払い）。`);
  } else if (task === "pool") {
    await servePool(app, secret, Number(values.port ?? 3900));
  } else {
    console.log(USE);
  }
  return true;
}
