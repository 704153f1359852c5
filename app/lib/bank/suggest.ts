import { daysBetween, formatDate, type ISODate } from "~/lib/time/date";
import { billsText, type Fit, fitOf, type OpenInvoice, type Part, type Partner, whole } from "./fit";
import { comparePayers, type Payer, type PayerMatch, readPayer } from "./payer";

export type Learned = { buyer_id: string; name: string; payer_code: string | null };
export type Incoming = {
  key: number;
  date: ISODate;
  amount: number;
  payer_kana: string | null;
  payer_code: string | null;
};

type Confidence = "sure" | "high" | "low" | "unknown";
/** Money that somebody has registered already, without its row. */
export type Receipt = { key: number; buyer_id: string; date: ISODate; amount: number };
export type Suggestion = {
  confidence: Confidence;
  buyer_id: string | null;
  buyer_name: string | null;
  /** By a name that is theirs alone. */
  is_named: boolean;
  parts: Part[];
  /** What the invoices are owed more than came in; negative: less. */
  difference: number;
  reason: string;
  /** A receipt that may be this very money. */
  receipt_key: number | null;
};

export const NOBODY: Suggestion = {
  confidence: "unknown",
  buyer_id: null,
  buyer_name: null,
  is_named: false,
  parts: [],
  difference: 0,
  reason: "振込名義に合う取引先も、同じ金額の請求書も見つかりません。",
  receipt_key: null,
};

type Named = { partner: Partner; isSure: boolean; why: string };
type Known = Partner & { payers: Payer[] };

const RANK: Record<PayerMatch, number> = { same: 3, candidate: 2, prefix: 1, none: 0 };
const WHY: Record<PayerMatch, string> = {
  same: "振込名義が取引先のカナと同じ",
  candidate: "振込名義は同じだが、法人格か位置が違う",
  prefix: "振込名義の始まりが取引先のカナと同じ",
  none: "",
};

function learnedPartners(row: Incoming, known: Known[], learned: Learned[]): Named[] {
  const by = (fits: (one: Learned) => boolean, why: string): Named[] => {
    const ids = new Set(learned.filter(fits).map(({ buyer_id }) => buyer_id));
    const partners = known.filter(({ buyer_id }) => ids.has(buyer_id));
    const sole = partners.length === 1;
    return partners.map((partner) => ({
      partner,
      isSure: sole,
      why: sole ? why : `${why}が、ほかの取引先でも使われている`,
    }));
  };
  const coded = by(
    (one) => row.payer_code !== null && one.payer_code === row.payer_code,
    "覚えている依頼人番号",
  );
  if (coded.length > 0) return coded;
  return by((one) => row.payer_kana !== null && one.name === row.payer_kana, "覚えている振込名義");
}

function namedPartners(row: Incoming, known: Known[], learned: Learned[]): Named[] {
  const remembered = learnedPartners(row, known, learned);
  if (remembered.length > 0 || row.payer_kana === null) return remembered;
  const payer = readPayer(row.payer_kana);
  const matches = known
    .map((partner) => {
      const found = partner.payers.map((master) => comparePayers(payer, master));
      return { partner, match: found.sort((a, b) => RANK[b] - RANK[a])[0] ?? "none" };
    })
    .filter(({ match }) => match !== "none")
    .sort((a, b) => RANK[b.match] - RANK[a.match]);
  const best = matches.filter(({ match }) => match === matches[0]!.match);
  const isSure = best.length === 1 && best[0]!.match === "same";
  const doubled = best.length > 1 ? "（同じ名義の取引先が二つ以上）" : "";
  return best.map(({ partner, match }) => ({ partner, isSure, why: WHY[match] + doubled }));
}

const rank = (fit: Fit) => Number(fit.isExact) * 2 + Number(fit.isGood);

const NEAR_DAYS = 7;

const receiptLike = (row: Incoming, receipts: Receipt[], buyer_id: string): Receipt | undefined =>
  receipts.find(
    (one) =>
      one.buyer_id === buyer_id &&
      one.amount === row.amount &&
      Math.abs(daysBetween(one.date, row.date)) <= NEAR_DAYS,
  );

function suggestNamed(row: Incoming, found: Named[], open: OpenInvoice[], receipts: Receipt[]): Suggestion {
  const fits = found
    .map(({ partner, isSure, why }) => {
      const owed = open.filter((one) => one.buyer_id === partner.buyer_id && one.invoice_date <= row.date);
      return { partner, isSure, why, fit: fitOf(owed, row.amount, partner) };
    })
    .sort((a, b) => rank(b.fit) - rank(a.fit));
  const [best] = fits as [(typeof fits)[number]];
  const { fit } = best;
  const receipt = receiptLike(row, receipts, best.partner.buyer_id);
  const twice = receipt ? `同じ金額の入金（${formatDate(receipt.date)}）が登録済み。` : "";
  const high = fit.isGood || receipt ? "high" : "low";
  return {
    confidence: best.isSure && fit.isExact && !receipt ? "sure" : high,
    buyer_id: best.partner.buyer_id,
    buyer_name: best.partner.name,
    is_named: best.isSure,
    parts: fit.parts,
    difference: fit.difference,
    reason: `${twice}${best.why}。${fit.reason}`,
    receipt_key: receipt?.key ?? null,
  };
}

/** Nobody's name: the one invoice of just that amount is a weak hint. */
function byAmount(row: Incoming, known: Known[], open: OpenInvoice[]): Suggestion {
  const equal = open.filter((one) => one.open === row.amount && one.invoice_date <= row.date);
  const partner = known.find(({ buyer_id }) => buyer_id === equal[0]?.buyer_id);
  if (equal.length !== 1 || !partner) return NOBODY;
  return {
    confidence: "low",
    buyer_id: partner.buyer_id,
    buyer_name: partner.name,
    is_named: false,
    parts: whole(equal),
    difference: 0,
    reason: `振込名義からは分からないが、${billsText(equal)}だけが同じ金額`,
    receipt_key: null,
  };
}

/** Rows the oldest first: what a sure one pays is no longer open for those behind it. */
export function suggest(
  rows: Incoming[],
  partners: Partner[],
  learned: Learned[],
  invoices: OpenInvoice[],
  receipts: Receipt[] = [],
): Map<number, Suggestion> {
  const known = partners.map((partner) => ({ ...partner, payers: partner.names.map(readPayer) }));
  let open = invoices
    .filter((one) => one.open > 0)
    .sort((a, b) => a.due_date.localeCompare(b.due_date) || a.key - b.key);
  const found = new Map<number, Suggestion>();
  for (const row of rows) {
    const by = namedPartners(row, known, learned);
    const suggestion = by.length > 0 ? suggestNamed(row, by, open, receipts) : byAmount(row, known, open);
    found.set(row.key, suggestion);
    if (suggestion.confidence !== "sure") continue;
    const paid = new Set(suggestion.parts.map(({ invoice_key }) => invoice_key));
    open = open.filter(({ key }) => !paid.has(key));
  }
  return found;
}

/** What a person saw of a row: another text means that something has changed. */
export const seenOf = (
  row: Pick<Incoming, "key" | "amount">,
  { buyer_id, parts, difference, receipt_key }: Suggestion,
): string => {
  const bills = parts.map((part) => `${part.invoice_key}=${part.amount}`).join("+");
  return `${row.key}:${buyer_id}:${row.amount}:${bills}:${difference}:${receipt_key ?? ""}`;
};
