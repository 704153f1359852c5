import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { draftDetail } from "~/lib/accounting/delivery.draft.schema";
import { changed, stateChange } from "~/lib/accounting/document.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("下書きの削除");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { fields: _, ...draft } = await api.get(draftDetail, `/deliveries/drafts/${args.params.key}`);
  return json({ draft });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, stateChange, async (api, value, key) => {
    await api.post(changed, `/deliveries/drafts/${args.params.key}/delete`, value, key);
    return flash(args, "/accounting/delivery/draft", "下書きを削除しました。");
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
          { label: "依頼元", value: draft.buyer_name },
          { label: "カード", value: `${draft.num_cards}枚` },
          { label: "保存", value: `${formatDateTime(draft.updated_time)}　${draft.name}` },
        ]}
      />
      <p>下書きを削除すると、元に戻せません。カードは未納品のままです。</p>
      <SchemaForm
        id="delete"
        schema={stateChange}
        answer={answer}
        submit="下書きを削除する"
        tone="danger"
        cancel="/accounting/delivery/draft"
        version={draft.version}
        idempotency_key={`delete.draft.${draft.key}.${draft.version}`}
      />
    </section>
  );
}
