import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChecksField } from "~/components/form/ChecksField";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cardWork } from "~/lib/task/work.page.schema";
import { pausing } from "~/lib/task/work.schema";
import { parseList } from "~/lib/task/worker.pick";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("中断");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page } = await enterCard(args, "seller");
  const { works, reasons } = await api.get(cardWork, `/cards/${card.key}/work`);
  const going = works.filter((one) => one.work_end === null && !one.is_paused);
  const picked = parseList(new URL(args.request.url).searchParams.get("worker")).map(String);
  return json({
    ...page,
    going,
    picked,
    reasons: reasons.filter((one) => one.kind === "pause"),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, pausing, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/pause`, value, given);
    return flashUndo(
      args,
      backTo(args.request, `/task/${key}`),
      `「${card.name}」の作業を中断しました。`,
      backOf(card, "resume"),
    );
  });
}

export default function Pause() {
  const { card, today, back, returning, going, picked, reasons, idempotency_key } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const named = going.filter((one) => one.worker_id !== null);
  const closed = going.length === 0 ? "作業中の人がいません。着手すると、中断できます。" : null;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="中断" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="pause"
          action={`/task/${card.key}/pause${returning}`}
          schema={pausing}
          reply={reply}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="中断する"
          cancel={back}
          values={{ worker_ids: picked }}
        >
          <FieldSet legend="なぜ中断しますか">
            {reasons.length > 0 ? (
              <RadioField
                name="reason_id"
                label="中断理由"
                optional
                either
                options={reasons.map((one) => ({ value: String(one.reason_id), label: one.label }))}
                help="当てはまるものがないときは、メモに書いてください。"
              />
            ) : null}
            <TextArea name="reason" label="メモ" optional either rows={2} help="社内だけに見えます。" />
            {named.length > 1 ? (
              <ChecksField
                name="worker_ids"
                label="だれの作業ですか"
                optional
                help="選ばないときは、全員の作業を中断します。"
                options={named.map((one) => ({ value: String(one.worker_id), label: one.worker_name ?? "" }))}
              />
            ) : picked[0] ? (
              <HiddenField name="worker_ids" value={picked[0]} />
            ) : null}
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
