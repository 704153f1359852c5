import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Alert } from "~/components/frame/Alert";
import { Chip } from "~/components/list/Chip";
import { mailForm, openedMail, outboxAnswer } from "~/lib/pool/mail.schema";
import { formatDateTime } from "~/lib/time/date";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("送信待ちのメール");
/** Codes and temporary passwords stand in these letters: no browser keeps the page. */
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  return json({ ...(await api.get(outboxAnswer, "/outbox")), write: who.internalWrite });
}

/** 本文を開く: noted by the call. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, mailForm, async (api, { key }) =>
    json({ opened: await api.put(openedMail, `/outbox/${key}/opened`, {}) }),
  );
}

export default function Outbox() {
  const { items, write } = useLoaderData<typeof loader>();
  const answer = useActionData<{
    opened?: { key: number; text: string };
    reply?: { error?: Record<string, string[]> | null };
  }>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>送信待ちのメール</h1>
        <p className="text-muted">
          まだ送っていないメールです（新しい順に100通まで）。7日で消えます。本文は、開くまで表示しません。
          {write
            ? "本文を開くと、開いた人と時刻が記録されます。宛先の本人だけに伝えてください。"
            : "本文を開けるのは、編集できる担当者だけです。"}
        </p>
        <p>
          <LinkButton href="/setting/switch">アカウント切り替えへ戻る</LinkButton>
        </p>
      </header>
      {answer?.reply?.error && <Alert>{Object.values(answer.reply.error).flat()[0]}</Alert>}
      {items.length === 0 && <p className="text-muted">送信待ちのメールはありません。</p>}
      {items.map((mail) => (
        <article key={mail.key} className="grid gap-2 rounded border border-line bg-surface p-4">
          <h2 className="break-words">{mail.subject}</h2>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-note text-muted">
            <span className="break-all">宛先 {mail.to}</span>
            <time dateTime={mail.created_time} className="tabular-nums">
              {formatDateTime(mail.created_time)}
            </time>
            {mail.tries > 0 && <Chip tone="warn">送信失敗 {mail.tries}回</Chip>}
          </p>
          {mail.problem && <p className="break-words text-note text-bad">送信先の応答: {mail.problem}</p>}
          {answer?.opened?.key === mail.key && (
            <p className="whitespace-pre-wrap break-words">{answer.opened.text}</p>
          )}
          {mail.openings.length > 0 && (
            <p className="text-note text-muted">
              開いた人:{" "}
              {mail.openings.map((one) => `${one.actor_name}（${formatDateTime(one.at)}）`).join("、")}
            </p>
          )}
          {write && answer?.opened?.key !== mail.key && (
            <OneTap action="/setting/outbox" fields={{ key: mail.key }}>
              本文を開く
            </OneTap>
          )}
        </article>
      ))}
    </div>
  );
}
