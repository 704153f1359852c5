import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { contentText, draftAct, draftDetail, draftSaved } from "~/lib/order/draft.schema";
import { formatDateTime } from "~/lib/time/date";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("下書きの削除");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { fields: _, ...draft } = await api.get(draftDetail, `/orders/drafts/${args.params.key}`);
  return json({ draft });
}

const LISTS = ["/order/draft", "/order/template", "/order/new"];

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, draftAct, async (api, { act, version, back: asked }, idempotency_key) => {
    const back = LISTS.find((path) => path === asked) ?? LISTS[0]!;
    const noun = back === "/order/template" ? "ひな形" : "下書き";
    const call = `/orders/drafts/${key}/${act}`;
    await api.post(draftSaved, call, act === "delete" ? { version } : {}, idempotency_key);
    return act === "restore"
      ? flash(args, back, `${noun}を元に戻しました。`)
      : flashUndo(args, back, `${noun}を削除しました。`, {
          action: `/order/draft/${key}`,
          fields: { act: "restore", back },
        });
  });
}

export default function DraftDelete() {
  const { draft } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>下書きの削除</h1>
      <FactPanel
        facts={[
          { label: "依頼先", value: draft.seller_name },
          { label: "内容", value: contentText(draft) },
          { label: "保存", value: `${formatDateTime(draft.updated_time)}　${draft.name}` },
        ]}
      />
      <SchemaForm
        id="delete"
        schema={draftAct}
        answer={answer}
        submit="下書きを削除する"
        tone="danger"
        cancel="/order/draft"
        version={draft.version}
        idempotency_key={`order.draft.delete.${draft.key}.${draft.version}`}
      >
        <HiddenField name="act" value="delete" />
        <HiddenField name="back" value="/order/draft" />
      </SchemaForm>
    </section>
  );
}
