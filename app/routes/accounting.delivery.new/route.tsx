import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  deliveryIssuing,
  deliveryLines,
  deliveryMade,
  deliveryNew,
  deliveryPreview,
  poolFilter,
} from "~/lib/accounting/delivery.schema";
import { changed } from "~/lib/accounting/document.schema";
import { today } from "~/lib/time/date";
import { ApiError } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { fieldOf } from "~/lib/web/list.server";
import { checkAgain, renameErrors } from "~/lib/web/refused.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { CheckStep } from "./CheckStep";
import { ChooseStep } from "./ChooseStep";
import { draftOf, findDraft, Gone, resumed, unlessGone } from "./draft";
import { findPartners, findPool, queryOf } from "./query";
import { Steps } from "./Steps";
import { type Answer, answered, back, cardless, FIRST_TERMS, issued, NEXT, placed, UNASKED } from "./step";
import { TermsStep } from "./TermsStep";

export const meta = titled("納品書作成");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = queryOf(args.request);
  const draft = query.draft ? await findDraft(api, query.draft) : null;
  if (draft) query.buyer_id = draft.buyer_id;
  const filter = Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => fieldOf(poolFilter.shape, name)?.safeParse(value).success,
    ),
  );
  const { found, buyer_id } = await findPool(api, filter);
  const picked = new URL(args.request.url).searchParams.getAll("card");
  const partners = query.cardless === "on" ? await findPartners(api) : null;
  return json({
    partners,
    pool: found,
    buyer_id,
    filter,
    all: query.all === "on",
    picked,
    today: today(),
    draft: draft && resumed(draft, crypto.randomUUID()),
    gone: query.draft !== undefined && draft === null,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const typed = await formOf(args);
  const go = String(typed.get("go") ?? NEXT[String(typed.get("step"))] ?? "terms");
  const issues = go === "issue" || go === "issue_print";
  const day = String(typed.get("delivery_date") || today());
  if (go === "lines" || go === "terms_again")
    return submit(args, back, async (_, __, key) =>
      json(answered(typed, go === "lines" ? "lines" : "terms", key)),
    );
  if (go === "draft")
    return submit(args, back, async (api, _, key) => {
      await api.post(changed, "/deliveries/drafts", draftOf(typed), `draft.${key}`).catch(unlessGone);
      return flash(args, "/accounting/delivery/draft", "下書きを保存しました。");
    });
  if (go === "cardless")
    return submit(args, cardless, async (_, __, key) => json(answered(typed, "terms", key)));
  if (go === "terms") {
    return submit(args, deliveryLines, async (api, { buyer_id, lines }, key) => {
      const first = { ...FIRST_TERMS, ...UNASKED, delivery_date: day, buyer_id, lines };
      await api
        .post(deliveryPreview, "/deliveries/preview", first, crypto.randomUUID())
        .catch(renameErrors((errors) => placed(errors, lines)));
      return json(answered(typed, "terms", key));
    });
  }
  return submit(args, issues ? deliveryIssuing : deliveryNew, async (api, value, key) => {
    const look = () =>
      api.post(deliveryPreview, "/deliveries/preview", { ...value, seen: undefined }, crypto.randomUUID());
    if (!issues) return json({ ...answered(typed, "check", key), preview: await look().catch(toLines) });
    const made = await api
      .post(deliveryMade, "/deliveries", value, key)
      .catch(checkAgain(async () => ({ step: "check", preview: await look() })))
      .catch(toLines);
    const { to, text } = issued(made, go === "issue_print");
    return flash(args, to, text);
  });
}

/** What is wrong with a card's line is mended where the lines are. */
function toLines(error: unknown): never {
  const inLines =
    error instanceof ApiError && Object.keys(error.errors).some((name) => name.startsWith("lines["));
  throw inLines
    ? new ApiError(error.status, error.detail, error.errors, error.confirm, { step: "lines" })
    : error;
}

export default function DeliveryNewPage() {
  const {
    partners,
    pool: found,
    buyer_id,
    filter,
    all,
    picked,
    today: day,
    draft,
    gone,
    idempotency_key,
  } = useLoaderData<typeof loader>();
  const answer = (useActionData() ?? draft ?? undefined) as Answer | undefined;
  const asked = answer?.step ?? answer?.reply.initialValue?.step ?? "lines";
  const step = asked === "check" && !answer?.preview ? "terms" : asked;
  const common = { answer, idempotency_key: answer?.idempotency_key ?? idempotency_key };
  const other = partners?.find((one) => one.value === answer?.reply.initialValue?.buyer_id);
  const buyer = other?.label ?? found.buyers.find((one) => one.buyer_id === buyer_id)?.buyer_name ?? "";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1>納品書作成</h1>
        <Steps current={step} />
      </header>
      {gone ? <Gone /> : null}
      {step === "lines" ? (
        <ChooseStep {...common} {...{ partners, pool: found, buyer_id, filter, all, picked }} />
      ) : null}
      {step === "terms" ? <TermsStep {...common} today={day} buyer={buyer} /> : null}
      {step === "check" ? <CheckStep {...common} preview={answer!.preview!} buyer={buyer} /> : null}
    </section>
  );
}
