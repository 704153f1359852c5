import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { besideTreatment, treatmentChoice } from "~/lib/shop/treatment";
import { namedDefects, treated, treating, untreating } from "~/lib/task/treat.schema";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { DefectTable } from "./shared/defect.table";
import { TreatmentFields } from "./shared/treatment.fields";

export const meta = titled("不良の処置");

const LIST = "/bi/defective";

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const rows = searchParams.getAll("rows").join(" ");
  if (!rows) return redirect(LIST);
  const { items, reasons, steps } = await api.get(namedDefects, "/defects", { rows });
  return json({
    items,
    steps,
    treatments: treatmentChoice(reasons),
    back: backTo(
      args.request,
      who.permissions.includes("bi") ? LIST : `/task/${items[0]!.card_key}?tab=parts`,
    ),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const back = backTo(args.request, LIST);
  if (form.get("act") === "untreat")
    return submit(args, untreating, async (api, { rows }, key) => {
      const { num_treated } = await api.post(
        treated,
        "/defects/untreat",
        { rows: form.get("rows") ?? rows },
        key,
      );
      return flash(args, back, `${num_treated}件の処置を取り消しました。`);
    });
  return submit(args, treating, async (api, value, key) => {
    const rows = form.getAll("rows").join(" ");
    const done = await api.post(treated, "/defects/treat", { ...value, rows }, key);
    const made = done.num_made > 0 ? `カードを${done.num_made}枚作りました。` : "";
    return flashUndo(args, back, `${done.num_treated}件の処置を登録しました。${made}`, {
      action: `/task/treat?${new URLSearchParams({ return: back })}`,
      fields: { act: "untreat", rows },
    });
  });
}

export default function Treat() {
  const { items, steps, treatments, back, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const ticksOf = (waits: boolean) =>
    items
      .filter(({ is_open }) => is_open === waits)
      .map(({ tick }) => tick)
      .join(" ");
  const same = {
    reply: besideTreatment(again?.reply, treatments.name),
    idempotency_key: again?.idempotency_key ?? idempotency_key,
    cancel: back,
    action: `/task/treat?${new URLSearchParams({ rows: items.map(({ tick }) => tick).join(" "), return: back })}`,
  };
  const [open, done] = [ticksOf(true), ticksOf(false)];
  return (
    <div className="grid gap-4">
      <h1>不良の処置</h1>
      <DefectTable items={items} title="対象の不良" />
      {open ? (
        <SchemaForm id="treat" schema={treating} submit="処置を登録する" values={{ rows: open }} {...same}>
          <HiddenField name="rows" value={open} />
          <FieldSet legend={done ? "未処置のものの処置" : "処置"}>
            <TreatmentFields treatments={treatments} steps={steps} />
          </FieldSet>
        </SchemaForm>
      ) : (
        <SchemaForm id="untreat" schema={untreating} submit="処置を取り消す" tone="danger" {...same}>
          <HiddenField name="act" value="untreat" />
          <HiddenField name="rows" value={done} />
          <p>未処置に戻します。作った手直し・再製作のカードは、更新がなければ一緒に取り消します。</p>
        </SchemaForm>
      )}
    </div>
  );
}
