import { z } from "zod";
import { directory } from "~/lib/auth/directory.server";
import { dropFactorWithin } from "~/lib/auth/factor.server";
import { readConfig } from "~/lib/config/config.server";
import { temporaryPassword } from "~/lib/pool/admin.server";
import { member } from "~/lib/tables/member.table.server";
import { account, acting, email, FLAG, Mistake, named, TEXT } from "./operate.command.server";
import { accountOwner, personAt } from "./operate.user.server";

const makeStaff = acting(
  {
    words: "staff",
    usage: `npm run operator -- staff --email ops@example.com --person "運営 花子" [--read]
    運営のアカウントを作ります。--read を付けると閲覧だけ`,
    options: { email: TEXT, person: TEXT, read: FLAG },
  },
  z.object({ email, person: named("person"), read: z.boolean() }),
  async (tx, _, { email: address, person, read }) => {
    const password = temporaryPassword();
    const groups = read ? ["internal"] : ["internal", "internal_writer"];
    const username = await directory(tx).create({
      username: address,
      email: address,
      name: person,
      zoneinfo: null,
      groups,
      password,
    });
    await tx
      .insert(member)
      .values({ username, company_id: null, email: address, name: person, is_invited: true });
    const head = `運営のアカウントを作りました（${read ? "閲覧" : "編集できる"}）。`;
    const text = account(head, address, password, "どの会社の画面も開けるアカウントです。");
    return { text, about: address };
  },
);

const dropFactor = acting(
  {
    words: "factor",
    usage: `npm run operator -- factor --email ops@example.com
    スマホもリカバリーコードもなくした人の二段階認証を解除します（記録に残り、本人にメールが届きます）`,
    options: { email: TEXT },
  },
  accountOwner,
  async (tx, { env }, { email: address }) => {
    const row = await personAt(tx, address);
    if (!(await directory(tx).hasFactor(row.username)))
      throw new Mistake(`${address} は、二段階認証を使っていません。`);
    await dropFactorWithin(tx, row.username, readConfig(env).product_name, "operator");
    const text = `${row.name} さんの二段階認証を解除しました。本人にメールで知らせます。`;
    return { text, company_id: row.company_id, about: address };
  },
);

export const staffCommands = [makeStaff, dropFactor];
