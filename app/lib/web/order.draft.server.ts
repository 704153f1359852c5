import { z } from "zod";
import { digestOf } from "~/lib/api/digest.server";
import { fileRow } from "~/lib/file/file.schema";
import { optionalInteger } from "~/lib/money/number.schema";
import { type DraftDetail, draftDetail, draftSaved, withFiles, withoutFile } from "~/lib/order/draft.schema";
import { quoteQuery, type Typed, typedDraft } from "~/lib/order/order.draft";
import { MAX_LINES, orderForm } from "~/lib/order/order.schema";
import { optionalKey, text } from "~/lib/text/text.schema";
import { type Api, ApiError } from "./api.server";
import { filesForm } from "./file.server";
import { flash } from "./flash.server";
import { readForm } from "./read.server";
import { renameErrors } from "./refused.server";
import { submit } from "./submit.server";
import { type Args, formOf } from "./visit.server";

export const isDraftStep = (step: string) =>
  /^(save|save_as|template|attach|quotes|quote \d{1,3}|detach [\w-]{22})$/.test(step);

const any = z.object({ draft_key: optionalKey("下書き") });
const named = z.object({ template_name: text("ひな形の名前", 60) });

/** The same content pressed twice is saved once; another content is another post. */
const keyOf = (key: string, body: unknown) => `draft.${digestOf({ key, body })}`;

async function saveTyped(api: Api, form: FormData, key: string, anew = false) {
  const { fields, ...typed } = typedDraft([...form]);
  const body = anew
    ? { seller_id: typed.seller_id, fields: fields.filter(([name]) => name !== "idempotency_key") }
    : { ...typed, fields };
  return api.post(draftSaved, "/orders/drafts", body, keyOf(key, body));
}

const attaching = z.object({ attached_line: optionalInteger("明細の行", 1, MAX_LINES) });

/** The file goes to the 下書き, and its key to the line or the order that it belongs to. */
async function attach(args: Args): Promise<Response> {
  return submit(args, attaching, async (api, { attached_line: line }, key) => {
    const form = await formOf(args);
    const files = filesForm(form, {}, "attached");
    const chosen = files.getAll("files").map((one) => one instanceof File && [one.name, one.size]);
    const { fields } = typedDraft([...form]);
    const typed = (index: number) => fields.some((one) => one[0].startsWith(`lines[${index}].`));
    if (line !== undefined && !typed(line - 1))
      throw new ApiError(422, "", { attached_line: [`${line}行目には、まだ入力がありません`] });
    if (chosen.length === 0) throw new ApiError(422, "", { attached: ["ファイルを選択してください"] });
    const { seller_id, ...saved } = {
      seller_id: form.get("seller_id"),
      ...(await saveTyped(api, form, key)),
    };
    const made = await api
      .upload(fileRow.array(), `/orders/drafts/${saved.key}/files`, files, keyOf(key, { saved, chosen }))
      .catch(
        renameErrors(({ files: attached, ...errors }) => ({ ...errors, ...(attached && { attached }) })),
      );
    const name = line === undefined ? "files" : `lines[${line - 1}].files`;
    const keys = made.map((one) => one.key);
    const body = { seller_id, ...saved, fields: withFiles(fields, name, keys) };
    await api.post(draftSaved, "/orders/drafts", body, keyOf(key, body));
    return flash(args, `/order/new?draft=${saved.key}`, `${made.length}件のファイルを添付しました。`);
  });
}

/** The order stays as it is in its 下書き; the line goes on to 見積依頼. */
async function ask(args: Args, index: number): Promise<Response> {
  return submit(args, any, async (api, _, key) => {
    const form = await formOf(args);
    await saveTyped(api, form, key);
    const query = quoteQuery(readForm(form, orderForm).payload as Typed, index);
    return flash(args, `/order/product/new?${query}`, "依頼の入力は、下書きに残しました。");
  });
}

/** As ask, for all lines at once: which of them is chosen on the page that follows. */
async function askLines(args: Args): Promise<Response> {
  return submit(args, any, async (api, _, key) => {
    const saved = await saveTyped(api, await formOf(args), key);
    return flash(args, `/order/product/lines?draft=${saved.key}`, "依頼の入力は、下書きに残しました。");
  });
}

async function detach(args: Args, file: string): Promise<Response> {
  return submit(args, any, async (api, _, key) => {
    const { fields, ...typed } = typedDraft([...(await formOf(args))]);
    const body = { ...typed, fields: withoutFile(fields, file) };
    const saved = await api.post(draftSaved, "/orders/drafts", body, keyOf(key, body));
    return flash(args, `/order/new?draft=${saved.key}`, "添付を外しました。");
  });
}

export async function takeDraft(args: Args, step: string): Promise<Response> {
  if (step === "attach") return attach(args);
  if (step === "quotes") return askLines(args);
  if (step.startsWith("quote ")) return ask(args, Number(step.slice(6)));
  if (step.startsWith("detach ")) return detach(args, step.slice(7));
  if (step !== "template")
    return submit(args, any, async (api, _, key) => {
      const saved = await saveTyped(api, await formOf(args), key, step === "save_as");
      return flash(args, `/order/new?draft=${saved.key}`, "下書きを保存しました。");
    });
  return submit(args, named, async (api, { template_name }, key) => {
    const form = await formOf(args);
    const { seller_id, fields } = typedDraft([...form]);
    const body = { seller_id, template_name, fields };
    await api.post(draftSaved, "/orders/drafts", body, keyOf(key, body));
    const saved = await saveTyped(api, form, key);
    return flash(
      args,
      `/order/new?draft=${saved.key}`,
      `ひな形「${template_name}」を保存しました。入力は下書きに残っています。`,
    );
  });
}

/** Null where somebody has sent or deleted it, or it is another company's. */
export async function findOrderDraft(api: Api, key: string): Promise<DraftDetail | null> {
  return api.get(draftDetail, `/orders/drafts/${encodeURIComponent(key)}`).catch((error: unknown) => {
    const gone = error instanceof Response ? error.status : error instanceof ApiError ? error.status : 0;
    if (gone === 404) return null;
    throw error;
  });
}

export function resumed({ key, version, fields, template_name }: DraftDetail) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const { payload } = readForm(form, orderForm);
  const { idempotency_key, ...typed } = payload as Typed & { idempotency_key?: string };
  const own = { draft_key: String(key), draft_version: String(version) };
  const values: Typed = template_name === null ? { ...typed, ...own } : typed;
  return { values, idempotency_key: template_name === null ? idempotency_key : undefined };
}
