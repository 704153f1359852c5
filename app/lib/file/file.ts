import { tidy } from "~/lib/text/normalize";

/** What is taken in, the ending it is given, and whether a browser may show it in a window of its own. */
export const MEDIA: Record<string, { ext: string; inline: boolean; label: string }> = {
  "image/jpeg": { ext: "jpg", inline: true, label: "JPEG" },
  "image/png": { ext: "png", inline: true, label: "PNG" },
  "image/webp": { ext: "webp", inline: true, label: "WebP" },
  "application/pdf": { ext: "pdf", inline: true, label: "PDF" },
  "image/vnd.dxf": { ext: "dxf", inline: false, label: "DXF" },
  "model/step": { ext: "step", inline: false, label: "STEP" },
};
export const KINDS_TEXT = "写真（JPEG・PNG・WebP）、PDF、DXF、STEPのファイルを選択してください";

export const isImage = (media_type: string): boolean => media_type.startsWith("image/") && (MEDIA[media_type]?.inline ?? false);

/** The name as it was sent, without folders and characters that deceive. */
export function shownName(given: string): string {
  const last = given.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, "").split(/[/\\]/).pop() ?? "";
  return Array.from(tidy(last)).slice(0, 100).join("");
}

/** A name that can be shown and saved, with the ending that is true. */
export function fileName(given: string, media_type: string): string {
  const ext = MEDIA[media_type]?.ext ?? "bin";
  const plain = shownName(given).replace(/[<>:"|?*]/g, "_").replace(/\.\w{1,8}$/, "").replace(/^\.+/, "").trim();
  return `${Array.from(plain || "file").slice(0, 100).join("")}.${ext}`;
}

/** RFC 8187: the name in UTF-8, so that Japanese names arrive. */
export function disposition(name: string, media_type: string): string {
  const coded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${MEDIA[media_type]?.inline ? "inline" : "attachment"}; filename*=UTF-8''${coded}`;
}

/** The headers a stored file is answered with. A PDF viewer does not start in a sandbox; everything else gets one. */
export function fileHeaders(name: string, media_type: string): Record<string, string> {
  const shown = MEDIA[media_type]?.inline ? media_type : "application/octet-stream";
  return {
    "Content-Type": shown,
    "Content-Disposition": disposition(name, media_type),
    "Content-Security-Policy": `default-src 'none'; frame-ancestors 'none'${media_type === "application/pdf" ? "" : "; sandbox"}`,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    // Asked for anew each time (a 304): on a shared browser nothing of it opens once the session is over.
    "Cache-Control": "private, no-cache",
  };
}

/** 1,234,567 bytes as "1.2 MB". */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
