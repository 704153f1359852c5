import { MEDIA } from "./file";

/** What a file is by its bytes, among what is taken in; null for everything else, whatever its name says. */
export async function sniff(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(bytes);
  if (found) return found.mime in MEDIA ? found.mime : null;
  return drawing(bytes);
}

/** HEIC and its kin, for which there is a better answer than "unknown". */
export async function isHeic(bytes: Uint8Array): Promise<boolean> {
  const { fileTypeFromBuffer } = await import("file-type");
  return /^image\/(heic|heif|avif)/.test((await fileTypeFromBuffer(bytes))?.mime ?? "");
}

const STEP = /^\s*ISO-10303-21\s*;/;
/** Group codes and values line by line; a comment (999) may stand before the first section. */
const DXF = /^(\s*999\r?\n[^\r\n]*\r?\n)*\s*0\r?\nSECTION\r?\n/;

/** The two drawing formats that are text. */
function drawing(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  if (head.startsWith("AutoCAD Binary DXF\r\n\u001a\0")) return "image/vnd.dxf";
  if (head.includes("\0")) return null;
  return STEP.test(head) ? "model/step" : DXF.test(head) ? "image/vnd.dxf" : null;
}
