/** A refused call: an HTTP status and the Japanese sentence that says what to do; `errors` by field path. */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 428 | 429 | 502 | 507,
    readonly detail: string,
    readonly errors?: Record<string, string[]>,
    readonly confirm?: string,
  ) {
    super(detail);
  }
}

/** Throws unless the rule had nothing to say; a refusing rule gives its sentence, a content one null. */
export function refuseIf(sentence: string | null): void {
  if (sentence) throw new Refusal(409, sentence);
}

export const SIGN_IN_AGAIN = "もう一度サインインしてください。";

export const notFound = (what: string) => new Refusal(404, `${what}が見つかりません。`);

/** The row moved on since the form was rendered (D12). */
export const stale = (what: string) =>
  new Refusal(409, `他の人が更新しました。最新の${what}を確認してから、もう一度操作してください。`);
