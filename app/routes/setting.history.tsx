import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { Timeline } from "~/components/list/Timeline";
import { factoryLog } from "~/lib/company/factory.log";
import { activityRow } from "~/lib/log/activity.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("会社情報の履歴");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(z.object({ items: z.array(activityRow) }), "/factories/self/activity");
  return json({
    entries: items
      .reverse()
      .map((one) => ({ id: one.key, who: one.actor_name, when: one.at, ...factoryLog(one) })),
  });
}

export default function History() {
  const { entries } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="flex items-center justify-between gap-4">
        <h1>会社情報の履歴</h1>
        <LinkButton href="/setting">会社・ユーザー情報へ戻る</LinkButton>
      </header>
      <Timeline entries={entries} empty="まだ変更はありません。" />
    </div>
  );
}
