import { z } from "zod";
import { code, version } from "~/lib/text/text.schema";
import { FACTOR_RULE_LABEL, type FactorRule } from "./factor";

const NO_PASSWORD = "今のパスワードを入力してください";
const six = () =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.normalize("NFKC").replace(/\s/g, "") : value),
    z
      .string({ error: "確認コードを入力してください" })
      .regex(/^\d{6}$/, "確認コードは6桁の数字で入力してください"),
  );

export const factorCode = z.object({ code: six() });
export const recoveryForm = z.object({ code: code("リカバリーコード", 40) });
const password = () => z.string({ error: NO_PASSWORD }).min(1, NO_PASSWORD).max(256, NO_PASSWORD);
/** Setting one up in the settings: whoever finds an open browser must not shut its owner out. */
export const factorStart = z.object({ act: z.literal("begin"), password: password() });
export const factorProof = z.object({
  act: z.enum(["codes", "move", "off"], { error: "することを選択してください" }),
  password: password(),
  code: six(),
});

const rules = Object.keys(FACTOR_RULE_LABEL) as [FactorRule, ...FactorRule[]];
export const factorRuleAnswer = z.object({ factor_rule: z.enum(rules), version: z.number() });
export const factorRule = z.object({
  version,
  factor_rule: z.enum(rules, { error: "二段階認証を選択してください" }),
});
