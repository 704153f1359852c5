import { issuer as plainIssuer } from "~/lib/company/paper.party";
import { pictureAt } from "~/lib/company/print";
import { withHonorific } from "~/lib/text/addressee";
import { documentFileName } from "~/lib/text/file.name";
import { type ByRate, rateLabel, unknownLayout } from "~/lib/vocabulary/document";
import type { Party } from "~/lib/vocabulary/factory.schema";
import type { Bank, Issuer, PaperAddress, PaperColumn, Rate } from "~/lib/vocabulary/paper";

/** With the box for its seal (R5-5). */
export const issuer = (of: Party, person: string | null): Issuer => ({
  ...plainIssuer(of, person),
  seal: of.seal ? pictureAt(of.seal) : "box",
});

export const receiver = (of: Party): PaperAddress => ({
  name: withHonorific(of.name, of.honorific),
  postal_code: of.postal_code ?? undefined,
  address: of.address ? [of.address] : undefined,
});

export const banks = (of: Party): Bank[] =>
  of.bank_accounts.map(({ bank_name, branch_name, kind, number, holder }) => ({
    account: `${bank_name}　${branch_name}　${kind} ${number}`,
    holder,
  }));

export const rates = (by_rate: ByRate[]): Rate[] =>
  by_rate.map(({ tax_rate, base, tax }) => ({ label: rateLabel(tax_rate), base, tax }));

/** ※ marks what is taxed at the reduced rate (R1-8). */
export const reducedNote = (lines: { tax_rate: number }[]) =>
  lines.some((line) => line.tax_rate === 8) ? "※印は軽減税率(8%)対象品目です。" : null;

/** Named by the other side, whoever of the two saves it (R3-6). */
export const sheetFileName = (
  doc: { seller: Party; buyer: Party; total: number },
  day: string,
  own: boolean,
): string => documentFileName(day, (own ? doc.buyer : doc.seller).name, doc.total);

export const runFileName = (day: string, noun: string, count: number): string =>
  `${day.replaceAll("-", "")}_${noun}_${count}件`;

export const NAME_COLUMN = "品名・図番";

export const SHEETS_MAX = 100;
/** Null where they are more than one run of sheets. */
export function sheetKeys(named: string[]): string[] | null {
  const keys = [...new Set(named)];
  return keys.length > SHEETS_MAX ? null : keys;
}
export const tooManySheets = `一度に印刷できるのは${SHEETS_MAX}件までです。一覧で${SHEETS_MAX}件ずつ選んで印刷してください。`;

/** What was issued looks the same for ever: whatever changes a drawing is a new number. */
export function drawn<T>(drawings: Record<number, T>, doc: { layout: number; number: string | null }): T {
  const why = unknownLayout(doc);
  if (why) throw new Error(why);
  return drawings[doc.layout]!;
}

/** Since 4 a name and its number share a row (decision 144); `before` are the widths of columns up to 4. */
export const edgesOf = ({ layout }: { layout: number }, columns: PaperColumn[], before?: number[]) => ({
  layout,
  columns: columns.map((column, at) => ({
    ...column,
    mm: (layout < 5 && before?.[at]) || column.mm,
    ...(layout >= 4 && column.label === NAME_COLUMN && { joins: true }),
  })),
});
