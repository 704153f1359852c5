import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { CONTROL_LABEL, control, controlling, FROZEN_FROM } from "~/lib/bi/control.schema";
import { actsOf, changeText, frozenBy, frozenText, limitsHref } from "~/lib/bi/control.words";
import { qualityHref } from "~/lib/bi/quality.list";
import { loadControl } from "~/lib/web/control.server";
import { flashUndo } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("管理限界の固定");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ ...(await loadControl(args)), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, controlling, async (api, value, given) => {
    const { act, item_id, product_id, group_id, revision } = value;
    const strand = { item_id, product_id, group_id, revision };
    const { version } = await api.post(control, "/bi/quality/limits", value, given);
    const undo = { ...strand, act: "undo", version, reason: "登録の直後に元に戻す" };
    const fields = Object.fromEntries(Object.entries(undo).map(([name, one]) => [name, String(one)]));
    const back = { action: limitsHref(strand), fields };
    const text = `管理限界の「${CONTROL_LABEL[act]}」を登録しました。`;
    const { searchParams } = new URL(args.request.url);
    const shown = { from: searchParams.get("from"), to: searchParams.get("to") };
    const days = act === "freeze" ? { from: value.from ?? shown.from, to: value.to ?? shown.to } : shown;
    return flashUndo(args, qualityHref({ ...strand, ...days }), text, back);
  });
}

export default function Limits() {
  const { state, strand, scope, single, period, idempotency_key } = useLoaderData<typeof loader>();
  const acts = actsOf(state);
  const { frozen } = state;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>管理限界の固定</h1>
      <p>{scope ? [scope.product, scope.status, scope.label].join("・") : "この期間に値はありません。"}</p>
      <p className="text-muted">
        固定すると、その後の値を、固定した限界と比べます。管理限界は工程の変化を見るもので、OK/NGの判定ではありません。
      </p>
      <Facts
        facts={[
          {
            label: "いまの管理限界",
            value: frozen ? `固定 ${frozenText(frozen)}` : "固定していません（値から計算）",
          },
          frozen && { label: "固定した人", value: frozenBy(frozen) },
          { label: "この期間の値", value: `${single?.n ?? 0}点（${FROZEN_FROM}点から固定できます）` },
          { label: "この期間の平均", value: single?.mean },
        ]}
      />
      <SchemaForm
        id="limits"
        action={limitsHref(strand, period)}
        schema={controlling}
        answer={useActionData<typeof action>()}
        version={state.version}
        idempotency_key={idempotency_key}
        submit="登録"
        cancel={qualityHref({ ...strand, ...period })}
        values={{ act: "freeze", ...period }}
      >
        {Object.entries(strand).map(([name, value]) => (
          <HiddenField key={name} name={name} value={value} />
        ))}
        <FieldSet legend="操作">
          <RadioField name="act" label="何をしますか" options={acts} />
          <DateField name="from" label="計算する期間（から）" optional help="固定するときに使います。" />
          <DateField name="to" label="計算する期間（まで）" optional />
          <TextArea name="reason" label="理由" rows={2} help="例: 工具交換のあと。更新履歴に残ります。" />
        </FieldSet>
      </SchemaForm>
      {state.changes.length > 0 ? (
        <section className="grid gap-2">
          <h2>これまでの固定と解除</h2>
          <ul className="grid gap-1">
            {state.changes.map((change) => (
              <li key={change.seq}>{changeText(change)}</li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
