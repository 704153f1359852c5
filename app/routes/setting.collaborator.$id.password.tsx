import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SchemaForm } from "~/components/form/SchemaForm";
import { ShownOnce } from "~/components/form/ShownOnce";
import type { shownPassword } from "~/lib/auth/member.schema";
import { partnerDetail } from "~/lib/setting/partner.schema";
import { json } from "~/lib/web/json.server";
import { shownOnce } from "~/lib/web/shown.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("仮パスワード");
export const headers = () => ({ "Cache-Control": "no-store" });

/** Where no mail is sent, who invited tells the temporary password: shown once, by a press. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { id, name } = await api.get(partnerDetail, `/factories/collaborators/${encodeURIComponent(args.params.id!)}`);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  return json({ name: `${name}の管理者`, back: `/setting/collaborator/${encodeURIComponent(id)}` });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({}), (api) => shownOnce(api, `/factories/collaborators/${encodeURIComponent(args.params.id!)}`));
}

type Answer = { shown?: z.output<typeof shownPassword>; reply?: Parameters<typeof SchemaForm>[0]["reply"] };

export default function TemporaryPassword() {
  const { name, back } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const facts = answer?.shown && [{ label: "ユーザー名", value: answer.shown.username }, { label: "仮パスワード", value: answer.shown.password }];
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>{name}の仮パスワード</h1>
      {facts
        ? <ShownOnce facts={facts} back={back} note="この画面を閉じると、もう表示できません。本人だけに伝えてください。7日以内にログインし、新しいパスワードを決めてもらいます。" />
        : (
          <SchemaForm id="password" schema={z.object({})} reply={answer?.reply} submit="仮パスワードを表示する" cancel={back}>
            <p>この設置では、メールを送れません。仮パスワードを作り直して、この画面に一度だけ表示します。前の仮パスワードは使えなくなります。</p>
          </SchemaForm>
        )}
    </div>
  );
}
