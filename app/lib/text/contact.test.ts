import { expect, test } from "vitest";
import type { z } from "zod";
import fc from "~/lib/dice.testing";
import { email, optionalEmail, optionalPostalCode, optionalTelephone } from "./contact.schema";

function answer(one: z.ZodType, value: unknown) {
  const result = one.safeParse(value);
  return result.success ? result.data : result.error.issues.map((issue) => issue.message).join("|");
}

const wrongPostal = "〒は7桁の数字で入力してください（例：123-4567）";
const wrongTelephone = "TELは0から始まる10桁か11桁の番号で入力してください（例：03-1234-5678）";
const wrongEmail = "メールはメールアドレスの形で入力してください（例：taro@example.co.jp）";

test.each([
  ["1234567", "123-4567"],
  ["〒１２３ー４５６７", "123-4567"],
  ["123-4567", "123-4567"],
  ["", undefined],
  [null, undefined],
  ["A7E-2FK2", wrongPostal],
  ["123456", wrongPostal],
  [1234567, wrongPostal],
  ["1".repeat(1_000_000), wrongPostal],
])("〒 %j is read as %s", (typed, kept) => expect(answer(optionalPostalCode("〒"), typed)).toBe(kept));

test.each([
  ["０３−１２３４ー５６７８", "03-1234-5678"],
  ["03(1234)5678", "03-1234-5678"],
  ["09012345678", "09012345678"],
  ["　", undefined],
  ["1234567890", wrongTelephone],
  ["03-1234-567", wrongTelephone],
  ["03-1234-5678-", wrongTelephone],
  ["内線12", wrongTelephone],
])("TEL %j is read as %s", (typed, kept) => expect(answer(optionalTelephone("TEL"), typed)).toBe(kept));

test.each([
  [" ｔａｒｏ＠example.co.jp ", "taro@example.co.jp"],
  ["a.b+c@ex-ample.jp", "a.b+c@ex-ample.jp"],
  ["", "メールを入力してください"],
  ["taro", wrongEmail],
  ["taro@example", wrongEmail],
  ["a b@example.jp", wrongEmail],
  ["a@b.jp\u0000", wrongEmail],
  [["a@b.jp"], wrongEmail],
])("e-mail %j is read as %s", (typed, kept) => expect(answer(email("メール"), typed)).toBe(kept));

test("what was read reads the same again", () => {
  const typed = fc.oneof(
    fc.anything(),
    fc.stringMatching(/^[-0-9０-９()ー〒 @.a]{0,14}$/),
    fc.emailAddress(),
  );
  fc.assert(
    fc.property(typed, (value) => {
      for (const one of [optionalPostalCode("〒"), optionalTelephone("TEL"), optionalEmail("メール")]) {
        const first = one.safeParse(value);
        if (first.success) expect(one.parse(first.data)).toBe(first.data);
        else expect(first.error.issues).toHaveLength(1);
      }
    }),
  );
});
