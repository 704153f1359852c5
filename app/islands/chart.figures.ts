type Kind = "line" | "bar";
type Point = { x: string | number; y: number | null };
export type Figures = {
  /** `x` is a day: a line is read along the time. */
  isTime: boolean;
  series: { name: string; type: Kind; data: Point[] }[];
  percents: boolean[];
};

const DAY = /^(\d{4})\/(\d{1,2})\/(\d{1,2})/;
const numberOf = (text: string): number | null => {
  const value = Number.parseFloat(text.replaceAll(",", "").replace("−", "-"));
  return Number.isNaN(value) ? null : value;
};
const timeOf = (text: string): number => {
  const [, year, month, day] = DAY.exec(text)!;
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
};

/** What the page's table tells, so that the chart says the same. */
export function figuresIn(table: HTMLTableElement, kind: Kind): Figures {
  const cells = (row: HTMLTableRowElement) => [...row.cells].map(({ textContent }) => textContent!.trim());
  const [head = []] = [...table.tHead!.rows].map(cells);
  const rows = [...table.tBodies[0]!.rows].map(cells).filter((row) => row.length === head.length);
  const isTime = kind === "line" && rows.every(([label = ""]) => DAY.test(label));
  const percents = head.slice(1).map((_, at) => rows.some((row) => row[at + 1]!.endsWith("%")));
  const isMixed = percents.includes(true) && percents.includes(false);
  const series = head.slice(1).map((name, at) => ({
    name,
    type: isMixed && percents[at] ? ("line" as const) : kind,
    data: rows.map(([label = "", ...row]) => ({
      x: isTime ? timeOf(label) : label,
      y: numberOf(row[at]!),
    })),
  }));
  return { isTime, series, percents: isMixed ? percents : [] };
}
