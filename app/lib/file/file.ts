import { normalizeCode, tidy } from "~/lib/text/normalize";
import type { FileKind } from "~/lib/vocabulary/file";

type Media = { ext: string; inline: boolean; label: string; kind: FileKind };
const photo = (label: string, ext: string): Media => ({ ext, inline: true, label, kind: "photo" });
const drawing = (label: string, ext: string, inline = false): Media => ({
  ext,
  inline,
  label,
  kind: "drawing",
});
const paper = (label: string, ext: string): Media => ({ ext, inline: false, label, kind: "document" });
const OFFICE = "application/vnd.openxmlformats-officedocument.";

/** Only what a browser may show in a window of its own is `inline`; the rest is saved. */
export const MEDIA: Record<string, Media> = {
  "image/jpeg": photo("JPEG", "jpg"),
  "image/png": photo("PNG", "png"),
  "image/webp": photo("WebP", "webp"),
  "image/heic": { ...photo("HEIC", "heic"), inline: false },
  "application/pdf": drawing("PDF", "pdf", true),
  "image/vnd.dxf": drawing("DXF", "dxf"),
  "model/step": drawing("STEP", "step"),
  [`${OFFICE}spreadsheetml.sheet`]: paper("Excel", "xlsx"),
  "application/vnd.ms-excel": paper("Excel", "xls"),
  [`${OFFICE}wordprocessingml.document`]: paper("Word", "docx"),
  "application/msword": paper("Word", "doc"),
  [`${OFFICE}presentationml.presentation`]: paper("PowerPoint", "pptx"),
  "application/vnd.ms-powerpoint": paper("PowerPoint", "ppt"),
  "text/csv": paper("CSV", "csv"),
  "text/tab-separated-values": paper("TSV", "tsv"),
  "text/plain": paper("テキスト", "txt"),
  "application/zip": paper("ZIP", "zip"),
};
/** What a chat carries besides: never shown, and under the ending that it came with. */
export const OTHER = "application/octet-stream";
MEDIA[OTHER] = paper("ファイル", "bin");
export const endingOf = (name: string): string => /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
const KINDS = "写真（JPEG・PNG・WebP・HEIC）、PDF、DXF、STEP、Excel・Word・PowerPoint、CSV・テキスト、ZIP";
export const KINDS_TEXT = `${KINDS}のファイルを選択してください`;
export const KINDS_HELP = `${KINDS}。一度に10件、1件10MBまで。`;
export const ANY_TEXT =
  "プログラムや、中を確かめられない書庫は送れません。書庫はZIPに、文書はPDFにして選択してください";
export const ANY_HELP =
  "CADや動画など、どの形式も送れます（プログラムと、マクロのあるものは除く）。一度に10件、1件10MBまで。";

export const isImage = (media_type: string): boolean =>
  media_type.startsWith("image/") && (MEDIA[media_type]?.inline ?? false);

const plain = (revision: string) => normalizeCode(revision).toUpperCase();

export function revisionProblem(
  ordered: string | null,
  { revision }: { revision: string | null },
): string | null {
  if (!ordered || plain(ordered) === plain(revision ?? "")) return null;
  return `依頼の改訂は${ordered}です。この図面${revision ? `は版${revision}です` : "には版の記載がありません"}。加工の前に確かめてください。`;
}

export const isUndrawn = (ordered: string | null, drawings: { revision: string | null }[]): boolean =>
  Boolean(ordered) && !drawings.some((one) => revisionProblem(ordered, one) === null);

/** Without folders, and without characters that deceive. */
export function shownName(given: string): string {
  const last =
    given
      .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "")
      .split(/[/\\]/)
      .pop() ?? "";
  return Array.from(tidy(last)).slice(0, 100).join("");
}

export function fileName(given: string, media_type: string): string {
  const ext = (media_type === OTHER && endingOf(shownName(given))) || (MEDIA[media_type]?.ext ?? "bin");
  const safe = shownName(given)
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\.\w{1,8}$/, "")
    .replace(/^\.+/, "")
    .trim();
  return `${Array.from(safe || "file")
    .slice(0, 100)
    .join("")}.${ext}`;
}

/** RFC 8187: the name in UTF-8, so that Japanese names arrive. */
export function disposition(name: string, media_type: string): string {
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${MEDIA[media_type]?.inline ? "inline" : "attachment"}; filename*=UTF-8''${coded}`;
}

/** A PDF viewer does not start in a sandbox. */
export function fileHeaders(name: string, media_type: string): Record<string, string> {
  const shown = MEDIA[media_type]?.inline ? media_type : "application/octet-stream";
  return {
    "Content-Type": shown,
    "Content-Disposition": disposition(name, media_type),
    "Content-Security-Policy": `default-src 'none'; frame-ancestors ${media_type === "application/pdf" ? "'self'" : "'none'; sandbox"}`,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Asked for anew each time (a 304): on a shared browser nothing of it opens once the session is over.
    "Cache-Control": "private, no-cache",
  };
}
