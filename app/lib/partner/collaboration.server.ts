import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { mailPassword, makeMember } from "~/lib/auth/member.invite.server";
import type { Tx } from "~/lib/db/connection.server";
import { asOperator } from "~/lib/db/operator.server";
import { factory } from "~/lib/tables/factory.table.server";
import { searchKey } from "~/lib/text/fold";
import { enterCompanies } from "./collaboration.enter.server";
import type { CollaborationInput } from "./collaboration.schema";
import { askPartnership } from "./partnership.server";

const wrong = (field: string, sentence: string) =>
  new Refusal(422, "入力内容を確認してください。", { [field]: [sentence] });
export const FULL_RIGHTS = {
  is_admin: true,
  permissions: ["accounting", "inventory", "bi"] as ("accounting" | "inventory" | "bi")[],
};

export async function openCollaboration(db: Tx, who: Who, input: CollaborationInput) {
  if (input.kind === "existing") return askPartnership(db, who, input);
  const known = (await db.select({ name: factory.name }).from(factory)).some(
    (one) => searchKey(one.name) === searchKey(input.name!),
  );
  if (known) throw wrong("name", "同じ名前の取引先が登録されています");
  return newCompany(db, who, input);
}

/** Without an address nobody is invited yet. */
async function newCompany(db: Tx, who: Who, input: CollaborationInput) {
  const { name, kana, postal_code, address, tel, email, relation, code, person } = input;
  const company_type = relation === "seller" ? ("seller" as const) : (input.company_type ?? "buyer");
  const [id] = await enterCompanies(db, who, [
    {
      relation,
      terms: input,
      contact: { code, person, tel, email },
      company: { name: name!, kana, company_type, postal_code, address, tel, email },
    },
  ]);
  if (email) {
    await asOperator(db, () =>
      makeMember(
        db,
        id!,
        company_type,
        { email, name: person ?? "管理者", ...FULL_RIGHTS },
        (one, password) => mailPassword(db, who, "invite", one, password),
      ),
    );
  }
  return { id: id!, name: name!, is_invited: email !== undefined, is_waiting: false };
}
