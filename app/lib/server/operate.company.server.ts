import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { RESERVED_IDS } from "~/lib/api/identity";
import { directory } from "~/lib/auth/directory.server";
import { makeMember } from "~/lib/auth/member.invite.server";
import { createCollaboration, createFactory } from "~/lib/company/factory.server";
import { readConfig } from "~/lib/config/config.server";
import { operator } from "~/lib/db/connection.server";
import { collaboration, factory } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { toCsv } from "~/lib/text/csv";
import { MONTH_END } from "~/lib/time/period";
import {
  account,
  acting,
  columns,
  companyId,
  email,
  FLAG,
  looking,
  Mistake,
  named,
  TEXT,
} from "./operate.command.server";

const newCompany = z.object({
  id: companyId,
  name: named("name"),
  type: z.enum(["seller", "buyer"], { error: "--type は seller か buyer です。" }),
  email,
  person: named("person"),
});

/** A company with its first administrator, or the administrator alone where there is none. */
export const makeCompany = acting(
  {
    words: "company",
    usage: `npm run operator -- company --id yamada --name 山田精機株式会社 --type seller --email admin@example.com --person "山田 太郎"
    会社と最初の管理者を作ります。管理者のいない会社なら、管理者だけを作ります。--type は seller（受注する工場）か buyer（発注だけ）`,
    options: { id: TEXT, name: TEXT, type: TEXT, email: TEXT, person: TEXT },
  },
  newCompany,
  async (tx, { env }, input) => {
    const { stock_id, parts_id } = readConfig(env);
    if (RESERVED_IDS.includes(input.id) || [stock_id, parts_id].includes(input.id))
      throw new Mistake(`会社のID「${input.id}」は使えません。別のIDにしてください。`);
    const [known] = await tx.select().from(factory).where(eq(factory.id, input.id)).for("update");
    const admins = known
      ? await tx.$count(
          member,
          and(eq(member.company_id, input.id), eq(member.is_admin, true), eq(member.is_active, true)),
        )
      : 0;
    if (known && admins > 0) {
      throw new Mistake(
        `会社のID「${input.id}」は、すでに使われています（${known.name}）。管理者もいます。アカウントの追加は、その管理者が画面で行うか、user make で行います。`,
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
    const admin = {
      email: input.email,
      name: input.person,
      is_admin: true,
      permissions: ["accounting" as const, "inventory" as const, "bi" as const],
    };
    const type = known?.company_type ?? input.type;
    const password = await makeMember(tx, input.id, type, admin, async (_, temporary) => temporary);
    const head = known
      ? `${known.name}の管理者を作りました（会社は前からあります）。`
      : `${input.name}と最初の管理者を作りました。`;
    return { text: account(head, input.email, password), company_id: input.id, about: input.email };
  },
);

type Size = Record<"id" | "name" | "company_type", string> & { is_active: boolean } & Record<
    "users" | "cards" | "orders" | "papers" | "messages" | "files" | "file_bytes",
    string
  >;
const HEAD = [
  "ID",
  "会社",
  "種類",
  "状態",
  "利用者",
  "カード",
  "注文",
  "書類",
  "発言",
  "ファイル",
  "ファイルKB",
];

export const listCompanies = looking(
  {
    words: "companies",
    usage: `npm run operator -- companies [--csv]
    会社と大きさ（利用者、カード、注文、書類、チャットの発言、図面・写真）の一覧`,
    options: { csv: FLAG },
  },
  z.object({ csv: z.boolean() }),
  async ({ db }, { csv }) => {
    const { rows } = await operator(
      db,
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        return tx.execute<Size>(sql`select * from company_sizes() order by cards desc, id`);
      },
      "read",
    );
    const figure = (text: string) => (csv ? text : Number(text).toLocaleString("en-US"));
    const lines = rows.map((row) => [
      row.id,
      row.name,
      row.company_type === "seller" ? "受注・発注" : "発注だけ",
      row.is_active ? "有効" : "停止",
      ...[row.users, row.cards, row.orders, row.papers, row.messages, row.files].map(figure),
      figure(String(Math.ceil(Number(row.file_bytes) / 1024))),
    ]);
    if (csv) return { code: 0, text: toCsv([HEAD, ...lines]).trimEnd() };
    return { code: 0, text: lines.length === 0 ? "会社はまだありません。" : columns([HEAD, ...lines]) };
  },
);

export const makePair = acting(
  {
    words: "pair",
    usage: `npm run operator -- pair --seller yamada --buyer tanaka
    二社を取引先にします（月末締め翌月末払い）`,
    options: { seller: TEXT, buyer: TEXT },
  },
  z.object({ seller: named("seller"), buyer: named("buyer") }),
  async (tx, _, { seller, buyer }) => {
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
    const text = `${seller} と ${buyer} を取引先にしました（月末締め翌月末払い）。`;
    return { text, company_id: seller };
  },
);
