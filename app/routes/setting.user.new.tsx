import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { invited, memberInput } from "~/lib/auth/member.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { sendsMail } from "~/lib/web/temporary.password.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { RightsFields } from "./setting.user.$key._index/RightsFields";

export const meta = titled("アカウントの招待");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ mails: sendsMail(args), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, memberInput, async (api, value, key) => {
    const made = await api.post(invited, "/users", value, key);
    if (!sendsMail(args)) {
      return flash(
        args,
        `/setting/user/${made.id}/password`,
        `${made.name}さんを招待しました。仮パスワードを表示して、本人に伝えてください。`,
      );
    }
    return flash(
      args,
      "/setting/user",
      `${made.name}さんを招待しました。仮パスワードを ${made.email} に送りました。`,
    );
  });
}

export default function Invite() {
  const first = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-4">
      <header>
        <h1>アカウントの招待</h1>
        <p className="text-muted">
          {first.mails
            ? "仮パスワードをメールで送ります。"
            : "この設置ではメールを送れません。仮パスワードは、招待したあとの画面に表示します。"}
          相手は7日以内に、新しいパスワードを決めてログインします。
        </p>
      </header>
      <SchemaForm
        id="invite"
        schema={memberInput}
        answer={useActionData<typeof action>()}
        idempotency_key={first.idempotency_key}
        submit="招待する"
        cancel="/setting/user"
      >
        <FieldSet legend="招待する人">
          <TextField
            name="email"
            label="メールアドレス"
            type="email"
            help="ユーザー名になります。あとから変更できません。"
          />
          <TextField name="name" label="氏名" />
        </FieldSet>
        <RightsFields />
      </SchemaForm>
    </div>
  );
}
