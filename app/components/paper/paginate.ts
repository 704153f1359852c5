/** How a page's height is shared out, in millimetres. */
export type PageRoom = {
  /** Left for lines on the first page, under the head block. */
  first: number;
  /** Left for lines on each later page. */
  rest: number;
  /** Taken by totals, rates, bank and notes, after the last line. */
  end: number;
  /** Taken by one 「次頁へ繰越」 or 「前頁より繰越」 row; 0 where nothing is carried. */
  carry: number;
};

export type PaperPage<T> = {
  lines: T[];
  /** 前頁より繰越, yen; null where there is none. */
  brought: number | null;
  /** 次頁へ繰越, yen; null on the last page. */
  carried: number | null;
  /** Millimetres left free on this page. */
  free: number;
  no: number;
  of: number;
};

/** Splits lines into pages by their heights; a line is never split, and the totals never stand without a line before them. */
export function paginate<T>(
  lines: readonly T[], room: PageRoom, height: (line: T) => number, amount: (line: T) => number | null,
): PaperPage<T>[] {
  const groups = fill(lines, room, height);
  let sum = 0;
  return groups.map((group, index) => {
    const last = index === groups.length - 1;
    const brought = index === 0 || room.carry === 0 ? null : sum;
    for (const line of group) sum += amount(line) ?? 0;
    const carried = last || room.carry === 0 ? null : sum;
    const used = group.reduce((total, line) => total + height(line), 0) + carries(index, !last, room) + (last ? room.end : 0);
    return { lines: group, brought, carried, free: Math.max(0, capacity(index, room) - used), no: index + 1, of: groups.length };
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
    if (left.length === 0 && page > 0 || whole + carries(page, false, room) + room.end <= capacity(page, room)) {
      return [...pages, left];
    }
    let count = 0;
    for (let space = capacity(page, room) - carries(page, true, room); count < left.length; count++) {
      space -= height(left[count]!);
      if (space < 0) break;
    }
    // One line is kept back, so that the totals do not stand alone.
    if (count === left.length && count > 1) count--;
    // A line too high for any page still has to be printed.
    if (count === 0 && (page > 0 || left.length === 0)) count = 1;
    pages.push(left.slice(0, count));
    left = left.slice(count);
  }
}

/** A text in pieces; every second one is a date, which no line's end may break. */
export const unbroken = (text: string) => text.split(/(\d{4}\/\d{1,2}\/\d{1,2}(?:\([日月火水木金土]\))?)/);

/** How many rows a text takes in a cell `mm` wide at a type size in millimetres: half-width characters count half,
 *  each full row may lose a character to 。 or 、 that must not begin the next, and a date goes to the next row whole. */
export function textRows(text: string, mm: number, type_mm: number): number {
  const room = Math.max(1, Math.floor(mm / type_mm * 2));
  return text.split("\n").reduce((rows, part) => rows + (halves(part) <= room ? 1 : filledRows(part, Math.max(1, room - 2))), 0);
}

function filledRows(text: string, room: number): number {
  let used = 0;
  unbroken(text).forEach((piece, index) => {
    const left = room - used % room;
    const whole = index % 2 === 1 && left < halves(piece);
    used += halves(piece) + (whole && left < room ? left : 0);
  });
  return Math.ceil(used / room);
}

function halves(text: string): number {
  let sum = 0;
  for (const character of text) sum += /[ ().,:/-]/.test(character) ? 0.9 : /[!-~｡-ﾟ]/.test(character) ? 1.15 : 2;
  return sum;
}
