import { oleNames, zipNames } from "./archive.server";
import { endingOf, MEDIA, OTHER } from "./file";

/** `whole`: it is not known, but what holds it together could be read to the end. */
type Sniffed = { media_type: string | null; why?: string; whole?: true };

const UNKNOWN: Sniffed = { media_type: null };
const WITH_MACROS: Sniffed = {
  media_type: null,
  why: "はマクロを含むため扱えません。マクロのない形式で保存し直すか、PDFにしてください",
};
const WITH_PROGRAM: Sniffed = {
  media_type: null,
  why: "は中にプログラムがあるため扱えません。取り除いてから選択し直してください",
};

/** The name only tells which of several true endings is wanted. */
export async function sniff(bytes: Uint8Array, name: string): Promise<Sniffed> {
  const head = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (/^504b(0304|0506)/.test(head)) return zipped(bytes);
  if (head === "d0cf11e0a1b11ae1") return older(bytes, name);
  const { fileTypeFromBuffer } = await import("file-type");
  const mime = (await fileTypeFromBuffer(bytes))?.mime.replace(/^(image\/hei[cf]).*/, "image/heic");
  if (mime && mime in MEDIA) return { media_type: mime };
  return { media_type: (mime ? null : drawing(bytes)) ?? text(bytes, name) };
}

/** Under these names it is started, opened as a page, or can't be looked into. */
const CLOSED =
  /^(x?html?|mht(ml)?|xht|svgz?|url|scf|desktop|app|command|bin|run|iso|img|vhdx?|dmg|7z|rar|t?gz|tar|bz2|xz|zst|cab|deb|rpm|pkg|appx|msix|xll|one)$/;
/** Words that a double click runs, or that fetch what runs. */
const STARTED = new RegExp(
  `^(${[
    "ms[cu]|mst|jnlp|ws[cbp]|sct|sh[bs]|inf|ins|isp|rdp|[dior]qy|slk|udl|theme|hlp|gadget|diagcab|xbap|vsto",
    "py[cowz]?|rb|ps[cdm]1|ps1xml|[ck]sh|class|ad[ep]|mde|accde|terminal|scpt|workflow|(inet|web|file)loc",
  ].join("|")})$`,
);
const ENDINGS = new Set(["jpeg", "stp", ...Object.values(MEDIA).map(({ ext }) => ext)]);
const STARTS = /^(4d5a|7f454c46|feedfac|[cf][ef]faedfe|cafebabe|2321|0061736d)/;
const PACKED =
  /(7z|rar|gzip|x-tar|bzip|x-xz|zstd|cab|lzip|compress|diskimage|x-deb|x-rpm|x-msdownload|x-elf|mach-binary)/;

/** For a download alone: whatever is no program, no page, and nothing that hides one. */
export async function sniffAny(bytes: Uint8Array, name: string): Promise<Sniffed> {
  const known = await sniff(bytes, name);
  const ending = endingOf(name);
  const isPlainZip = known.media_type === "application/zip" && !ENDINGS.has(ending);
  if (known.why || (known.media_type && !isPlainZip)) return known;
  if ([CLOSED, STARTED].some((one) => one.test(ending)) || ENDINGS.has(ending) || PROGRAM.test(name))
    return UNKNOWN;
  const head = Buffer.from(bytes.subarray(0, GUESSED));
  if (isPlainZip || known.whole) return { media_type: OTHER };
  const words = head.toString("latin1");
  if (isContainer(head) || STARTS.test(head.toString("hex")) || MARKUP.test(words) || WIDE_MARKUP.test(words))
    return UNKNOWN;
  const { fileTypeFromBuffer } = await import("file-type");
  return PACKED.test((await fileTypeFromBuffer(bytes))?.mime ?? "") ? UNKNOWN : { media_type: OTHER };
}

/** One that could not be read. */
const isContainer = (head: Buffer) => /^(504b0304|504b0506|d0cf11e0a1b11ae1)/.test(head.toString("hex"));

const OFFICE = "application/vnd.openxmlformats-officedocument.";
const XLSX = `${OFFICE}spreadsheetml.sheet`;
const DOCX = `${OFFICE}wordprocessingml.document`;
const PPTX = `${OFFICE}presentationml.presentation`;
const PARTS = { "xl/workbook.xml": XLSX, "word/document.xml": DOCX, "ppt/presentation.xml": PPTX };
const PROGRAM =
  /\.(exe|com|scr|pif|bat|cmd|msi|msp|dll|cpl|jse?|vb[es]|ws[fh]|hta|ps1|lnk|jar|apk|reg|chm|sh)$/i;
const MACROS = /(vbaProject\.bin|\.(xls|xlt|xla|doc|dot|ppt|pot|pps|ppa)m)$/i;
/** Archives that are programs as they stand. */
const RUNS = /^(META-INF\/MANIFEST\.MF|AndroidManifest\.xml|AppxManifest\.xml)$/i;

function zipped(bytes: Uint8Array): Sniffed {
  const names = zipNames(bytes);
  if (!names || names.some((one) => RUNS.test(one))) return UNKNOWN;
  if (names.some((one) => MACROS.test(one))) return WITH_MACROS;
  if (names.some((one) => PROGRAM.test(one))) return WITH_PROGRAM;
  if (!names.includes("[Content_Types].xml")) return { media_type: "application/zip" };
  const found = Object.entries(PARTS).find(([part]) => names.includes(part));
  return found ? { media_type: found[1] } : { media_type: null, whole: true };
}

const STREAMS = {
  Workbook: "application/vnd.ms-excel",
  Book: "application/vnd.ms-excel",
  WordDocument: "application/msword",
  "PowerPoint Document": "application/vnd.ms-powerpoint",
};

/** A newer one is also an OLE file when it has a password. */
function older(bytes: Uint8Array, name: string): Sniffed {
  const read = oleNames(bytes);
  const names = read ?? [];
  if (names.some((one) => /^(_VBA_PROJECT(_CUR)?|Macros|VBA)$/i.test(one))) return WITH_MACROS;
  const found = Object.entries(STREAMS).find(([stream]) => names.includes(stream));
  if (found) return { media_type: found[1] };
  const [, ending] = /\.(xlsx|docx|pptx)$/i.exec(name) ?? [];
  const type = { xlsx: XLSX, docx: DOCX, pptx: PPTX }[ending?.toLowerCase() ?? ""];
  const media_type = (names.includes("EncryptedPackage") && type) || null;
  return { media_type, ...(read && { whole: true }) };
}

const STEP = /^\s*ISO-10303-21\s*;/;
/** A comment (999) may stand before the first section. */
const DXF = /^(\s*999\r?\n[^\r\n]*\r?\n)*\s*0\r?\nSECTION\r?\n/;

function drawing(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  if (head.startsWith("AutoCAD Binary DXF\r\n\u001a\0")) return "image/vnd.dxf";
  if (head.includes("\0")) return null;
  return STEP.test(head) ? "model/step" : DXF.test(head) ? "image/vnd.dxf" : null;
}

const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
/** So many bytes browsers look at when they guess. */
const GUESSED = 1_500;
const MARKUP = /^\s*(<|#!)|<(!doctype|html|head|body|svg|script|iframe|\?)/i;
/** In UTF-16, of either order. */
const WIDE_MARKUP = /^(\u00ff\u00fe|\u00fe\u00ff)?(\s\0|\0\s)*(<\0|\0<)/;

/** Never what a browser could take for a page, or a shell for a script. */
function text(bytes: Uint8Array, name: string): string | null {
  const [, ending] = /\.(csv|tsv|txt)$/i.exec(name) ?? [];
  const words = ending && (decoded(bytes, "utf-8") ?? decoded(bytes, "shift_jis"));
  if (!words || CONTROL.test(words) || MARKUP.test(words.slice(0, GUESSED))) return null;
  return (
    { csv: "text/csv", tsv: "text/tab-separated-values", txt: "text/plain" }[ending.toLowerCase()] ?? null
  );
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
