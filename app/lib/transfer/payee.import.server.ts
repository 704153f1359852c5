import { eq } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { seal, unseal } from "~/lib/config/secret.server";
import { compare, lineTexts } from "~/lib/import/import.compare";
import { type Checked, intake, refuseNonFactoryAdmin } from "~/lib/import/import.intake.server";
import { contact } from "~/lib/tables/contact.table.server";
import { searchKey } from "~/lib/text/fold";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { enteredAccount, isSamePayee, maskNumber, type PayeeAccount } from "./payee";
import { isMasked, type PayeeLine, payeeImport } from "./payee.import";
import { accountOfPayee, findPayees, type PayeeChange, savePayees } from "./payee.server";

type Found = Awaited<ReturnType<typeof findPayees>>[number];

const UNKNOWN = "この支払先は協力会社にありません。先に協力会社を登録してください";
const NAMESAKES = "同じ名前の支払先が2社以上あります。取引先コードを入力してください";
const CHANGES =
  "口座が変わります。登録すると管理者全員に知らせ、ほかの管理者が確認するまで振込ファイルに使えません";
const placeOf = (who: Who) => `payee import ${who.company_id}`;

/** What the row would make of the account; the number is kept sealed until it is saved. */
function judged(who: Who, found: Found, { partner_name: _, code: __, number, ...given }: PayeeLine): Checked {
  const before: PayeeAccount | null = found.payee && accountOfPayee(found.payee);
  const mark = found.id;
  const masked = number !== undefined && isMasked(number);
  if (masked && (before === null || maskNumber(before.number) !== number))
    return { errors: { number: ["伏せた番号です。口座番号を7桁までの数字で入力してください"] }, mark };
  const entered = enteredAccount({ ...given, number: masked ? undefined : number }, before);
  if ("sentence" in entered) return { errors: { number: [entered.sentence] }, mark };
  const { account } = entered;
  const change: PayeeChange = {
    partner_id: found.id,
    input: { ...account, version: found.payee?.version ?? 0 },
  };
  const texts = (of: PayeeAccount) => ({
    ...lineTexts(payeeImport, { ...of, partner_name: found.name }),
    number: maskNumber(of.number),
  });
  const answer = compare(
    { value: seal(JSON.stringify(change), placeOf(who)), shown: texts(account), mark },
    before ? texts(before) : undefined,
    // The mask may be the same for another number.
    before && !isSamePayee(before, account) ? { number: maskNumber(before.number) } : {},
  );
  return answer.state === "changed" ? { ...answer, note: CHANGES } : answer;
}

export const payeeIntake = intake<typeof payeeImport.row, string>({
  of: payeeImport,
  refuse: (who) =>
    refuseNonFactoryAdmin(who) ?? (seesAmounts(who) ? null : "この操作をする権限がありません。"),

  async check(db, who, rows) {
    const known = await findPayees(db, who);
    const notes = await db
      .select({ id: contact.partner_id, code: contact.code })
      .from(contact)
      .where(eq(contact.company_id, who.company_id));
    const codes = new Map(notes.map(({ id, code }) => [id, code]));
    return rows.map(({ value: line }): Checked => {
      const name = searchKey(line.partner_name);
      const [found, ...more] = known.filter((one) =>
        line.code ? codes.get(one.id) === line.code : searchKey(one.name) === name,
      );
      if (!found) return { errors: { [line.code ? "code" : "partner_name"]: [UNKNOWN] } };
      return more.length > 0 ? { errors: { partner_name: [NAMESAKES] } } : judged(who, found, line);
    });
  },

  async save(db, who, rows) {
    const changes = rows.map(({ value }): PayeeChange => {
      const text = unseal(value, placeOf(who));
      if (text === null) throw new Error("The rows were sealed with another secret.");
      return JSON.parse(text);
    });
    await savePayees(db, who, changes);
  },
});
