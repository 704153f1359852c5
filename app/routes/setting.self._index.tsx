import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { permissionsText } from "~/lib/auth/member";
import { selfChange } from "~/lib/auth/member.schema";
import { notices, SWITCHES } from "~/lib/auth/notice.schema";
import { DIGEST_LABEL } from "~/lib/vocabulary/notice";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("自分の設定");

export async function loader(args: LoaderFunctionArgs) {
  const { who, api } = await enter(args);
  return json({ who, notices: await api.get(notices, "/users/self/notices") });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, selfChange, async (api, value) => {
    await api.put(z.object({ version: z.number() }), "/users/self", value);
    return flash(args, "/setting/self", "氏名を保存しました。");
  });
}

export default function OwnSettings() {
  const { who, notices: told } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <h1>自分の設定</h1>
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <div className="grid gap-4">
          <SchemaForm
            id="self"
            schema={selfChange}
            reply={reply}
            version={who.version}
            values={{ name: who.name }}
            submit="保存"
          >
            <FieldSet legend="氏名">
              <TextField
                name="name"
                label="氏名"
                autoComplete="name"
                help="社内の履歴、チャット、書類の担当に出ます。取引先には、チャットと書類では氏名が、カードの履歴では会社名が表示されます。"
              />
            </FieldSet>
          </SchemaForm>
          <section className="grid gap-2 rounded border border-line bg-surface p-4">
            <h2>アカウント</h2>
            <Facts
              facts={[
                { label: "会社", value: who.company_name },
                { label: "メール", value: who.email },
                !who.isInternal && { label: "役割", value: who.is_admin ? "管理者" : "一般" },
                !who.isInternal && { label: "権限", value: permissionsText(who.permissions) || "なし" },
              ]}
            />
            <p className="flex flex-wrap gap-3">
              <LinkButton href="/setting/self/password">パスワードを変更</LinkButton>
              <LinkButton href="/setting/self/factor">二段階認証</LinkButton>
              <LinkButton href="/setting/self/sessions">ログイン中の端末</LinkButton>
              <LinkButton href="/setting/self/log">ログインの記録</LinkButton>
            </p>
            <p className="flex flex-wrap gap-3">
              {who.company_type === "seller" ? <LinkButton href="/s/day">今日の日報</LinkButton> : null}
              <LinkButton href="/setting/logout">ログアウト</LinkButton>
            </p>
          </section>
        </div>
        <section className="grid gap-2 rounded border border-line bg-surface p-4">
          <h2>通知</h2>
          <Facts
            facts={[
              { label: "メールの通知", value: DIGEST_LABEL[told.mail_digest] },
              { label: "切った通知", value: `${SWITCHES.length - told.on.length}件` },
              { label: "通知する端末", value: `${told.devices.length}台` },
            ]}
          />
          <p>
            <LinkButton href="/setting/self/notices">通知と端末を変更</LinkButton>
          </p>
        </section>
      </div>
    </div>
  );
}
