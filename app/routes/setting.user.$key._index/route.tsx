import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { memberLog, STATE_LABEL } from "~/lib/auth/member";
import { MEMBER_ACTS } from "~/lib/auth/member.act";
import { memberChange, memberRow } from "~/lib/auth/member.schema";
import { activityRow } from "~/lib/log/activity.schema";
import { formatDateTime } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { sendsMail } from "~/lib/web/temporary.password.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { RightsFields } from "./RightsFields";

export const meta = titledOf<{ row: { name: string } }>("アカウント", ({ row }) => row.name);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const path = `/users/${args.params.key}`;
  const [row, log] = await Promise.all([
    api.get(memberRow, path),
    api.get(z.object({ items: z.array(activityRow) }), `${path}/activity`),
  ]);
  return json({ row, mails: sendsMail(args), log: log.items.reverse(), self: row.username === who.username });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, memberChange, async (api, value) => {
    const row = await api.put(memberRow, `/users/${args.params.key}`, value);
    return flash(args, "/setting/user", `${row.name}さんのアカウントを保存しました。`);
  });
}

const TONES = { invited: "warn", active: "good", stopped: "muted" } as const;

export default function Account() {
  const { row, mails, log, self } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const acts = Object.entries(MEMBER_ACTS).filter(([, act]) => act.offered(row, self));
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center gap-3">
        <h1>{row.name}</h1>
        <Chip tone={TONES[row.state]}>{STATE_LABEL[row.state]}</Chip>
      </header>
      <div className="grid items-start gap-4 wide:grid-cols-2">
        <SchemaForm
          id="member"
          schema={memberChange}
          reply={reply}
          version={row.version}
          values={row}
          submit="保存"
          cancel="/setting/user"
        >
          <FieldSet legend="アカウント">
            <Facts
              facts={[
                { label: "メール", value: row.email },
                { label: "最終ログイン", value: row.last_login_time && formatDateTime(row.last_login_time) },
              ]}
            />
            <TextField name="name" label="氏名" />
          </FieldSet>
          <RightsFields />
        </SchemaForm>
        <div className="grid gap-4">
          <section className="grid gap-3 rounded border border-line bg-surface p-4">
            <h2>ログインについて</h2>
            <p className="flex flex-wrap gap-3">
              <LinkButton href={`/setting/user/${row.id}/sessions`}>ログイン中の端末</LinkButton>
              <LinkButton href={`/setting/user/log?${new URLSearchParams({ q: row.username })}`}>
                ログインの記録
              </LinkButton>
              {acts.map(([name, act]) => (
                <LinkButton
                  key={name}
                  tone={act.danger ? "danger" : undefined}
                  href={`/setting/user/${row.id}/${name}`}
                >
                  {act.label}
                </LinkButton>
              ))}
              {row.state === "invited" && !mails && (
                <LinkButton href={`/setting/user/${row.id}/password`}>仮パスワードを表示</LinkButton>
              )}
            </p>
            {self && (
              <p className="text-note text-muted">
                これは自分のアカウントです。停止はほかの管理者に、パスワードの変更は
                <a href="/setting/self">自分の設定</a>で行ってください。
              </p>
            )}
          </section>
          <section className="grid gap-3">
            <h2>履歴</h2>
            <Timeline
              entries={log.map((one) => ({
                id: one.key,
                who: one.actor_name,
                when: one.at,
                ...memberLog(one),
              }))}
            />
          </section>
        </div>
      </div>
    </div>
  );
}
