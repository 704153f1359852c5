import { redirect } from "@remix-run/node";
import { type DocumentKind, isIssuer } from "~/lib/accounting/document";
import { SHEETS_MAX, sheetKeys, tooManySheets } from "~/lib/accounting/document.paper";
import { type AnyDocument, cancelling, changed } from "~/lib/accounting/document.schema";
import type { List } from "~/lib/list/list.schema";
import { SHEETS_LABEL } from "~/lib/vocabulary/print";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { ApiError } from "./api.server";
import { askAll } from "./bulk.server";
import { flash } from "./flash.server";
import { loadList } from "./list.server";
import { drawable } from "./paper.server";
import { markSeen } from "./read.mark.server";
import { submit } from "./submit.server";
import { type Args, enter, formOf } from "./visit.server";

export async function loadDocument<D extends AnyDocument>(args: Args, kind: DocumentKind<D>) {
  const { api, who } = await enter(args);
  const doc = await api.get(kind.detail, `${kind.api}/${args.params.key}`);
  if (isSelfBilled(doc)) throw redirect(`${SELF_BILLS}/${doc.key}`);
  return { doc, own: isIssuer(doc, who), unread: isUnread(doc.buyer_id, doc, who) };
}

const isSelfBilled = (doc: AnyDocument) => "is_self_billed" in doc && doc.is_self_billed === true;
const ON_ITS_OWN = "支払通知書は請求書と一緒に印刷できません。支払通知書の画面から印刷してください。";

export async function loadSheets<D extends AnyDocument>(args: Args, kind: DocumentKind<D>) {
  const { doc, unread, own } = await loadDocument(args, kind);
  return { doc: drawable(doc), unread, own };
}

export async function loadRun<D extends AnyDocument>(args: Args, kind: DocumentKind<D>): Promise<D[]> {
  const { api } = await enter(args);
  const keys = sheetKeys(new URL(args.request.url).searchParams.getAll("key"));
  if (!keys) throw new Response(tooManySheets, { status: 422 });
  if (keys.length === 0) throw new Response(null, { status: 404 });
  const docs = await Promise.all(
    keys.map((key) => api.get(kind.detail, `${kind.api}/${encodeURIComponent(key)}`)),
  );
  if (docs.some(isSelfBilled)) throw new Response(ON_ITS_OWN, { status: 422 });
  return docs.map(drawable);
}

export async function unreadOf(args: Args, docs: AnyDocument[]): Promise<number[]> {
  const { who } = await enter(args);
  return docs.flatMap((doc) => (isUnread(doc.buyer_id, doc, who) ? doc.key : []));
}

export async function loadCancelling<D extends AnyDocument>(args: Args, kind: DocumentKind<D>): Promise<D> {
  const { doc, own } = await loadDocument(args, kind);
  if (!own) throw new Response(null, { status: 403 });
  return doc;
}

export const cancelDocument = (args: Args, { api: calls, path }: DocumentKind, done: string) =>
  submit(args, cancelling, async (api, value, idempotency_key) => {
    await api.post(changed, `${calls}/${args.params.key}/cancel`, value, idempotency_key);
    return flash(args, `${path}/${args.params.key}`, done);
  });

export async function takeRead(args: Args, { api, path, subject }: DocumentKind): Promise<Response> {
  const visitor = await enter(args);
  const key = args.params.key!;
  const save = () => visitor.api.post(changed, `${api}/${key}/view`, {}, `view.${subject}.${key}`);
  return markSeen(args, visitor, `${path}/${key}`, save);
}

/** Of a run of sheets. */
export async function takeReads(args: Args, { api, path, subject }: DocumentKind): Promise<Response> {
  const visitor = await enter(args);
  const named = (await formOf(args)).getAll("key").map(String);
  const keys = sheetKeys(named)?.filter((key) => /^\d{1,15}$/.test(key)) ?? [];
  const page = `${path}/print?${keys.map((key) => `key=${key}`).join("&")}`;
  return markSeen(args, visitor, page, async () => {
    for (const key of keys)
      await visitor.api.post(changed, `${api}/${key}/view`, {}, `view.${subject}.${key}`);
  });
}

export async function loadDocuments<L extends List>(args: Args, list: L) {
  const data = await loadList(args, list);
  const query = new URLSearchParams(data.filter);
  return { ...data, csv: `${list.path}.csv?${query}`, lines: `${list.path}/lines.csv?${query}` };
}

/** Each act on the ticked rows has a page of its own, that says what it will do. */
export async function printDocuments(
  args: Args,
  list: List,
  acts: Record<string, string> = {},
): Promise<Response> {
  await enter(args);
  const all: Record<string, string> = { print: SHEETS_LABEL, ...acts };
  const asked = await askAll(args, list, all, SHEETS_MAX);
  if (asked) return asked;
  const form = await formOf(args);
  const keys = form.getAll("ids").filter((id) => /^\d{1,15}$/.test(String(id)));
  const act = String(form.get("act") ?? "print");
  const page = `${list.path}/${Object.hasOwn(all, act) ? act : "print"}?${keys.map((key) => `key=${key}`).join("&")}`;
  return redirect(keys.length === 0 ? list.path : page, 303);
}

type Done = { text: string; failed: number[]; keys: number[]; chosen?: Record<string, string> };
/**
 * After an act on several: what could not be done stands on its page again, with the reason and how it was
 * `chosen` to be done.
 */
export function flashDone(
  args: Args,
  { path }: Pick<DocumentKind, "path">,
  act: string,
  { text, failed, keys, chosen = {} }: Done,
): Promise<Response> {
  if (failed.length === keys.length) throw new ApiError(422, text);
  const left = new URLSearchParams([...failed.map((key) => ["key", String(key)]), ...Object.entries(chosen)]);
  const page = keys.length === 1 ? `${path}/${keys[0]}` : `${path}?saved=1`;
  return failed.length > 0 ? flash(args, `${path}/${act}?${left}`, text, "error") : flash(args, page, text);
}
