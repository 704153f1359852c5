import type { Facts, PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { ADDRESS_PLACE, type AddressPlace } from "~/lib/vocabulary/print";
import { type PageRoom, textRows } from "./paginate";

/** Millimetres; app/tailwind.css draws the same ones. */
export const BODY = 267;
export const ROW = 7;
const EXTRA_ROW = 4.2;
export const TYPE = 3.2;
export const PADDING = 2.4;
export const FACT_WIDTH = 148;
const HALF_LABEL = 29;
const HALF_FACT = 56;
export const NOTE_WIDTH = 172;
export const BELOW_WIDTH = 177;
const TITLE = 14;
const TOP = 58;
const SEAL = 20;
const LOGO = 13;
const RUNNING = 12;
const TABLE_HEAD = 7;
const FACT = 6;
const SLACK = 3;
const MARGIN = 15;
export const LEFT = 98;
const GREETING = 4.2;
const TOTAL = 19;
const CODE = 34;

const rowsHeight = (rows: number) => ROW + (rows - 1) * EXTRA_ROW;

/** As it stands in its column: a name and its number in one row where both fit. */
export function cellText({ mm, joins }: PaperColumn, text: string | null | undefined): string {
  const row = (text ?? "").replaceAll("\n", "　");
  return joins && textRows(row, mm - PADDING, TYPE) === 1 ? row : (text ?? "");
}

/** Aligned cells hold a number, a date or a unit and do not wrap. */
export function lineHeight(line: PaperLine, columns: PaperColumn[]): number {
  const rows = columns.map((column, at) =>
    column.align ? 1 : textRows(cellText(column, line.cells[at]), column.mm - PADDING, TYPE),
  );
  const below = line.below ? rowsHeight(textRows(line.below, BELOW_WIDTH, TYPE)) : 0;
  return rowsHeight(Math.max(1, ...rows)) + below + (line.sum ? ROW : 0);
}

/** What is left empty is written in by hand, and has the whole row for it. */
const isShort = (fact: Facts[number]) =>
  fact.text.trim() !== "" &&
  textRows(fact.label, HALF_LABEL, TYPE) === 1 &&
  textRows(fact.text, HALF_FACT, TYPE) === 1;

/** Two that follow each other and take half a row stand in one. */
export function factRows({ facts = [], older }: Pick<PaperDocumentProps, "facts" | "older">): Facts[] {
  const rows: Facts[] = [];
  for (const fact of facts) {
    const last = rows.at(-1);
    if (!older && last?.length === 1 && [...last, fact].every(isShort)) last.push(fact);
    else rows.push([fact]);
  }
  return rows;
}

export function pageRoom(doc: PaperDocumentProps): PageRoom {
  const facts = factRows(doc).reduce(
    (sum, row) => sum + FACT + (textRows(row[0]!.text, FACT_WIDTH, TYPE) - 1) * EXTRA_ROW,
    0,
  );
  const above =
    TITLE + topHeight(doc) + (doc.summary ? 19 : 0) + (facts > 0 ? facts + 4 : 0) + TABLE_HEAD + SLACK;
  return {
    first: BODY - above,
    rest: BODY - RUNNING - TABLE_HEAD - SLACK,
    end: endHeight(doc),
    carry: doc.amount_column === undefined ? 0 : ROW,
  };
}

/** A place that the title would be in the way of: the title stands below it then. */
export const isAboveTitle = (place: AddressPlace = ADDRESS_PLACE): boolean => place.top < MARGIN + TITLE;

/** How far the address is held off the margin, or off the title. */
export const addressOff = (place: AddressPlace = ADDRESS_PLACE): AddressPlace => ({
  left: place.left - MARGIN,
  top: place.top - MARGIN - (isAboveTitle(place) ? 0 : TITLE),
});

function topHeight({ addressee, issuer, dates, greeting, total, place, own }: PaperDocumentProps): number {
  if (own) return 0;
  const off = addressOff(place);
  const width = LEFT - off.left;
  const address = (addressee.address ?? []).reduce(
    (sum, part) => sum + textRows(part, width, 3.5) * 5,
    off.top + (addressee.postal_code ? 5 : 0),
  );
  const names = [addressee.name, addressee.person ?? ""].reduce(
    (sum, name) => sum + (name ? textRows(name, width, 4.4) * 6 + 1 : 0),
    0,
  );
  const opening = (greeting ? GREETING : 0) + (total ? TOTAL : 0);
  const isHigh = isAboveTitle(place);
  const left = Math.max(43, address + names) + (isHigh ? 0 : opening);
  const reach = [
    issuer.postal_code,
    issuer.phone ?? issuer.fax,
    issuer.registration_number,
    issuer.person,
  ].filter(Boolean).length;
  const rows = (issuer.address ?? []).reduce((sum, part) => sum + textRows(part, 74 - SEAL, TYPE), reach);
  const right =
    (dates.length + 1) * 5 +
    9 +
    (issuer.logo ? LOGO : 0) +
    textRows(issuer.name, 74 - SEAL, 4.2) * 6.4 +
    rows * 4.8;
  return Math.max(TOP, left, right) + (isHigh ? opening : 0);
}

function endHeight(doc: PaperDocumentProps): number {
  const sums = (doc.sums?.length ?? 0) * 7;
  const rates = doc.rates ? (doc.rates.length + 1) * 6 : 0;
  const boxes = box(doc.bank?.map((one) => `${one.account}　口座名義 ${one.holder ?? ""}`)) + box(doc.notes);
  const stamps = doc.stamps ? 24 : 0;
  return Math.max(sums, rates, stamps, doc.code ? CODE : 0) + 4 + boxes;
}

function box(rows: string[] | undefined): number {
  if (!rows || rows.length === 0) return 0;
  return 11 + rows.reduce((sum, row) => sum + textRows(row, NOTE_WIDTH, TYPE) * 5, 0);
}
