import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Alert } from "~/components/frame/Alert";
import { Browsers } from "~/components/list/Browsers";
import { browserName } from "~/lib/auth/push.schema";
import { sessionForm, sessionRows } from "~/lib/auth/security.schema";
import { flash } from "~/lib/web/flash.server";
import { takeSignOutEverywhere } from "~/lib/web/signout.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("ログイン中の端末");

const HERE = "/setting/self/sessions";

export async function loader(args: LoaderFunctionArgs) {
  const { api, session_key } = await enter(args);
  const { items } = await api.get(sessionRows, "/users/self/sessions");
  return json({
    items: items.map((one) => ({ ...one, name: browserName(one.user_agent) })),
    current: session_key,
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, sessionForm, async (api, { end, act }, _key, { session_key }) => {
    if (act === "all") return takeSignOutEverywhere(args);
    if (act === "others") {
      const { ended } = await api.delete(z.object({ ended: z.number() }), "/users/self/sessions", {
        but: session_key,
      });
      return flash(
        args,
        HERE,
        ended > 0 ? `ほかの${ended}台をログアウトしました。` : "ほかにログイン中の端末はありません。",
      );
    }
    if (end !== undefined) await api.delete(z.object({}), `/users/self/sessions/${end}`);
    return flash(args, HERE, "端末をログアウトしました。");
  });
}

export default function Sessions() {
  const { items, current } = useLoaderData<typeof loader>();
  const error = useActionData<{ reply?: { error?: Record<string, string[]> | null } }>()?.reply?.error;
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-2">
        <h1>ログイン中の端末</h1>
        <p className="text-muted">
          見覚えのない端末があるときは、ログアウトさせてから、
          <a href="/setting/self/password">パスワードを変更</a>してください。
        </p>
      </header>
      {error && <Alert>{Object.values(error).flat()[0]}</Alert>}
      <Browsers items={items} current={current} action={HERE} />
      <div className="flex flex-wrap gap-3">
        {items.length > 1 && (
          <OneTap action={HERE} fields={{ act: "others" }}>
            ほかの端末をすべてログアウト
          </OneTap>
        )}
        <OneTap action={HERE} fields={{ act: "all" }} tone="danger">
          すべての端末からログアウト
        </OneTap>
      </div>
      <p className="flex flex-wrap gap-3">
        <LinkButton href="/setting/self/log">ログインの記録</LinkButton>
        <LinkButton tone="plain" href="/setting/self">
          自分の設定へ戻る
        </LinkButton>
      </p>
    </div>
  );
}
