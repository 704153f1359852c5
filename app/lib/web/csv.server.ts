import { encodeCp932, type Unencodable } from "~/lib/text/cp932.server";
import type { Args } from "./visit.server";

const MAX_CHARACTERS = 50;
const CP932 = ["cp932", "sjis", "shift_jis", "shift-jis", "windows-31j"];

export function csvResponse(
  name: string,
  body: string | Uint8Array,
  charset: "utf-8" | "shift_jis" = "utf-8",
): Response {
  return new Response(typeof body === "string" ? body : new Uint8Array(body), {
    headers: {
      "Content-Type": `text/csv; charset=${charset}`,
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.csv`)}`,
    },
  });
}

/** What Shift_JIS can't hold is 〓: who asked was told before. */
export const cp932Response = (name: string, text: string): Response =>
  csvResponse(name, encodeCp932(text).bytes, "shift_jis");

/** R6-3: `?encoding=cp932` for old systems; what it can't hold is listed first. */
export function csvAnswer({ request, context }: Args, name: string, text: string): Response {
  const url = new URL(request.url);
  if (!CP932.includes(url.searchParams.get("encoding")?.toLowerCase() ?? "")) return csvResponse(name, text);
  const { bytes, unencodable } = encodeCp932(text);
  if (unencodable.length === 0 || url.searchParams.has("replace"))
    return csvResponse(name, bytes, "shift_jis");
  const heads = text.slice(1, text.indexOf("\r\n")).split(",");
  url.searchParams.delete("encoding");
  const utf8 = url.pathname + url.search;
  url.searchParams.set("encoding", "cp932");
  url.searchParams.set("replace", "1");
  return new Response(unwritable(context.styles.href, unencodable, heads, utf8, url.pathname + url.search), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}

const html = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

function unwritable(
  style: string,
  found: Unencodable[],
  heads: string[],
  utf8: string,
  replaced: string,
): string {
  const lines = found
    .slice(0, MAX_CHARACTERS)
    .map(
      ({ row, col, char }) =>
        `<li>${row}行目 ${html(heads[col - 1] ?? `${col}列目`)}: 「${html(char)}」</li>`,
    )
    .join("");
  const title = "Shift_JISで書けない文字があります";
  return (
    `<!doctype html><html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><link rel="stylesheet" href="${html(style)}"></head>` +
    `<body class="p-4"><main class="grid max-w-[720px] gap-3"><h1 class="text-title font-bold">${title}</h1>` +
    `<p>${found.length.toLocaleString("en-US")}文字は、Shift_JISでは書けません。そのまま出力すると「〓」になります。</p>` +
    `<ul class="list-disc pl-5">${lines}</ul>${found.length > MAX_CHARACTERS ? `<p>初めの${MAX_CHARACTERS}文字です。</p>` : ""}` +
    `<p><a href="${html(utf8)}" download>UTF-8のCSVにする</a></p><p><a href="${html(replaced)}" download>「〓」に置き換えてShift_JISで出力する</a></p></main></body></html>`
  );
}
