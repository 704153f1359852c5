import { z } from "zod";
import { isBroken, normalizeCode } from "./normalize";
import { emptyText } from "./text.schema";

const LONGEST = 254;

// Too long or broken text goes to the check as typed, which refuses it.
function reader(shape: (code: string) => string) {
  return (value: unknown) => {
    if (value === null) return undefined;
    if (typeof value !== "string") return value;
    return value.length > LONGEST || isBroken(value) ? value : shape(normalizeCode(value)) || undefined;
  };
}

function shaped(label: string, fits: (text: string) => boolean, wrong: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? emptyText(label) : wrong) })
    .refine(fits, { error: wrong });
}

const hyphenated = (code: string) => code.replace(/^〒\s*/, "").replace(/^(\d{3})(\d{4})$/, "$1-$2");

/** R7-7: 〒 as typed, hyphen or not -> '123-4567'. */
export function optionalPostalCode(label: string) {
  const postal = shaped(
    label,
    (text) => /^\d{3}-\d{4}$/.test(text),
    `${label}は7桁の数字で入力してください（例：123-4567）`,
  );
  return z.preprocess(reader(hyphenated), postal.optional()).meta({ title: label });
}

const isTelephone = (text: string) =>
  /^0[\d-]*\d$/.test(text) && !text.includes("--") && /^\d{10,11}$/.test(text.replace(/-/g, ""));

/** R7-7: 10 or 11 digits, the typed hyphens kept. */
export function optionalTelephone(label: string) {
  const wrong = `${label}は0から始まる10桁か11桁の番号で入力してください（例：03-1234-5678）`;
  const plain = (code: string) =>
    code
      .replace(/[()\s]+/g, "-")
      .replace(/-+/g, "-")
      .replace(/^-/, "");
  return z.preprocess(reader(plain), shaped(label, isTelephone, wrong).optional()).meta({ title: label });
}

const isEmail = (text: string) =>
  text.length <= LONGEST && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w-]+(\.[\w-]+)+$/.test(text);

function address(label: string) {
  return shaped(label, isEmail, `${label}はメールアドレスの形で入力してください（例：taro@example.co.jp）`);
}

export const email = (label: string) =>
  z
    .preprocess(
      reader((code) => code),
      address(label),
    )
    .meta({ title: label, format: "email" });
export const optionalEmail = (label: string) =>
  z
    .preprocess(
      reader((code) => code),
      address(label).optional(),
    )
    .meta({ title: label, format: "email" });
