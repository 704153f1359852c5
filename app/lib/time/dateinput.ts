import { dateParts, ERAS, type ISODate, isDate, isoDate } from "./date";

const SEPARATOR = /\s*[/.\-ー‐‑‒–—―−・。、,年月]\s*/g;

/** R7-4. "nearest" is for 伝票日付, "coming" for 納期. */
export function parseDateInput(
  text: string,
  today: ISODate,
  lean: "nearest" | "coming" = "nearest",
): ISODate | null {
  if (text.length > 40) return null;
  const plain = text
    .normalize("NFKC")
    .trim()
    .replace(/\s*\([日月火水木金土]\)$/, "")
    .replace(/\s*日$/, "");
  const t = plain.replace(SEPARATOR, "/");
  const era = /^(令和|平成|昭和|大正|[rhst])\s*(元|\d{1,2})\/(\d{1,2})\/(\d{1,2})$/i.exec(t);
  if (era) return eraDate(era[1]!, era[2] === "元" ? 1 : Number(era[2]), Number(era[3]), Number(era[4]));
  const full = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(t) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(t);
  if (full) return existing(Number(full[1]), Number(full[2]), Number(full[3]));
  const monthDay = /^(\d{1,2})\/(\d{1,2})$/.exec(t) ?? /^(\d\d)(\d\d)$/.exec(t);
  if (monthDay) return withYear(Number(monthDay[1]), Number(monthDay[2]), today, lean);
  return /^\d{1,2}$/.test(t) ? withMonth(Number(t), today, lean) : null;
}

function existing(year: number, month: number, day: number): ISODate | null {
  const d = isoDate(year, month, day);
  return year >= 1900 && year < 2200 && isDate(d) ? d : null;
}

function eraDate(mark: string, n: number, month: number, day: number): ISODate | null {
  const i = ERAS.findIndex((e) => e.name === mark || e.letter === mark.toUpperCase());
  const era = ERAS[i]!;
  const d = n > 0 ? existing(Number(era.start.slice(0, 4)) + n - 1, month, day) : null;
  const next = ERAS[i - 1];
  return d && d >= era.start && (!next || d < next.start) ? d : null;
}

// The year is chosen before the day is checked, so that 2/29 never slips into another year.
function withYear(month: number, day: number, today: ISODate, lean: "nearest" | "coming"): ISODate | null {
  const { year } = dateParts(today);
  if (lean === "coming") return existing(isoDate(year, month, day) < today ? year + 1 : year, month, day);
  const now = Date.parse(today);
  const distance = (y: number) => Math.abs(Date.UTC(y, month - 1, day) - now);
  const [nearest] = [year, year - 1, year + 1].sort((a, b) => distance(a) - distance(b));
  return existing(nearest!, month, day);
}

function withMonth(day: number, today: ISODate, lean: "nearest" | "coming"): ISODate | null {
  const { year, month, day: now } = dateParts(today);
  if (lean === "nearest" || day >= now) return existing(year, month, day);
  return month === 12 ? existing(year + 1, 1, day) : existing(year, month + 1, day);
}
