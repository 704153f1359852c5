/** All in millimetres. */
export type PageRoom = {
  first: number;
  rest: number;
  /** Taken by totals, rates, bank and notes, after the last line. */
  end: number;
  /** Taken by one 「次頁へ繰越」 or 「前頁より繰越」 row; 0 where nothing is carried. */
  carry: number;
};

export type PaperPage<T> = {
  lines: T[];
  /** Yen; null on the first page. */
  brought: number | null;
  carried: number | null;
  free: number;
  no: number;
  of: number;
};

/** A line is never split, and the totals stand with two lines before them where there are any. */
export function paginate<T>(
  lines: readonly T[],
  room: PageRoom,
  height: (line: T) => number,
  amount: (line: T) => number | null,
): PaperPage<T>[] {
  const groups = fill(lines, room, height);
  let sum = 0;
  return groups.map((group, index) => {
    const last = index === groups.length - 1;
    const brought = index === 0 || room.carry === 0 ? null : sum;
    for (const line of group) sum += amount(line) ?? 0;
    const carried = last || room.carry === 0 ? null : sum;
    const used =
      group.reduce((total, line) => total + height(line), 0) +
      carries(index, !last, room) +
      (last ? room.end : 0);
    return {
      lines: group,
      brought,
      carried,
      free: Math.max(0, capacity(index, room) - used),
      no: index + 1,
      of: groups.length,
    };
  });
}

function capacity(page: number, room: PageRoom): number {
  return page === 0 ? room.first : room.rest;
}

function carries(page: number, goes_on: boolean, room: PageRoom): number {
  return (page > 0 ? room.carry : 0) + (goes_on ? room.carry : 0);
}

function fill<T>(lines: readonly T[], room: PageRoom, height: (line: T) => number): T[][] {
  const pages: T[][] = [];
  let left = [...lines];
  for (;;) {
    const page = pages.length;
    const whole = left.reduce((sum, line) => sum + height(line), 0);
    if (
      (left.length === 0 && page > 0) ||
      whole + carries(page, false, room) + room.end <= capacity(page, room)
    ) {
      return [...pages, left];
    }
    let count = 0;
    for (let space = capacity(page, room) - carries(page, true, room); count < left.length; count++) {
      space -= height(left[count]!);
      if (space < 0) break;
    }
    // Two lines stay back, so that neither the totals nor the last line stand alone.
    const kept = left.length > 3 ? 2 : 1;
    if (count > kept && left.length - count < kept) count = left.length - kept;
    // A line too high for any page still has to be printed.
    if (count === 0 && (page > 0 || left.length === 0)) count = 1;
    pages.push(left.slice(0, count));
    left = left.slice(count);
  }
}

type Piece = { text: string; whole: boolean };
/** A date, a figure with its unit, or a word with its brackets and kana: each second part of a split. */
const WHOLE = new RegExp(
  `(${[
    "[（(]?\\d{4}/\\d{1,2}/\\d{1,2}(?:\\([日月火水木金土]\\))?",
    "[△¥-]?\\d[\\d,.]*(?:セット|kg|[個円枚本台式])(?:/(?:セット|kg|[個円枚本台式]))?",
    "[㈱㈲（「『【]*(?:[\\p{Script=Han}々〆]{1,8}[ぁ-ん]{0,2}|[ァ-ヺー]{2,}|[!-~]{2,}[個枚本台式]?)",
  ].join("|")})`,
  "u",
);

const isFigure = (text: string) => /^[（(△¥-]*\d/.test(text);
const rowRoom = (mm: number, type_mm: number) => Math.max(1, Math.floor((mm / type_mm) * 2));

export function setIn(text: string, mm: number, type_mm: number): Piece[] {
  const room = rowRoom(mm, type_mm);
  if (text.split("\n").every((part) => halves(part) <= room - 1)) return [{ text, whole: false }];
  return unbroken(text).map((piece) => ({
    ...piece,
    whole: piece.whole && halves(piece.text) <= room - (isFigure(piece.text) ? 0 : 2),
  }));
}

const unbroken = (text: string): Piece[] =>
  text.split(WHOLE).map((part, index) => ({ text: part, whole: index % 2 === 1 && part.length > 1 }));

/** Half-width counts half; a full row may lose a character to 。 or 、, which must not begin the next. */
export function textRows(text: string, mm: number, type_mm: number): number {
  const room = rowRoom(mm, type_mm);
  return text
    .split("\n")
    .reduce((rows, part) => rows + (halves(part) <= room ? 1 : filledRows(part, Math.max(1, room - 2))), 0);
}

function filledRows(text: string, room: number): number {
  let used = 0;
  for (const piece of unbroken(text)) {
    const [left, width] = [room - (used % room), halves(piece.text)];
    const alone = piece.whole && width > room && width <= room + 2 && isFigure(piece.text);
    const moves = piece.whole && left < width && (width <= room || alone) && left < room;
    used += (alone ? room : width) + (moves ? left : 0);
  }
  return Math.ceil(used / room);
}

export const textWidth = (text: string, type_mm: number) => (halves(text) / 2) * type_mm;

const WIDTHS: [RegExp, number][] = [
  [/[ ().,:/-]/, 0.9],
  [/[MW]/, 1.75],
  [/[A-Z]/, 1.3],
  [/[!-~｡-ﾟ]/, 1.15],
];

function halves(text: string): number {
  let sum = 0;
  for (const character of text) sum += WIDTHS.find(([of]) => of.test(character))?.[1] ?? 2;
  return Math.round(sum * 100) / 100;
}
