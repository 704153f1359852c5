import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskedField, CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, NumberField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { asTyped, changedOnly } from "~/lib/task/work.correct";
import { cardWork } from "~/lib/task/work.page.schema";
import { correcting } from "~/lib/task/work.schema";
import { workerOptions } from "~/lib/task/worker.pick";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Head } from "./task.$key._index/Head";

export const meta = cardTitled("実績の修正");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, today } = await enterCard(args, "seller");
  if (!who.is_admin) throw new Response(null, { status: 403 });
  const { works, workers } = await api.get(cardWork, `/cards/${card.key}/work`);
  const row = works.find((one) => String(one.key) === new URL(args.request.url).searchParams.get("work"));
  if (!row) throw new Response(null, { status: 404 });
  return json({ card, today, row, workers, idempotency_key: crypto.randomUUID() });
}

/** Only what differs from what was shown is a correction: a field for time knows no seconds. */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const { api } = await enter(args);
  const form = await formOf(args);
  const { works } = await api.get(cardWork, `/cards/${key}/work`);
  changedOnly(
    form,
    works.find((one) => String(one.key) === form.get("work_key")),
  );
  return submit(args, correcting, async (calls, value, given) => {
    const card = await calls.post(cardRow, `/cards/${key}/correct`, value, given);
    return flash(args, `/task/${card.key}?tab=work`, "実績を修正しました。前の値は履歴に残っています。");
  });
}

export default function Correct() {
  const { card, today, row, workers, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const unit = UNIT_LABEL[card.order_unit];
  const gone = row.worker_id !== null && !workers.some((one) => one.worker_id === row.worker_id);
  const people = [
    ...(gone ? [{ value: String(row.worker_id), label: row.worker_name ?? "" }] : []),
    ...workerOptions(workers),
  ];
  const values = { ...asTyped(row), with_counts: card.shipped_time || card.cancelled_time ? "" : "on" };
  const typed = again?.reply && { ...again.reply, initialValue: { ...values, ...again.reply.initialValue } };
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="実績の修正" />
      <SchemaForm
        id="correct"
        action={`/task/${card.key}/correct?work=${row.key}`}
        schema={correcting}
        reply={typed}
        version={card.version}
        idempotency_key={again?.idempotency_key ?? idempotency_key}
        submit="修正する"
        cancel={`/task/${card.key}?tab=work`}
        values={values}
      >
        <HiddenField name="work_key" value={row.key} />
        <FieldSet legend={`工程「${row.status}」の実績`} columns={3}>
          <SelectField name="worker_id" label="作業者" optional options={people} width="full" />
          <TextField name="work_start" label="着手" optional type="datetime-local" />
          <TextField name="work_end" label="終了" optional type="datetime-local" />
          <NumberField name="num_good" label="良品数" unit={unit} />
          <NumberField name="num_defective" label="不良数" unit={unit} />
          <NumberField name="num_partial" label="途中数" unit={unit} />
          <CheckField
            name="is_unmanned"
            label="無人運転（機械だけの時間）"
            help="実働に数えず、機械時間として数えます。"
          />
          <CheckField
            name="is_void"
            label="間違いだったので取り消す"
            help="実績として数えなくなります。行は取消線を引いて残ります。"
          />
          <CheckField
            name="with_counts"
            label="カードの数量も直す"
            help="数を変えた分、または取り消した分だけ、カードの良品・不良・途中の数も変わります。"
          />
          <AskedField name="over" label="予定数を超えて登録する" />
        </FieldSet>
        <FieldSet legend="修正の理由">
          <TextArea
            name="reason"
            label="修正の理由"
            rows={2}
            help="前の値といっしょに履歴に残ります。社内だけに見えます。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
