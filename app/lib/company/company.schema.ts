import { z } from "zod";
import { email } from "~/lib/text/contact.schema";
import { checkbox, choice, optionalText, text } from "~/lib/text/text.schema";
import { companyType } from "~/lib/vocabulary/permission";

/**
 * What staff of the provider see of a company: its name and how much is going on, nothing of its business.
 */
export const companyRow = z.object({
  id: z.string(),
  name: z.string(),
  company_type: companyType,
  is_active: z.boolean(),
  num_members: z.number(),
  num_cards: z.number(),
  /** What it has said to the provider and nobody has answered yet. */
  num_waiting: z.number(),
  last_login_time: z.string().nullable(),
  created_time: z.string(),
  key: z.number(),
  /** The reader's own: よく使う, and what to remember of an inquiry. */
  is_starred: z.boolean(),
  note: z.string().nullable(),
});
export type CompanyRow = z.infer<typeof companyRow>;

export const companyFilter = z.object({
  q: optionalText("検索", 60),
  company_type: companyType.optional(),
  is_starred: z.enum(["on"]).optional(),
  waiting: z.enum(["on"]).optional(),
});
export const companyNote = z.object({ is_starred: checkbox(), note: optionalText("問合せメモ", 200) });
export const companyId = z.object({ id: z.string().max(40) });
export const recentCompanies = z.object({ items: z.array(companyRow), starred: z.array(companyRow) });

const ID = "会社IDは英小文字・数字・ハイフンで、英小文字か数字から始めてください（40文字まで）";

/** A company and its first administrator, who is invited by mail (D5). */
export const companyInput = z.object({
  id: z.preprocess(
    (value) =>
      typeof value === "string" ? value.normalize("NFKC").trim() || undefined : (value ?? undefined),
    z
      .string({ error: (issue) => (issue.input === undefined ? "会社IDを入力してください" : ID) })
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: ID }),
  ),
  name: text("会社名", 80),
  kana: optionalText("カナ", 80),
  company_type: choice("区分", ["seller", "buyer"]),
  email: email("管理者のメールアドレス"),
  person: text("管理者の氏名", 40),
});
