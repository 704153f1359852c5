import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { PLACES } from "~/lib/product/product";
import { repricing, repricingUndo } from "~/lib/product/product.edit.schema";
import { PRODUCT_LABEL } from "~/lib/product/product.fields";
import { type Repriced, repriced, repricedCount, repricingUndone } from "~/lib/product/product.master.schema";
import { formatDate, today } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { chosenProducts } from "~/lib/web/product.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Plan } from "./Plan";

export const meta = titled("単価一括改定");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  if (!seesAmounts(who)) throw new Response(null, { status: 403 });
  return json({
    num: chosenProducts(args).length,
    today: today(),
    search: new URL(args.request.url).search,
    idempotency_key: crypto.randomUUID(),
  });
}

const form = repricing.omit({ ids: true });

/** First shows what each price would become; the second press changes them; `?undo=1` takes that back. */
export async function action(args: ActionFunctionArgs) {
  if (new URL(args.request.url).searchParams.has("undo")) {
    return submit(args, repricingUndo, async (api, value, key) => {
      const { num, num_kept } = await api.post(repricingUndone, "/products/reprice/undo", value, key);
      return flash(
        args,
        "/setting/product",
        `${num}件の単価を元に戻しました。${num_kept > 0 ? `もう受注のある${num_kept}件はそのままです。` : ""}`,
      );
    });
  }
  return submit(args, form, async (api, value, key) => {
    const ids = chosenProducts(args);
    if ((await formOf(args)).get("go") === "save") {
      const { num, created_time } = await api.post(
        repricedCount,
        "/products/reprice",
        { ids, ...value },
        key,
      );
      return flashUndo(
        args,
        "/setting/product",
        `${num}件の単価を改定しました（${formatDate(value.effective_from)}から）。`,
        {
          action: "/setting/product/reprice?undo=1",
          fields: { effective_from: value.effective_from, created_time, idempotency_key: `undo.${key}` },
        },
      );
    }
    const plan = await api.post(repriced, "/products/reprice/plan", { ids, ...value }, crypto.randomUUID());
    const typed = Object.fromEntries(
      [...(await formOf(args))].filter(
        (one): one is [string, string] => typeof one[1] === "string" && one[0] !== "go",
      ),
    );
    return json({ reply: { initialValue: typed }, idempotency_key: key, plan } as unknown as Reply);
  });
}

export default function Reprice() {
  const { num, today: day, search, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>() as (Reply & { plan?: Repriced }) | undefined;
  const key = again?.idempotency_key ?? idempotency_key;
  const places = Object.entries(PLACES).map(([value, label]) => ({ value, label: `${label}を四捨五入` }));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <header>
        <h1 className="text-title font-bold">単価一括改定</h1>
        <p className="text-muted">
          選んだ{num}件の、適用開始日に使われている単価に率を掛けて、新しい版にします。
        </p>
      </header>
      <SchemaForm
        id="reprice"
        schema={form}
        reply={again?.reply}
        idempotency_key={key}
        submit="改定後の単価を見る"
        cancel="/setting/product"
        action={`/setting/product/reprice${search}`}
        values={{ places: "sen", effective_from: day, agreed_on: day }}
      >
        <FieldSet legend="改定の内容" columns={2}>
          <NumberField
            name="rate"
            label="改定率"
            unit="%"
            help="値上げは 5、値下げは -3 のように入れます。"
          />
          <SelectField name="places" label="端数" options={places} />
          <TextField name="note" label="メモ" optional />
          <DateField name="effective_from" label={PRODUCT_LABEL.effective_from} lean="coming" />
          <DateField
            name="agreed_on"
            label={PRODUCT_LABEL.agreed_on}
            help="値下げは、合意日より前にさかのぼれません。"
          />
        </FieldSet>
        {again?.plan ? <Plan plan={again.plan} /> : null}
      </SchemaForm>
    </div>
  );
}
