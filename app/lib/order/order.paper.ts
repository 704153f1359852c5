import { type DayText, dayOn, drawnFor } from "~/lib/company/paper.party";
import { formatNumber, formatYenPrint } from "~/lib/money/decimal";
import { ANSWER_LABEL, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import type { PaperColumn, PaperDocumentProps, PaperLine } from "~/lib/vocabulary/paper";
import { differenceText } from "./difference";
import { changeTexts, isChanged, revisionOf, revisionTexts, type Version } from "./order.change";
import { LINE_LABEL } from "./order.fields";
import { dated, facts, remarks } from "./order.paper.words";
import { issuer, receiver } from "./order.party";
import { asOf, changedOn, latest, revisedOn } from "./order.printed";
import type { Order } from "./order.row.schema";
import type { Compared } from "./previous.schema";

type Line = Order["lines"][number];

const SHEETS = ["order", "copy", "receipt"] as const;
type Sheet = (typeof SHEETS)[number];
const SHEET_LABEL: Record<Sheet, string> = { order: "依頼書", copy: "控", receipt: "受領書" };
export const SHEET_CHOICES: [string, string][] = [
  ...SHEETS.map((sheet): [string, string] => [sheet, SHEET_LABEL[sheet]]),
  ["all", "3枚綴り"],
];
/** Of what an address names; the 依頼書 where it names nothing. */
export function sheetsOf(wanted: string): Sheet[] {
  const named = wanted === "all" ? [...SHEETS] : SHEETS.filter((sheet) => sheet === wanted);
  return named.length > 0 ? named : ["order"];
}
const TITLES: Record<Sheet, string> = {
  order: "外注依頼書",
  copy: "外注依頼書(控)",
  receipt: "外注依頼受領書",
};

const COLUMNS: PaperColumn[] = [
  { label: "No.", mm: 8, align: "center" },
  { label: `${LINE_LABEL.name}・${LINE_LABEL.drawing_no}・${LINE_LABEL.process_name}`, mm: 41 },
  { label: LINE_LABEL.num_items, mm: 24, align: "right" },
  { label: LINE_LABEL.unit_price, mm: 23, align: "right" },
  { label: "金額(税抜)", mm: 20, align: "right" },
  { label: LINE_LABEL.delivery_date, mm: 27 },
  { label: LINE_LABEL.note, mm: 37 },
];

// A cell of 37 mm takes ten characters a row: more than this would stand higher than a sheet.
const CELL_MAX = 240;

function paperLine(line: Line, order: Order, changes: string[]): PaperLine {
  const { amounts } = order;
  const said = line.is_off ? "" : remarks(line, order);
  const isLong = said.length > CELL_MAX;
  const price =
    !amounts || line.is_off
      ? ""
      : line.unit_price === null
        ? "未定"
        : `${formatNumber(line.unit_price)}/${UNIT_LABEL[line.unit]}`;
  return {
    amount: line.price,
    cells: [
      String(line.line_no),
      [
        line.name,
        [line.drawing_no, line.drawing_revision && `${LINE_LABEL.drawing_revision}${line.drawing_revision}`]
          .filter(Boolean)
          .join(" "),
        line.process_name && `${LINE_LABEL.process_name}：${line.process_name}`,
      ]
        .filter(Boolean)
        .join("\n"),
      line.is_off
        ? line.card.answer === "declined"
          ? ANSWER_LABEL.declined
          : "取消"
        : `${formatNumber(line.num_items)}${UNIT_LABEL[line.order_unit]}`,
      price,
      amounts && line.price !== null ? formatYenPrint(line.price) : "",
      line.is_off
        ? ""
        : [dated(line.delivery_date, dayOn(order.buyer)), line.delivery_time].filter(Boolean).join("\n"),
      isLong ? "" : said,
    ],
    below: [isLong && `${LINE_LABEL.note}：${said}`, ...changes].filter(Boolean).join("\n") || undefined,
  };
}

type AgainstLine = Pick<Compared["lines"][number], "line_no" | "previous" | "differences" | "files">;
type Against = { files: Compared["files"]; lines: AgainstLine[] };

const attachedText = (label: string, files: Compared["files"]) =>
  files.length === 0
    ? null
    : `${label}：${files.map(({ name, revision }) => (revision ? `${name}（版${revision}）` : name)).join("、")}`;

/** What is not as the last time, and the files of the line by their names. */
function comparedTexts(against: Against | undefined, line_no: number, day: DayText): string[] {
  const of = against?.lines.find((one) => one.line_no === line_no);
  if (!of) return [];
  const { previous, differences, files } = of;
  const last =
    previous && differences.length > 0 && `前回 ${previous.order_id}（${day(previous.order_date)}）から`;
  return [
    last ? `${last}：${differences.map(differenceText).join("、")}` : null,
    attachedText("図面・添付", files),
  ].flatMap((text) => text ?? []);
}

/** Every item of R2-2: as it stands now, or as it was frozen when sent. */
export function orderPaper(
  sent: Order,
  sheet: Sheet,
  version: Version = "now",
  against?: Against,
  supplied: string[] = [],
): PaperDocumentProps {
  const changed = version === "now" && isChanged(sent);
  const revision = revisionOf(version, sent);
  const order = changed ? latest(sent) : asOf(sent, revision);
  const day = dayOn(sent.buyer);
  const marks = (line: Line) => [
    ...(revision > 1 ? revisionTexts(sent, revision, line.line_no, day) : []),
    ...(changed
      ? changeTexts(sent.lines.find((one) => one.line_no === line.line_no)!, order.amounts, day)
      : []),
  ];
  const back = sheet === "receipt";
  const prices = order.lines.map((line) => line.price);
  const total =
    order.amounts && prices.every((price) => price !== null)
      ? prices.reduce<number>((sum, price) => sum + price!, 0)
      : null;
  const notes = [
    changed
      ? "変更あり：最新の内容です。依頼時の内容から変わった点は、明細の各行の下に記載しています。"
      : null,
    revision > 1 ? `v${revision} で変わった点は、明細の各行の下に記載しています。` : null,
    order.note,
    attachedText("添付", against?.files ?? []),
    "金額は税抜です。消費税は別途お支払いします。",
    order.amounts ? null : "単価と金額は、会計の権限がある方が印刷すると記載されます。",
  ];
  return {
    title: revision > 1 ? `${TITLES[sheet]}（改訂 v${revision}）` : TITLES[sheet],
    number: order.order_id,
    dates: [
      { label: "依頼日", text: day(order.order_date) },
      ...revisedOn(sent, revision, day),
      ...(changed ? changedOn(order, day) : []),
    ],
    addressee: receiver(back ? order.buyer : order.seller),
    issuer: back ? { ...issuer(order.seller), seal: undefined } : issuer(order.buyer, order.person),
    greeting: back ? "下記のご依頼を受領いたしました。" : "下記の通り依頼いたします。",
    total: total === null ? undefined : { label: "税抜ご依頼金額", amount: total },
    facts: facts(order),
    columns: COLUMNS,
    lines: order.lines.map((line) =>
      paperLine(line, order, [
        ...marks(line).map((text) => `変更：${text}`),
        ...comparedTexts(against, line.line_no, day),
      ]),
    ),
    amount_column: order.amounts ? 4 : undefined,
    sums: total === null ? undefined : [{ label: "税抜合計", amount: total }],
    notes: [...notes.flatMap((note) => note ?? []), ...(version === "now" ? supplied : [])],
    stamps: back ? ["受領印"] : sheet === "copy" ? ["承認", "確認", "担当"] : undefined,
    ...drawnFor(order.buyer),
    mark: order.cancelled_time ? "取消" : undefined,
  };
}
