import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { Alert } from "~/components/frame/Alert";
import { Browsers } from "~/components/list/Browsers";
import { memberRow } from "~/lib/auth/member.schema";
import { browserName } from "~/lib/auth/push.schema";
import { memberSessionForm, sessionRows } from "~/lib/auth/security.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("ログイン中の端末");

export async function loader(args: LoaderFunctionArgs) {
  const { api, session_key } = await enter(args);
  const path = `/users/${args.params.key}`;
  const [row, { items }] = await Promise.all([
    api.get(memberRow, path),
    api.get(sessionRows, `${path}/sessions`),
  ]);
  return json({
    row,
    current: session_key,
    items: items.map((one) => ({ ...one, name: browserName(one.user_agent) })),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, memberSessionForm, async (api, { end }) => {
    const path = `/users/${args.params.key}/sessions`;
    await api.delete(z.object({}), `${path}/${end}`);
    return flash(args, `/setting${path.replace("users", "user")}`, "端末をログアウトしました。");
  });
}

export default function MemberSessions() {
  const { row, items, current } = useLoaderData<typeof loader>();
  const error = useActionData<{ reply?: { error?: Record<string, string[]> | null } }>()?.reply?.error;
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>{row.name}さんがログイン中の端末</h1>
        <p className="text-muted">壁に掲示しているカンバンも、ログインした人の端末として並びます。</p>
      </header>
      {error && <Alert>{Object.values(error).flat()[0]}</Alert>}
      <Browsers items={items} current={current} action={`/setting/user/${row.id}/sessions`} />
      <p className="flex flex-wrap gap-3">
        <LinkButton href={`/setting/user/${row.id}/signout`}>全端末のログアウト</LinkButton>
        <LinkButton tone="plain" href={`/setting/user/${row.id}`}>
          {row.name}さんのアカウントへ戻る
        </LinkButton>
      </p>
    </div>
  );
}
