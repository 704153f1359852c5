import { parseArgs } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { RESERVED_IDS } from "~/lib/api/identity";
import { Refusal } from "~/lib/api/refusal";
import { directory } from "~/lib/auth/directory.server";
import { takeFactorOff } from "~/lib/auth/factor.operator.server";
import { makeMember } from "~/lib/auth/member.invite.server";
import { createMember } from "~/lib/auth/member.server";
import { createCollaboration, createFactory } from "~/lib/company/factory.server";
import { readConfig } from "~/lib/config/config.server";
import { safekeep } from "~/lib/db/backup.command.server";
import { type Database, operator, type Tx } from "~/lib/db/connection.server";
import { type Beside, openBeside } from "~/lib/db/open.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { newKeys } from "~/lib/web/keys.server";
import { servePool } from "~/lib/web/pool.server";
import { checkEnvironment } from "./begin.server";

export const USAGE = `使い方 / usage

npm run operator -- company --id yamada --name 山田精機株式会社 --type seller --email admin@example.com --person "山田 太郎"
    会社と最初の管理者を作ります。管理者のいない会社なら、管理者だけを作ります。--type は seller（受注する工場）か buyer（発注だけ）
npm run operator -- staff --email ops@example.com --person "運営 花子" [--read]
    運営のアカウントを作ります。--read を付けると閲覧だけ
npm run operator -- factor --email ops@example.com
    スマホもリカバリーコードもなくした人の二段階認証を解除します（記録に残り、本人にメールが届きます）
npm run operator -- pair --seller yamada --buyer tanaka
    二社を取引先にします（月末締め翌月末払い）
npm run operator -- new-keys
    APP_SECRET を失ったときに、鍵を作り直します（サーバーは止めておきます）
npm run backup -- FILE      npm run restore -- FILE
    控えを取る、空のデータベースに戻す
node build/index.js pool --port 3900
    同梱のユーザープールだけを動かします（開発用）

company、staff、factor、pair、backup は、サーバーが動いている間にも使えます。`;

const ID = "会社のID（--id）は英小文字・数字・ハイフンで40文字までです。";
const id = z.string({ error: ID }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, ID);
const named = (option: string) =>
  z
    .string({ error: `--${option} を指定してください。` })
    .trim()
    .min(1, `--${option} を指定してください。`);
const NO_EMAIL = "--email にメールアドレスを指定してください。";
const email = z
  .string({ error: NO_EMAIL })
  .trim()
  .pipe(z.email({ error: NO_EMAIL }));
const company = z.object({
  id,
  name: named("name"),
  type: z.enum(["seller", "buyer"], { error: "--type は seller か buyer です。" }),
  email,
  person: named("person"),
});
const staff = z.object({ email, person: named("person"), read: z.boolean().optional() });
const factor_owner = z.object({ email });
const pair = z.object({ seller: named("seller"), buyer: named("buyer") });
const MONTH_END = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };

/** What stands between an operator and what was asked for. */
class Mistake extends Error {}

const given = <S extends z.ZodType>(schema: S, values: unknown): z.output<S> => {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  throw new Mistake([...new Set(read.error.issues.map(({ message }) => message))].join("\n"));
};

const printAccount = (who: string, address: string, password: string, note: string) =>
  console.log(`${who}\n  ユーザー名: ${address}\n  仮パスワード: ${password}
  7日以内にログインし、新しいパスワードを決めてください。${note}`);

/**
 * A company with its first administrator, or the administrator alone where there is none: all of it or
 * nothing.
 */
async function makeCompany(db: Database, input: z.output<typeof company>): Promise<void> {
  const { stock_id, parts_id } = readConfig(process.env);
  if (RESERVED_IDS.includes(input.id) || [stock_id, parts_id].includes(input.id))
    throw new Mistake(`会社のID「${input.id}」は使えません。別のIDにしてください。`);
  const admin = {
    email: input.email,
    name: input.person,
    is_admin: true,
    permissions: ["accounting" as const, "inventory" as const, "bi" as const],
  };
  const made = await operator(db, async (tx) => {
    const [known] = await tx.select().from(factory).where(eq(factory.id, input.id)).for("update");
    if (
      known &&
      (await tx.$count(
        member,
        and(eq(member.company_id, input.id), eq(member.is_admin, true), eq(member.is_active, true)),
      )) > 0
    ) {
      throw new Mistake(
        `会社のID「${input.id}」は、すでに使われています（${known.name}）。管理者もいます。アカウントの追加は、その管理者が画面で行います。`,
      );
    }
    if (!known)
      await createFactory(tx, {
        id: input.id,
        name: input.name,
        company_type: input.type,
        email: input.email,
      });
    await directory(tx).createGroup(input.id);
    const password = await makeMember(tx, input.id, known?.company_type ?? input.type, admin, (_, made) =>
      Promise.resolve(made),
    );
    return { name: known?.name ?? input.name, password, is_new: !known };
  });
  printAccount(
    `${made.name}${made.is_new ? "と最初の管理者を作りました。" : "の管理者を作りました（会社は前からあります）。"}`,
    input.email,
    made.password,
    "",
  );
}

async function makeStaff(
  db: Database,
  { email: address, person, read }: z.output<typeof staff>,
): Promise<void> {
  const password = temporaryPassword();
  await createMember(db, {
    email: address,
    name: person,
    company_id: null,
    is_admin: false,
    permissions: [],
    groups: read ? ["internal"] : ["internal", "internal_writer"],
    temporary_password: password,
  });
  printAccount(
    `運営のアカウントを作りました（${read ? "閲覧" : "編集できる"}）。`,
    address,
    password,
    "どの会社の画面も開けるアカウントです。",
  );
}

async function makePair(db: Database, { seller, buyer }: z.output<typeof pair>): Promise<void> {
  await operator(db, async (tx: Tx) => {
    const rows = await tx
      .select({ id: factory.id, type: factory.company_type })
      .from(factory)
      .where(inArray(factory.id, [seller, buyer]));
    for (const one of [seller, buyer])
      if (!rows.some((row) => row.id === one)) throw new Mistake(`会社「${one}」がありません。`);
    if (seller === buyer) throw new Mistake("二つの別の会社を指定してください。");
    if (rows.find((row) => row.id === seller)!.type !== "seller")
      throw new Mistake(`「${seller}」は発注だけをする会社です。--seller には工場を指定してください。`);
    const [known] = await tx
      .select()
      .from(collaboration)
      .where(and(eq(collaboration.seller_id, seller), eq(collaboration.buyer_id, buyer)));
    if (known)
      throw new Mistake(
        `${seller} と ${buyer} は、すでに取引先です${known.is_active ? "" : "（終了しています。終了した会社が画面で再開できます）"}。`,
      );
    await createCollaboration(tx, seller, buyer, MONTH_END);
  });
  console.log(`${seller} と ${buyer} を取引先にしました（月末締め翌月末払い）。`);
}

async function dropFactorOf(db: Database, secret: string, address: string): Promise<void> {
  const answer = await takeFactorOff(db, secret, address, readConfig(process.env).product_name);
  if ("refused" in answer) throw new Mistake(answer.refused);
  console.log(`${answer.name} さんの二段階認証を解除しました。本人にメールで知らせます。`);
}

const NAMES = ["id", "name", "type", "email", "person", "seller", "buyer", "port"];
const OPTIONS = {
  ...Object.fromEntries(NAMES.map((name) => [name, { type: "string" as const }])),
  read: { type: "boolean" as const },
};

function parsed(words: string[]) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Mistake(`指定が正しくありません。(${(error as Error).message.split("\n")[0]})\n\n${USAGE}`);
  }
}

const EXISTS =
  "このメールアドレスは、すでにアカウントがあります。別のアドレスにしてください。何も作っていません。";

function mistakeIn(error: unknown): string | null {
  if (error instanceof Mistake) return error.message;
  if (error instanceof Error && error.name === "UsernameExistsException") return EXISTS;
  if (error instanceof Refusal)
    return error.errors?.email?.[0]?.includes("すでに")
      ? EXISTS
      : (Object.values(error.errors ?? {}).flat()[0] ?? error.detail);
  return null;
}

async function run(
  { db, secret, is_running }: Beside,
  task: string,
  values: Record<string, unknown>,
): Promise<void> {
  if (task === "company") return makeCompany(db, given(company, values));
  if (task === "staff") return makeStaff(db, given(staff, values));
  if (task === "factor") return dropFactorOf(db, secret, given(factor_owner, values).email);
  if (task === "pair") return makePair(db, given(pair, values));
  if (task === "pool") return servePool(db, secret, Number(values.port ?? 3900));
  if (is_running) throw new Mistake("サーバーを止めてから、もう一度実行してください。");
  await newKeys(db);
}

const TASKS = ["company", "staff", "factor", "pair", "pool", "new-keys"];

/** What the installation's operator does from the command line: the process's exit code. */
export async function operate(env: NodeJS.ProcessEnv, words: string[]): Promise<number> {
  const [first] = words;
  if (["help", "--help", "-h"].includes(first!)) return console.log(USAGE), 0;
  checkEnvironment(env);
  readConfig(env);
  if (await safekeep(env, words)) return 0;
  try {
    const {
      positionals: [task, ...rest],
      values,
    } = parsed(words);
    if (!task || !TASKS.includes(task))
      throw new Mistake(`「${task ?? ""}」という仕事はありません。\n\n${USAGE}`);
    if (rest.length > 0)
      throw new Mistake(
        `「${rest.join(" ")}」の使い方が分かりません。空白を含む値は "" で囲んでください。何もしていません。`,
      );
    // Before a database is started for it.
    if (task === "company") given(company, values);
    if (task === "staff") given(staff, values);
    if (task === "factor") given(factor_owner, values);
    if (task === "pair") given(pair, values);
    const beside = await openBeside(env, task === "new-keys");
    try {
      await run(beside, task, values);
    } finally {
      await beside.stop();
    }
    return 0;
  } catch (error) {
    const mistake = mistakeIn(error);
    if (mistake === null) throw error;
    console.error(mistake);
    return 2;
  }
}
