import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { outboxAnswer } from "~/lib/auth/mail.schema";
import { formatDateTime } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("送信待ちのメール");
/** Codes and temporary passwords stand in these letters: no browser keeps the page. */
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(outboxAnswer, "/outbox"));
}

export default function Outbox() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>送信待ちのメール</h1>
        <p className="text-muted">
          まだ送っていないメールです（新しい順に100通まで）。7日で消えます。確認コードや仮パスワードが書かれているので、宛先の本人だけに伝えてください。
        </p>
        <p><LinkButton href="/setting/switch">アカウント切り替えへ戻る</LinkButton></p>
      </header>
      {items.length === 0 && <p className="text-muted">送信待ちのメールはありません。</p>}
      {items.map((mail) => (
        <article key={mail.key} className="grid gap-2 rounded border border-line bg-surface p-4">
          <h2 className="break-words">{mail.subject}</h2>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-note text-muted">
            <span className="break-all">宛先 {mail.to}</span>
            <time dateTime={mail.created_time} className="tabular-nums">{formatDateTime(mail.created_time)}</time>
            {mail.tries > 0 && <Chip tone="warn">送信失敗 {mail.tries}回</Chip>}
          </p>
          {mail.problem && <p className="break-words text-note text-bad">送信先の答え: {mail.problem}</p>}
          <p className="whitespace-pre-wrap break-words">{mail.text}</p>
        </article>
      ))}
    </div>
  );
}
