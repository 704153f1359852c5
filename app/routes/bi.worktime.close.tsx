import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { WORKTIME } from "~/lib/bi/worktime.list";
import { closed, closing, openWorks } from "~/lib/bi/worktime.review.schema";
import { formatDateTime } from "~/lib/time/date";
import { tokyoLocal } from "~/lib/time/datetime";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enterWorktime } from "~/lib/web/worktime.server";

export const meta = titled("未終了を一括終了");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enterWorktime(args);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  const { items } = await api.get(openWorks, "/bi/worktime/open");
  return json({ items, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { who } = await enterWorktime(args);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  return submit(args, closing, async (api, body, key) => {
    const { num } = await api.post(closed, "/bi/worktime/close", body, key);
    return flash(args, WORKTIME, `${num}件の作業を終了しました。時刻は「時刻を直す」で直せます。`);
  });
}

export default function WorktimeClose() {
  const { items, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  if (items.length === 0 && !again)
    return (
      <div className="grid gap-4">
        <h1>未終了を一括終了</h1>
        <p className="text-good">未終了の作業はありません。</p>
        <p>
          <LinkButton href={WORKTIME}>作業日報に戻る</LinkButton>
        </p>
      </div>
    );
  return (
    <div className="grid gap-4">
      <h1>未終了を一括終了</h1>
      <p>
        勤務が終わっても終了されていない作業です。終了の時刻を確かめ、終了するものだけを選んでください。数量は変わりません。
      </p>
      <SchemaForm
        id="close"
        action={`${WORKTIME}/close`}
        schema={closing}
        answer={again}
        idempotency_key={idempotency_key}
        values={{
          reason: "未終了を一括終了",
          rows: items.map(({ kind, key, version, work_end }) => ({
            kind,
            key,
            version,
            is_taken: "on",
            work_end: tokyoLocal(work_end),
          })),
        }}
        submit="選んだ作業を終了する"
        cancel={WORKTIME}
      >
        {items.map(({ kind, key, version, worker, card_id, name, label, start }, at) => (
          <FieldSet key={`${kind} ${key}`} legend={`${worker}　${card_id ?? "間接"} ${label}`} columns={2}>
            <HiddenField name={`rows[${at}].kind`} value={kind} />
            <HiddenField name={`rows[${at}].key`} value={key} />
            <HiddenField name={`rows[${at}].version`} value={version} />
            <CheckField
              name={`rows[${at}].is_taken`}
              label="終了する"
              help={[name, `${kind === "card" ? "着手" : "開始"} ${formatDateTime(start)}`]
                .filter(Boolean)
                .join("　")}
            />
            <TextField name={`rows[${at}].work_end`} label="終了" type="datetime-local" either />
          </FieldSet>
        ))}
        <FieldSet legend="理由">
          <TextArea name="reason" label="理由" rows={2} help="それぞれの記録の履歴に残ります。" />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
