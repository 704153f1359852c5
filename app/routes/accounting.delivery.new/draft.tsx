import { Alert } from "~/components/frame/Alert";
import { type DraftDetail, draftDetail } from "~/lib/accounting/delivery.draft.schema";
import { type Api, ApiError } from "~/lib/web/api.server";
import { type Answer, answered, carried, type Typed } from "./step";

/** Null where somebody has issued or deleted it: what is posted meanwhile is not lost for that. */
export async function findDraft(api: Api, key: string): Promise<DraftDetail | null> {
  return api.get(draftDetail, `/deliveries/drafts/${encodeURIComponent(key)}`).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
}

const HEAD_FIELDS = ["draft_key", "draft_version", "buyer_id"];

/** What was typed so far, as it was typed. */
export function draftOf(form: FormData) {
  const typed: Typed = answered(form, "lines", "").reply.initialValue ?? {};
  const said = (name: string) => String(form.get(name) ?? "") || undefined;
  return {
    key: said("draft_key"),
    version: said("draft_version"),
    buyer_id: said("buyer_id"),
    step: said("step"),
    fields: carried(typed, HEAD_FIELDS),
  };
}

/** The step where it was left; 確認 is looked at anew. */
export function resumed(
  { key, version, buyer_id, step, fields }: DraftDetail,
  idempotency_key: string,
): Answer {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.set("buyer_id", buyer_id);
  form.set("draft_key", String(key));
  form.set("draft_version", String(version));
  return answered(form, step === "check" ? "terms" : step, idempotency_key);
}

export const Gone = () => (
  <Alert tone="warn">
    この下書きは、ほかの人が発行したか削除しました。<a href="/accounting/delivery/draft">下書きの一覧</a>
  </Alert>
);

/** What was typed stays: a page not found would lose it. */
export function unlessGone(error: unknown): never {
  throw error instanceof ApiError && error.status === 404
    ? new ApiError(409, `${error.detail}保存していません。続けるときは、納品書作成を開き直してください。`)
    : error;
}
