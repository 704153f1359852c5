import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChecksField } from "~/components/form/ChecksField";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cannotWork, runsUnmanned } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { starting } from "~/lib/task/work.schema";
import { known, workerOptions } from "~/lib/task/worker.pick";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { lastWorkers, rememberWorkers } from "~/lib/web/worker.server";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("着手");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page, processes } = await enterCard(args, "seller");
  const { workers, works, busy } = await api.get(cardWork, `/cards/${card.key}/work`);
  const at = works.filter((one) => one.work_end === null && !one.is_unmanned).map((one) => one.worker_id);
  const free = workers.filter((one) => !at.includes(one.worker_id));
  const last = known(free, await lastWorkers(args)).map((one) => String(one.worker_id));
  const runs_unmanned = runsUnmanned(processes, card.group_id);
  return json({ ...page, workers: free, busy, last, runs_unmanned });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, starting, async (api, value) => {
    const once = [
      "start",
      key,
      value.version,
      ...value.worker_ids,
      ...(value.override ? ["override"] : []),
      ...(value.is_unmanned ? ["unmanned"] : []),
    ].join(".");
    const card = await api.post(cardRow, `/cards/${key}/start`, value, once);
    const text = value.is_unmanned
      ? `「${card.name}」を無人運転にしました。`
      : `「${card.name}」に着手しました${card.worker ? `（${card.worker}）` : ""}。`;
    return rememberWorkers(
      args,
      value.worker_ids,
      await flashUndo(args, backTo(args.request, `/task/${key}`), text, backOf(card)),
    );
  });
}

export default function Start() {
  const { card, today, back, returning, workers, busy, last, runs_unmanned } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const closed = cannotWork(card, "着手");
  const warnings = reply?.error?.override ?? (reply?.error?.reason ? [] : null);
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="着手" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="start"
          action={`/task/${card.key}/start${returning}`}
          schema={starting}
          reply={reply}
          version={card.version}
          submit="着手する"
          cancel={back}
          values={{ worker_ids: last }}
        >
          {warnings ? (
            <FieldSet legend="着手する前に確認してください">
              {warnings.map((text: string) => (
                <p key={text} className="font-bold text-warn">
                  {text}
                </p>
              ))}
              <CheckField name="override" label="それでも着手する" />
              <TextArea
                name="reason"
                label="着手する理由"
                optional
                rows={2}
                help="履歴に残り、依頼元にも見えます。"
              />
            </FieldSet>
          ) : null}
          <FieldSet legend="作業者">
            {workers.length > 0 ? (
              <ChecksField
                name="worker_ids"
                label="だれが作業しますか"
                optional
                options={workerOptions(workers, busy)}
                help="何人でも選べます。選ばずに着手することもできます。次に着手するときも、同じ人が選ばれています。"
              />
            ) : (
              <p className="text-muted">選べる作業者がいません。作業者を選ばずに着手します。</p>
            )}
            {runs_unmanned ? (
              <CheckField
                name="is_unmanned"
                label="無人運転で着手する"
                help="機械だけで動きます。担当の実働には数えず、機械時間として数えます。"
              />
            ) : null}
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
