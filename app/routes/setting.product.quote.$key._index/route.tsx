import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { Refused } from "~/components/form/Refused";
import { ReadMark } from "~/components/frame/ReadMark";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { issuingPerson } from "~/lib/api/who";
import { answerDraft, answerInput, renewal, withdrawal } from "~/lib/quote/answer.schema";
import { answerValues } from "~/lib/quote/quote.form";
import { answerSent, quoteDone, quoteViewed, received } from "~/lib/quote/quote.row.schema";
import { RECEIVED_STATUS_LABEL, RECEIVED_STATUS_TONE } from "~/lib/quote/quote.status";
import { addDays, formatDate, formatDateTime, today } from "~/lib/time/date";
import { PASS_LABEL } from "~/lib/vocabulary/quote";
import { isUnread } from "~/lib/vocabulary/read.mark";
import { flash } from "~/lib/web/flash.server";
import { takePricesBefore } from "~/lib/web/quote.fill.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { AnswerForm } from "./AnswerForm";
import { Declined } from "./Declined";
import { Earlier } from "./Earlier";
import { factsOfReceived } from "./facts";
import { Unsent } from "./Unsent";

export const meta = titledOf<{ found: { number: string } }>("見積", ({ found }) => found.number);
const GOOD_FOR = 30;
const returning = z.object({});

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const found = await api.get(received, `/quotes/received/${args.params.key}`);
  const day = today();
  return json({
    found,
    day,
    unread: isUnread(who.company_id!, found, who),
    values: answerValues(found, issuingPerson(who) ?? "", addDays(day, GOOD_FOR)),
    idempotency_key: crypto.randomUUID(),
  });
}

/** 下書き保存 takes what is half typed; nothing but 送信 sends. */
export async function action(args: ActionFunctionArgs) {
  const at = `/setting/product/quote/${args.params.key}`;
  const api_at = `/quotes/received/${args.params.key}`;
  await enter(args);
  const step = (await formOf(args)).get("step");
  if (step === "withdraw")
    return submit(args, withdrawal, async (api, value, key) => {
      await api.post(quoteDone, `${api_at}/withdraw`, value, key);
      return flash(args, at, "見積を取り下げました。新しい版を送れます。");
    });
  if (step === "renew")
    return submit(args, renewal, async (api, value, key) => {
      const { version } = await api.post(answerSent, `${api_at}/renew`, value, key);
      return flash(args, at, `有効期限を延ばしました（第${version}版）。`);
    });
  if (step === "send")
    return submit(args, answerInput, async (api, value, key) => {
      const { version, is_late } = await api.post(answerSent, `${api_at}/answers`, value, key);
      return flash(
        args,
        at,
        `見積（第${version}版）を送信しました。${is_late ? "期限後の回答として届きます。" : ""}`,
      );
    });
  if (step === "prices") return takePricesBefore(args);
  if (step === "return")
    return submit(args, returning, async (api, value, key) => {
      await api.post(quoteViewed, `${api_at}/return`, value, key);
      return flash(args, at, "辞退を取り消しました。見積を回答できます。");
    });
  return submit(args, answerDraft, async (api, value) => {
    await api.put(quoteDone, `${api_at}/draft`, value);
    return flash(args, at, "下書きを保存しました。まだ依頼元には届いていません。");
  });
}

export default function ReceivedQuote() {
  const { found, day, unread, values, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData() as (Reply & { filled?: string }) | undefined;
  const at = `/setting/product/quote/${found.key}`;
  const late = found.deadline !== null && found.deadline < day;
  const typed = again?.reply.initialValue ?? {};
  const ofForm = "lines" in typed;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          {found.is_offer ? "見積書" : "見積依頼"} {found.number}
        </h1>
        <Chip tone={RECEIVED_STATUS_TONE[found.status]}>{RECEIVED_STATUS_LABEL[found.status]}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {unread ? <ReadMark action={`${at}/view`} /> : null}
          {found.is_offer ? null : <LinkButton href={`${at}/print`}>見積依頼書を印刷</LinkButton>}
        </span>
      </header>
      {ofForm ? null : <Refused reply={again?.reply} />}
      {ofForm && found.problem !== null ? <Unsent reply={again!.reply} /> : null}
      {found.passed_reason ? (
        <p className="rounded border border-line bg-surface px-4 py-2">
          今回は見送りになりました
          {found.passed_reason === "unsaid" ? "" : `（${PASS_LABEL[found.passed_reason]}）`}。
          {found.passed_words}
        </p>
      ) : null}
      {found.status === "asked" ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          再見積の依頼が届いています（{formatDateTime(found.asked_time!)}）。{found.asked_words}
        </p>
      ) : null}
      {late && found.problem === null && found.answers.length === 0 ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          回答期限（{formatDate(found.deadline!)}）を過ぎています。送信すると「期限後」の回答として届きます。
        </p>
      ) : null}
      <FactPanel columns={2} facts={factsOfReceived(found)} />
      <Declined found={found} />
      <Earlier found={found} day={day} reply={ofForm ? null : again?.reply} />
      {found.problem === null ? (
        <AnswerForm
          found={found}
          values={values}
          reply={ofForm ? again?.reply : undefined}
          filled={again?.filled}
          idempotency_key={again?.idempotency_key ?? idempotency_key}
        />
      ) : found.declined_reason ? null : (
        <p className="text-muted">{found.problem}</p>
      )}
    </section>
  );
}
