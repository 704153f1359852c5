import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { promiseChecks } from "~/lib/server/invariants.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("整合性の確認");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(promiseChecks, "/promises"));
}

/** The nightly look at the books: what was found, day by day. */
export default function Promises() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>整合性の確認</h1>
        <p className="text-muted">
          毎晩3時過ぎに、伝票・在庫・カード・チャットのデータが互いに合っているかを確かめています。30日分が残ります。合わないところがあれば、運営の全員にメールで知らせます。
        </p>
        <p>
          <LinkButton href="/setting/switch">アカウント切り替えへ戻る</LinkButton>
        </p>
      </header>
      {items.length === 0 && <p className="text-muted">まだ確認していません。今夜、最初の確認をします。</p>}
      {items.map(({ day, began_time, ended_time, num_broken, broken }) => (
        <article key={day} className="grid gap-2 rounded border border-line bg-surface p-4">
          <h2>{formatDate(day)}</h2>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-note text-muted">
            {ended_time === null && <Chip tone="warn">終わっていません</Chip>}
            {ended_time !== null && num_broken === 0 && <Chip tone="good">問題なし</Chip>}
            {num_broken > 0 && <Chip tone="bad">合わない {num_broken}件</Chip>}
            <time dateTime={began_time} className="tabular-nums">
              {formatDateTime(began_time)}
            </time>
          </p>
          {broken.map(({ rule, detail }) => (
            <p key={`${rule} ${detail}`} className="break-words text-note">
              {rule}: {detail}
            </p>
          ))}
          {num_broken > broken.length && (
            <p className="text-note text-muted">ほか {num_broken - broken.length}件</p>
          )}
        </article>
      ))}
    </div>
  );
}
