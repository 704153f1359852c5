import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { HomeScreen } from "~/components/frame/HomeScreen";
import { noticeInput, notices } from "~/lib/auth/notice.schema";
import { browserName } from "~/lib/auth/push.schema";
import { formatDateTime } from "~/lib/time/date";
import { DIGEST_LABEL } from "~/lib/vocabulary/notice";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Switches } from "./Switches";

export const meta = titled("通知の設定");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({
    ...(await api.get(notices, "/users/self/notices")),
    push_key: (await args.context.app.sender()).publicKey,
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, noticeInput, async (api, value) => {
    await api.put(notices, "/users/self/notices", value);
    return flash(args, "/setting/self", "通知の設定を保存しました。");
  });
}

const DIGESTS = Object.entries(DIGEST_LABEL).map(([value, label]) => ({ value, label }));
const PUSH_LOOK =
  "inline-flex h-9 items-center rounded border border-accent bg-accent px-4 font-bold text-white touch:h-11";
export default function Notices() {
  const { version, mail_digest, on, devices, push_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const typed = reply?.initialValue?.on as string | string[] | undefined;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>通知の設定</h1>
      <SchemaForm
        id="notices"
        schema={noticeInput}
        reply={reply}
        version={version}
        values={{ mail_digest }}
        submit="保存"
        cancel="/setting/self"
      >
        <FieldSet legend="メール">
          <RadioField name="mail_digest" label="メールの通知" options={DIGESTS} />
        </FieldSet>
        <FieldSet legend="種類ごと">
          <Switches on={reply ? [typed ?? []].flat() : on} />
        </FieldSet>
      </SchemaForm>
      <HomeScreen />
      <section id="devices" className="grid gap-2 rounded border border-line bg-surface p-4">
        <h2>プッシュ通知を受け取る端末</h2>
        {devices.length === 0 && (
          <p className="text-muted">
            まだありません。通知を受け取りたいパソコンやスマホでこの画面を開き、「この端末で通知を受け取る」を押してください。
          </p>
        )}
        <ul className="grid">
          {devices.map((one) => (
            <li
              key={one.device_id}
              className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
            >
              <span>
                {browserName(one.user_agent)}
                <span className="ml-3 text-note text-muted tabular-nums">
                  登録 {formatDateTime(one.created_time)}・最終利用 {formatDateTime(one.used_time)}
                </span>
              </span>
              <OneTap action="/setting/self/device" fields={{ remove: one.device_id }} tone="plain">
                やめる
              </OneTap>
            </li>
          ))}
        </ul>
        <div
          data-rare
          data-push={push_key}
          data-look={PUSH_LOOK}
          hidden
          className="grid justify-items-start gap-1"
        />
        {devices.length > 0 ? (
          <OneTap action="/setting/self/push-test" fields={{}}>
            試しに送る
          </OneTap>
        ) : null}
      </section>
    </div>
  );
}
