import type { Choice } from "./combobox.find";
import { type Cell, cells, rows } from "./lines.cells";
import { askCodes, choiceOf, writeCell } from "./lines.choice";
import { copiedRows, type LineColumn, matched } from "./lines.match";
import { total } from "./lines.total";

/**
 * `grow` adds a line, or none where the grid is full. An empty cell leaves the value; what can't be taken is
 * reported.
 */
export async function paste(
  from: Cell,
  text: string,
  grow: (grid: HTMLElement) => Element | undefined,
  number: (grid: HTMLElement) => void,
) {
  const row = from.closest("tr")!;
  const grid = row.closest<HTMLElement>("[data-lines]")!;
  const top = rows(grid).indexOf(row);
  const left = places(row).indexOf(from.closest("td")!);
  const { rows: lines, to, unread, above } = matched(copiedRows(text), heads(grid, row), left);
  for (let short = top + lines.length - rows(grid).length; short > 0 && grow(grid); short--);
  number(grid);
  const into = rows(grid).slice(top, top + lines.length);
  const written = into
    .flatMap((line, down) =>
      lines[down]!.map((value, right) => ({
        place: places(line)[to[right] ?? -1],
        value,
        line: top + down + 1,
      })),
    )
    .filter(({ place, value }) => place && value)
    .map(({ place, ...one }) => ({
      ...one,
      cell: cells(place!)[0],
      amount: place!.querySelector<HTMLOutputElement>("[data-amount]"),
    }));
  const asked = new Map<string, Promise<Choice | undefined>>();
  await askCodes(written, asked);
  const ready = await Promise.all(
    written.map(async (one) => ({
      ...one,
      choice: one.cell ? await choiceOf(one.cell, one.value, asked) : null,
    })),
  );
  for (const { cell, value, choice } of ready) if (cell) writeCell(cell, value, choice);
  total(grid);
  const rest = lines.length - into.length;
  const other = ready.filter(({ amount, value }) => amount?.value && digits(amount.value) !== digits(value));
  grid.querySelector(":scope > [data-error]")!.textContent = [
    rest > 0 &&
      `明細は${grid.dataset.max}行までです。貼り付けた${lines.length}行のうち、最後の${rest}行は入っていません。`,
    above > 0 && `見出しより上の${above}行は、明細に入れていません。`,
    unread.length > 0 && `貼り付けた表の${unread.join("、")}は、入る列がないので入れていません。`,
    other.length > 0 &&
      `金額は数量×単価で計算します。貼り付けた表と違う行があります（${other.slice(0, 3).map(differs).join("、")}${other.length > 3 ? " など" : ""}）。`,
  ]
    .filter(Boolean)
    .join("");
}

const places = (row: Element) => [...row.querySelectorAll<HTMLElement>("td[data-field]")];

function heads(grid: HTMLElement, row: Element): LineColumn[] {
  const computed = places(row).map((place) => Boolean(place.querySelector("output[data-amount]")));
  return [...grid.querySelectorAll<HTMLElement>("thead th")].slice(1, -1).map((head, index) => ({
    field: String(index),
    header: head.textContent!,
    synonyms: head.dataset.names?.split(" "),
    computed: computed[index]!,
  }));
}

/** ¥12,840円 and 12,840.00 are 12840 */
const digits = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[△▲]/, "-")
    .replace(/\.0*$|[^-\d.]/g, "");

const differs = ({
  line,
  value,
  amount,
}: {
  line: number;
  value: string;
  amount: HTMLOutputElement | null;
}) => `${line}行目 表 ${value}・計算 ${amount!.value}`;
