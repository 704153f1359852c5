import { decimal, formatNumber, milli } from "~/lib/money/decimal";

type Ours = { is_awaited: boolean; accepted: string; billed: string; unit_price: string };
type Part = { num_items: string; unit_price: string; inspection_key: number | null };

/**
 * A paper of ours says what we accepted, at the price we ordered: what the 納品書 says otherwise is settled by
 * 照合 first.
 */
export function sourceProblem(ours: Ours | undefined, parts: Part[]): string | null {
  if (ours === undefined) return null;
  if (ours.is_awaited) return "受入がまだです";
  // 特採 was agreed on when it was judged.
  const plain = parts.filter(({ inspection_key }) => inspection_key === null);
  const asked = plain.reduce((sum, { num_items }) => sum + milli(num_items), 0n);
  const left = milli(ours.accepted) - milli(ours.billed);
  if (asked > 0n && asked > left)
    return left > 0n
      ? `受け入れた数より多く納品されています（残り ${formatNumber(decimal(left))}）`
      : "受入の数を超えています。届いていれば、納品書を検収すると載せられます";
  const other = plain.find(({ unit_price }) => milli(unit_price) !== milli(ours.unit_price));
  return other
    ? `単価が注文と違います（注文 ${formatNumber(ours.unit_price)}、納品書 ${formatNumber(other.unit_price)}）`
    : null;
}

type Cancelling = {
  cancelled_time: string | null;
  paid: number;
  /** In the supplier's books. */
  is_settled: boolean;
  follower: string | null;
};
export function cannotCancelSelfBill({
  cancelled_time,
  paid,
  is_settled,
  follower,
}: Cancelling): string | null {
  if (cancelled_time) return "この支払通知書は取り消されています。";
  if (paid !== 0) return "支払が登録されているため取り消せません。先に支払を取り消してください。";
  if (is_settled)
    return "支払先が入金を消し込んでいるか、相殺に同意しているため取り消せません。支払先に消込の取消を依頼してください。";
  return follower
    ? `支払先の請求書 ${follower} の繰越に含まれているため取り消せません。支払先に請求書の取消を依頼してください。`
    : null;
}
