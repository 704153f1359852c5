import type { Facts, PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { ADDRESS_PLACE, type AddressPlace } from "~/lib/vocabulary/print";
import { type PageRoom, paginate, textRows, textWidth } from "./paginate";

/** Millimetres; app/tailwind.css draws the same ones. */
export const BODY = 267;
export const ROW = 7;
/** Of every table, where that saves a sheet. */
const DENSE_ROW = 5.8;
const EXTRA_ROW = 4.2;
export const TYPE = 3.2;
export const PADDING = 2.4;
export const FACT_WIDTH = 148;
const HALF_LABEL = 29;
const HALF_FACT = 56;
const BOTH_FACTS = 106;
export const NOTE_WIDTH = 172;
const HALF_NOTE = 84;
export const BELOW_WIDTH = 177;
const TITLE = 14;
const TOP = 58;
const SEAL = 20;
const LOGO = 13;
const RUNNING = 12;
const FACT = 6;
const SLACK = 3;
const MARGIN = 15;
export const LEFT = 98;
const GREETING = 4.2;
const TOTAL = 19;
const CODE = 34;

const rowsHeight = (rows: number, row: number) => row + (rows - 1) * EXTRA_ROW;

/** Whether it is drawn as since that drawing. */
export const isSince = (drawing: number, { layout = drawing }: Pick<PaperDocumentProps, "layout">) =>
  layout >= drawing;

/** As it stands in its column: a name and its number in one row where both fit. */
export function cellText({ mm, joins }: PaperColumn, text: string | null | undefined): string {
  const row = (text ?? "").replaceAll("\n", "　");
  return joins && textRows(row, mm - PADDING, TYPE) === 1 ? row : (text ?? "");
}

/** Aligned cells hold a number, a date or a unit and do not wrap. */
export function lineHeight(line: PaperLine, columns: PaperColumn[], row = ROW): number {
  const rows = columns.map((column, at) =>
    column.align ? 1 : textRows(cellText(column, line.cells[at]), column.mm - PADDING, TYPE),
  );
  const below = line.below ? rowsHeight(textRows(line.below, BELOW_WIDTH, TYPE), row) : 0;
  return rowsHeight(Math.max(1, ...rows), row) + below + (line.sum ? row : 0);
}

/** What is left empty is written in by hand, and has the whole row for it. */
const isShort = ({ label, text }: Facts[number]) =>
  text.trim() !== "" && textRows(label, HALF_LABEL, TYPE) === 1 && textRows(text, FACT_WIDTH, TYPE) === 1;
const isHalf = ({ text }: Facts[number]) => textRows(text, HALF_FACT, TYPE) === 1;

/** Two that follow each other share a row: up to drawing 4 of two halves, since then where both fit in it. */
export function factRows(doc: Pick<PaperDocumentProps, "facts" | "layout">): Facts[] {
  const rows: Facts[] = [];
  const sides = [0, 0];
  for (const fact of doc.facts ?? []) {
    const last = rows.at(-1);
    const pair = [...(last ?? []), fact];
    const wide = pair.map(({ text }, at) => Math.max(sides[at] ?? 0, textWidth(text, TYPE)));
    const fits = isSince(5, doc) ? wide[0]! + wide[1]! <= BOTH_FACTS : pair.every(isHalf);
    if (isSince(4, doc) && last?.length === 1 && pair.every(isShort) && fits) {
      last.push(fact);
      sides.splice(0, 2, ...wide);
    } else rows.push([fact]);
  }
  return rows;
}

/** Rows as far apart as ever, or closer where that saves a sheet. */
export function pagesOf(doc: PaperDocumentProps) {
  const drawn = (row: number) => ({
    row,
    pages: paginate(
      doc.lines,
      pageRoom(doc, row),
      (line) => lineHeight(line, doc.columns, row),
      (line) => line.amount ?? null,
    ),
  });
  const wide = drawn(ROW);
  if (doc.by_hand || wide.pages.length === 1 || !isSince(5, doc)) return wide;
  const dense = drawn(DENSE_ROW);
  return dense.pages.length < wide.pages.length ? dense : wide;
}

export function pageRoom(doc: PaperDocumentProps, row = ROW): PageRoom {
  const facts = factRows(doc).reduce(
    (sum, fact) => sum + Math.min(FACT, row) + (textRows(fact[0]!.text, FACT_WIDTH, TYPE) - 1) * EXTRA_ROW,
    0,
  );
  const summary = doc.summary ? (row < ROW ? row * 2 : 15) + 4 : 0;
  const above = TITLE + topHeight(doc) + summary + (facts > 0 ? facts + 4 : 0) + row + SLACK;
  return {
    first: BODY - above,
    rest: BODY - RUNNING - row - SLACK,
    end: endHeight(doc, row),
    carry: doc.amount_column === undefined ? 0 : row,
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

function endHeight(doc: PaperDocumentProps, row: number): number {
  const sums = (doc.sums?.length ?? 0) * row;
  const rates = doc.rates ? (doc.rates.length + 1) * Math.min(FACT, row) : 0;
  const stamps = doc.stamps ? (row < ROW ? 25 : 24) : 0;
  return Math.max(sums, rates, stamps, doc.code ? CODE : 0) + 4 + boxesOf(doc).height;
}

type Boxes = { bank: string[]; notes: string[]; mm: number; height: number };

/** Beside each other where that is lower: each holder once then, below the accounts that are theirs. */
export function boxesOf({ bank = [], notes = [], layout }: PaperDocumentProps): Boxes {
  const rows = notes.flatMap((note) => note.split(/\r?\n/));
  const whole = bank.map(({ account, holder }) => (holder ? `${account}　口座名義 ${holder}` : account));
  const half = bank.flatMap(({ account, holder }, at) =>
    holder && holder !== bank[at + 1]?.holder ? [account, `口座名義 ${holder}`] : [account],
  );
  const below = { bank: whole, notes: rows, mm: NOTE_WIDTH, height: box(whole) + box(rows) };
  const beside = Math.max(box(half, HALF_NOTE), box(rows, HALF_NOTE));
  return isSince(5, { layout }) && beside < below.height && bank.length > 0 && rows.length > 0
    ? { bank: half, notes: rows, mm: HALF_NOTE, height: beside }
    : below;
}

function box(rows: string[], mm = NOTE_WIDTH): number {
  if (rows.length === 0) return 0;
  return 11 + rows.reduce((sum, row) => sum + textRows(row, mm, TYPE) * 5, 0);
}
