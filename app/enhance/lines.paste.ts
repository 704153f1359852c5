import { type Choice, options } from "./combobox.list";
import { fill, isFilled } from "./fill";
import { copiedRows, type LineColumn, matched, uncounted } from "./lines.match";
import { type Cell, cells, rows, total } from "./lines.rows";

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
  const { rows: lines, to, unread } = matched(copiedRows(text), heads(grid, row), left);
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
    .map(({ place, ...one }) => ({ ...one, cell: cells(place!)[0], amount: place!.querySelector("output") }));
  const asked = new Map<string, Promise<Choice | undefined>>();
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

const selectOf = (cell: Cell) => {
  const own = cell.role === "combobox" ? cell.previousElementSibling : cell;
  return own instanceof HTMLSelectElement ? own : null;
};

async function choiceOf(
  cell: Cell,
  text: string,
  asked: Map<string, Promise<Choice | undefined>>,
): Promise<Choice | null | undefined> {
  const select = selectOf(cell);
  if (!select) return null;
  const meant = (some: Choice[]) =>
    some.find(({ label, value }) => label === text || value === text) ??
    some.find(({ label }) => label.startsWith(`${text} `));
  const near = meant(options(select));
  const source = select.dataset.source;
  if (near || !source) return near;
  const far =
    asked.get(text) ??
    fetch(source + encodeURIComponent(text))
      .then((it) => it.json())
      .then(meant)
      .catch(() => undefined);
  asked.set(text, far);
  return far;
}

function writeCell(cell: Cell, text: string, choice: Choice | null | undefined) {
  const select = selectOf(cell) ?? cell;
  if (choice && ![...(select as HTMLSelectElement).options].some(({ value }) => value === choice.value)) {
    (select as HTMLSelectElement).add(new Option(choice.label, choice.value));
  }
  select.value =
    choice === null ? ("number" in select.dataset ? uncounted(text) : text) : (choice?.value ?? "");
  isFilled(select);
  if (choice) fill(select, choice.fill);
  const place = select.closest("[data-field]")?.querySelector("[data-error]");
  if (choice === undefined && place) place.textContent = `「${text}」は選べません`;
}
