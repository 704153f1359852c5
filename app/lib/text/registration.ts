/** R1-3. */
export function normalizeRegistrationNumber(text: string): string | null {
  if (text.length > 60) return null;
  const plain = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\-ー‐‑‒–—―−]/g, "");
  return /^T\d{13}$/.test(plain) ? plain : null;
}

export function corporateCheckDigit(twelve: string): number {
  const sum = Array.from(twelve).reduce(
    (total, digit, i) => total + Number(digit) * ((twelve.length - i) % 2 === 0 ? 2 : 1),
    0,
  );
  return 9 - (sum % 9);
}

/** R1-4: a warning only, for a person's number is no 法人番号. */
export function registrationWarning(registration_number: string): string | null {
  const digits = registration_number.slice(1);
  return Number(digits[0]) === corporateCheckDigit(digits.slice(1))
    ? null
    : "登録番号が法人番号の検査数字と合いません。法人の番号であれば、入力に誤りがないか確認してください";
}

export function registrationProblem(text: string): string | null {
  if (normalizeRegistrationNumber(text)) return null;
  return normalizeRegistrationNumber(`T${text}`)
    ? "登録番号は先頭に「T」を付けて入力してください"
    : "登録番号は「T」と13桁の数字で入力してください（例：T1234567890123）";
}
