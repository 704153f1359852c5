import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskedField, CheckField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { formatNumber } from "~/lib/money/decimal";
import { besideTreatment, treatmentChoice } from "~/lib/shop/treatment";
import { CAUSES } from "~/lib/shop/worker.schema";
import { cannotWork } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { defecting } from "~/lib/task/work.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { enterCard } from "~/lib/web/card.server";
import { filesForm } from "~/lib/web/file.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = titled("不良登録");

export async function loader(args: LoaderFunctionArgs) {
  const {
    api,
    card,
    detail: { processes },
    today,
    back,
    returning,
  } = await enterCard(args, "seller");
  const { reasons, workers, num_left } = await api.get(cardWork, `/cards/${card.key}/work`);
  return json({
    card,
    today,
    back,
    returning,
    idempotency_key: crypto.randomUUID(),
    // Where nothing is left to do, what is found was counted already.
    values: { group_id: String(card.group_id), from_counted: num_left === "0" ? "on" : "" },
    counted: card.num_good !== "0" || card.num_partial !== "0",
    reasons: reasons
      .filter((one) => one.kind === "defect")
      .map((one) => ({ value: String(one.reason_id), label: one.label })),
    treatments: treatmentChoice(reasons),
    workers: workers.map((one) => ({ value: String(one.worker_id), label: one.name })),
    steps: processes
      .filter((one) => one.role !== "inbox")
      .map(({ group_id, label }) => ({ value: String(group_id), label })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, defecting, async (api, value, given) => {
    const card = await api.upload(
      cardRow,
      `/cards/${key}/defect`,
      filesForm(await formOf(args), value),
      given,
    );
    const [found] = (await api.get(cardWork, `/cards/${key}/work`)).defects.slice(-1);
    const child = found?.child_key
      ? `${found.treatment_label ?? TREATMENT_LABEL[found.treatment!]}のカードを作りました。`
      : "";
    const text = `不良 ${formatNumber(value.num)}${UNIT_LABEL[card.order_unit]}を登録しました。${child}`;
    return flashUndo(args, backTo(args.request, `/task/${key}?tab=parts`), text, backOf(card));
  });
}

export default function Defect() {
  const {
    card,
    today,
    back,
    returning,
    idempotency_key,
    values,
    counted,
    reasons,
    treatments,
    workers,
    steps,
  } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const none = reasons.length === 0 ? "不良理由がまだありません。管理者がメタ情報で登録します。" : null;
  const closed = cannotWork(card, "不良を登録") ?? none;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="不良登録" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="defect"
          action={`/task/${card.key}/defect${returning}`}
          schema={defecting}
          version={card.version}
          upload
          idempotency_key={again?.idempotency_key ?? idempotency_key}
          reply={besideTreatment(again?.reply, treatments.name)}
          submit="登録する"
          cancel={back}
          values={values}
        >
          <FieldSet
            legend={`数量 ${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}のうち`}
            columns={2}
          >
            <NumberField name="num" label="不良数" unit={UNIT_LABEL[card.order_unit]} />
            <SelectField name="reason_id" label="不良理由" options={reasons} width="full" />
            <SelectField name="group_id" label="発生工程" options={steps} width="full" />
            <SelectField name="cause" label="原因" optional options={CAUSES} />
            {workers.length > 0 ? (
              <SelectField name="worker_id" label="作業者" optional options={workers} width="full" />
            ) : null}
            {counted ? (
              <CheckField
                name="from_counted"
                label="数えた数から引く"
                help="良品・途中としてもう数えた中から見つかったときに選びます。"
              />
            ) : null}
            <AskedField name="over" label="予定数を超えて登録する" />
          </FieldSet>
          <FieldSet legend="処置">
            <RadioField
              {...treatments}
              label="処置"
              optional={false}
              help="手直し・再製作は、その数のカードを作ります。廃棄は数えるだけです。特採はそのまま使い、良品から引きません。"
            />
            <SelectField name="rework_group_id" label="手直し・再製作を始める工程" optional options={steps} />
            <CheckField
              name="is_billing_target"
              label="手直し・再製作を請求対象にする"
              help="入れないときは単価0円、請求対象外になります。"
            />
          </FieldSet>
          <FieldSet legend="記録">
            <FileField
              name="files"
              label="写真"
              optional
              accept={ACCEPT_IMAGES}
              help="3枚まで。自社だけが見られます。"
            />
            <TextArea name="note" label="メモ" optional rows={2} />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
