import type { Column } from "~/lib/list/list.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import type { Message } from "./message.schema";

type TranscriptLine = {
  at: string;
  company: string;
  name: string;
  words: string;
  card: string;
  files: string;
  marks: string;
};

export function transcriptLine(one: Message, companies: Record<string, string>): TranscriptLine {
  const asked = one.asks.map(
    (ask) =>
      `要回答${ask.due ? `（${formatDate(ask.due)}まで）` : ""}${ask.answered_time ? "・回答済み" : "・未回答"}`,
  );
  const agreed = one.agreement
    ? [
        `合意：${{ open: "回答待ち", agreed: "合意", declined: "断り", withdrawn: "取り下げ" }[one.agreement.state]}`,
      ]
    : [];
  return {
    at: one.createdAt,
    company: one.isStaff ? "運営" : (companies[one.ownerFactory] ?? one.ownerFactory),
    name: one.ownerName,
    words: one.message,
    card: one.card
      ? `${one.card.id} ${one.card.name}`
      : one.product
        ? `${one.product.code} ${one.product.name}`
        : "",
    files: one.files.map(({ name }) => name).join("、"),
    marks: [...asked, ...agreed, ...(one.kept === null ? [] : ["履歴に残した"])].join("、"),
  };
}

export const TRANSCRIPT_COLUMNS: Column<TranscriptLine>[] = [
  { name: "at", label: "日時", kind: "datetime" },
  { name: "company", label: "会社", kind: "text" },
  { name: "name", label: "氏名", kind: "text" },
  { name: "words", label: "本文", kind: "text" },
  { name: "card", label: "カード・商品", kind: "text" },
  { name: "files", label: "添付ファイル", kind: "text" },
  { name: "marks", label: "印", kind: "text" },
];

/** CRLF, as Windows expects of a text file. */
export function transcriptText(title: string, printed: string, lines: TranscriptLine[]): string {
  const body = lines.map(({ at, company, name, words, card, files, marks }) =>
    [
      `■ ${formatDateTime(at)}　${company}　${name}`,
      ...(card ? [`［${card}］`] : []),
      words,
      ...(files ? [`添付：${files}`] : []),
      ...(marks ? [`（${marks}）`] : []),
    ].join("\n"),
  );
  return `\ufeff${[title, `出力日時：${printed}　${lines.length}件（直近30日分）`, ...body].join("\n\n")}\n`.replace(
    /\r?\n/g,
    "\r\n",
  );
}

/** Lines of a table cell that fit a page: a longer message goes on in the next cell. */
const ROWS = 40;
const WIDE = 34;

export function paperParts(words: string): string[] {
  const rows = words
    .split("\n")
    .flatMap((line) => (line === "" ? [""] : (line.match(new RegExp(`.{1,${WIDE}}`, "gsu")) ?? [""])));
  if (rows.length <= ROWS) return [words];
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) =>
    rows.slice(at * ROWS, (at + 1) * ROWS).join("\n"),
  );
}
