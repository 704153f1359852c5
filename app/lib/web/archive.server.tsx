import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { renderToString } from "react-dom/server";
import { PaperDocument } from "~/components/paper/PaperDocument";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import type { DocumentKind } from "~/lib/accounting/document";
import { changed } from "~/lib/accounting/document.schema";
import { invoiceList } from "~/lib/accounting/invoice.list";
import { invoiceKind } from "~/lib/accounting/invoice.schema";
import {
  ARCHIVED_LABEL,
  type Archived,
  FILES,
  fileEnd,
  fileNames,
  LOGGED,
  type Logged,
  tooManyForZip,
  ZIP_MAX,
} from "~/lib/archive/archive";
import { historyCsv, indexCsv } from "~/lib/archive/archive.index";
import { type ArchiveRow, archiveList } from "~/lib/archive/archive.list";
import { archiveLog, seal } from "~/lib/archive/archive.schema";
import { zipOf } from "~/lib/archive/zip.server";
import { formatDateTime } from "~/lib/time/date";
import { isUnread } from "~/lib/vocabulary/read.mark";
import type { Api } from "./api.server";
import { paperOf } from "./archive.paper.server";
import { flash } from "./flash.server";
import { filterOf, readPage } from "./list.server";
import { type Args, enter, type Visitor } from "./visit.server";

/** To whom they were sent, saving them is reading them: from then on no 訂正版 takes the place of one. */
const KINDS: Partial<Record<Archived, DocumentKind>> = { delivery: deliveryKind, invoice: invoiceKind };

/** Logos and seals as part of the page: it is read where there is no server. */
function pictures(api: Api) {
  const known = new Map<string, Promise<string>>();
  const read = async (key: string) => {
    const answer = await api.ask("GET", `/files/${key}/content`);
    if (!answer.ok) return "";
    const bytes = Buffer.from(await answer.arrayBuffer()).toString("base64");
    return `data:${answer.headers.get("Content-Type")};base64,${bytes}`;
  };
  return async (markup: string) => {
    let out = markup;
    for (const [, key] of markup.matchAll(/src="\/file\/([\w-]+)"/g)) {
      if (!known.has(key!)) known.set(key!, read(key!));
      out = out.replaceAll(`src="/file/${key}"`, `src="${await known.get(key!)}"`);
    }
    return out;
  };
}

const PAGE = 1000;

async function rowsOf(api: Api, filter: Record<string, string>) {
  const rows: ArchiveRow[] = [];
  for (let after: string | null | undefined; ; ) {
    const page = await readPage(api, archiveList, { ...filter, after, size: PAGE });
    rows.push(...page.items);
    after = page.next;
    if (!after) return { rows, more: "" };
    if (rows.length >= ZIP_MAX) return { rows, more: `${page.total}件${page.total_more ? "以上" : ""}` };
  }
}

/** What was asked and what was answered have one log. */
const logKeyOf = (row: ArchiveRow, kind: Logged) =>
  kind === "quote" ? row.part_key : subjectOf(row) === kind ? row.key : null;
/** 支払通知書 has the log of the 請求書 that it stands in for. */
const subjectOf = ({ kind }: ArchiveRow) => (kind === "selfbill" ? "invoice" : kind);

async function logOf(api: Api, rows: ArchiveRow[]) {
  const found = [];
  for (const kind of LOGGED) {
    const keys = [...new Set(rows.flatMap((row) => logKeyOf(row, kind) ?? []))];
    for (let at = 0; at < keys.length; at += 200)
      found.push(
        ...(await api.get(archiveLog, "/archive/log", { kind, keys: keys.slice(at, at + 200) })).items,
      );
  }
  return found;
}

/** A document as a page of its own, with its style and pictures in it; a file as it was sent. */
function drawer({ context: { app, styles } }: Args, { api, who }: Visitor, takes: boolean) {
  const inline = pictures(api);
  return async (row: ArchiveRow): Promise<string | Buffer> => {
    if (FILES.includes(row.kind)) return bytesOf(api, row.file_key!);
    const { paper, doc } = await paperOf(api, row, app.config.origins[0]!, who.company_name);
    const kind = KINDS[row.kind];
    if (takes && kind && doc && doc.cancelled_time === null && isUnread(doc.buyer_id, doc, who))
      await api.post(changed, `${kind.api}/${doc.key}/view`, {}, `view.${kind.subject}.${doc.key}`);
    const markup = await inline(renderToString(<PaperDocument {...paper} />));
    const main = `<main class="sheets-room">${markup}</main>`;
    const title = renderToString(<title>{`${ARCHIVED_LABEL[row.kind]} ${row.number}`}</title>);
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${title}`;
    const style = `<style>${styles.of(main)}</style>`;
    return `<!DOCTYPE html><html lang="ja"><head>${head}${style}</head><body>${main}</body></html>`;
  };
}

async function bytesOf(api: Api, key: string): Promise<Buffer> {
  const answer = await api.ask("GET", `/files/${key}/content`);
  if (!answer.ok) throw new Error(`the file ${key} was answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Each document and file, with 索引簿 and 訂正削除履歴. */
async function* filesOf(args: Args, visitor: Visitor, rows: ArchiveRow[], now: string, takes: boolean) {
  const { api, who } = visitor;
  const draw = drawer(args, visitor, takes);
  const names = fileNames(rows);
  const listed = [];
  for (const [at, row] of rows.entries()) {
    const body = await draw(row);
    const file = `${names[at]}${fileEnd(row)}`;
    listed.push({ ...row, file, sha256: createHash("sha256").update(body).digest("hex") });
    yield { name: file, body };
  }
  yield { name: "索引簿.csv", body: indexCsv(listed) };
  yield { name: "訂正削除履歴.csv", body: historyCsv(await logOf(api, rows)) };
  const last = await api.get(seal, "/archive/seal");
  const about = [
    `${who.company_name} ${rows.length}件 ${formatDateTime(now)} 作成`,
    "索引簿.csv：書類の一覧。SHA-256はそれぞれのファイルの指紋です。",
    "訂正削除履歴.csv：発行・閲覧・取消などの記録です。",
    "書類はブラウザで開き、印刷（PDFとして保存）できます。",
    `履歴の封 ${last.number}番 ${formatDateTime(last.sealed_time)} ${last.digest}`,
    "封を控えておくと、それより前の履歴と書類が後から変えられていないことを確かめられます。",
  ];
  yield { name: "はじめに.txt", body: `\ufeff${about.join("\r\n")}\r\n` };
}

/** 請求書 that were sent to this company and are not read. */
async function unreadInvoices({ api, who }: Visitor): Promise<Set<number>> {
  const keys = new Set<number>();
  if (who.acting) return keys;
  const received = who.company_type === "buyer" ? undefined : "on";
  for (let after: string | null | undefined; ; ) {
    const page = await readPage(api, invoiceList, { unviewed: "on", received, after, size: PAGE });
    for (const { key } of page.items) keys.add(key);
    after = page.next;
    if (!after) return keys;
  }
}

const UNREAD = "まだ確認していない請求書があります。「ZIPで保存」を押すと、確認したものとして保存します。";

/** What the search finds, sent while it is drawn: a ZIP that breaks off is told as broken. */
export async function archiveZip(args: Args, takes: boolean): Promise<Response> {
  const visitor = await enter(args);
  const { after: _, before: __, ...filter } = filterOf(archiveList, args.request);
  const { rows, more } = await rowsOf(visitor.api, filter);
  const back = `/accounting/archive?${new URLSearchParams(filter)}`;
  if (more) return flash(args, back, tooManyForZip(more), "error", 0);
  if (rows.length === 0) return flash(args, back, "条件に合う書類はありません。", "error", 0);
  const unread = takes ? new Set<number>() : await unreadInvoices(visitor);
  if (rows.some(({ kind, key }) => kind === "invoice" && unread.has(key)))
    return flash(args, back, UNREAD, "error", 0);
  const now = new Date().toISOString();
  const days = rows.map(({ day }) => day.replaceAll("-", "")).sort();
  const name = encodeURIComponent(`書類_${days[0]}-${days.at(-1)}.zip`);
  return new Response(
    createReadableStreamFromReadable(Readable.from(zipOf(filesOf(args, visitor, rows, now, takes), now))),
    {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename*=UTF-8''${name}`,
        "Cache-Control": "no-store",
      },
    },
  );
}
