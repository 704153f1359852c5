import type { SubmissionResult } from "@conform-to/dom";
import { json } from "@remix-run/node";
import type { z } from "zod";
import { CONFIRMED } from "./acting.server";
import { type Api, ApiError } from "./api.server";
import { onceOf } from "./once.server";
import { asksAddress, doubtedCode, withAddress } from "./postal.server";
import { readForm } from "./read.server";
import { type Args, enter, formOf, type Visitor } from "./visit.server";

export type Reply = { reply: SubmissionResult<string[]>; idempotency_key: string };

/** What is refused comes back as the form's error with everything typed (422 or the refusal's own status). */
export async function submit<S extends z.ZodType>(
  args: Args,
  schema: S,
  save: (api: Api, value: z.output<S>, key: string, visitor: Visitor) => Promise<Response>,
): Promise<Response> {
  const visitor = await enter(args);
  const form = await formOf(args);
  const key = onceOf(form);
  if (asksAddress(form)) return json<Reply>({ reply: withAddress(form, schema), idempotency_key: key });
  const mark = form.get(CONFIRMED);
  if (visitor.who.acting && typeof mark === "string" && /^[\w-]{43}$/.test(mark))
    visitor.api.confirm((args.context.confirm = mark));
  const doubt = doubtedCode(form);
  const submission = readForm(form, schema as never);
  if (submission.status !== "success") {
    const status = submission.status === "error" ? 422 : 200;
    return json<Reply>(
      { reply: submission.reply({ fieldErrors: chooseAgain(args.request, form) }), idempotency_key: key },
      { status },
    );
  }
  if (doubt) {
    const reply = submission.reply({ fieldErrors: { ...chooseAgain(args.request, form), ...doubt } });
    return json<Reply>({ reply, idempotency_key: key }, { status: 422 });
  }
  try {
    return await save(visitor.api, submission.value as z.output<S>, key, visitor);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.confirm) args.context.confirm = error.confirm;
    const named = Object.keys(error.errors).length > 0;
    const reply = submission.reply({
      formErrors: named ? undefined : [error.detail],
      fieldErrors: { ...chooseAgain(args.request, form), ...error.errors },
    });
    // Who was told that somebody was quicker saves over it by pressing once more.
    if (error.status === 409 && !named && !error.confirm) delete reply.initialValue?.version;
    // A retry after a failure keeps its key; only one that another content has used up is changed.
    const used = error.status === 422 && !named;
    return json<Reply>(
      { reply, idempotency_key: used ? crypto.randomUUID() : key, ...error.shown },
      { status: error.status },
    );
  }
}

/** No page can give chosen files back; the enhancement keeps them where they are. */
function chooseAgain(request: Request, form: FormData): Record<string, string[]> {
  if (request.headers.has("X-Enhance")) return {};
  const sent = [...form].filter(([, value]) => value instanceof Blob && value.size > 0);
  return Object.fromEntries(
    sent.map(([name]) => [name, ["ファイルをもう一度選択してください。ほかの入力は残っています"]]),
  );
}
