import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { rowLabel, rowText } from "~/lib/accounting/inspection";
import {
  answering,
  inspectionSheet,
  replacing,
  reversing,
  reworking,
} from "~/lib/accounting/inspection.schema";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titledOf<{ sheet: { number: string } }>("検収", ({ sheet }) => sheet.number);

const ACTS = {
  answer: { title: "回答する", schema: answering, submit: "回答を送る", done: "回答を送りました。" },
  reverse: { title: "取り消す", schema: reversing, submit: "取り消す", done: "検収を取り消しました。" },
  ask: {
    title: "みなし検収の取消を依頼",
    schema: reversing,
    submit: "依頼する",
    done: "取消を依頼しました。お相手が同意すると取り消されます。",
  },
  rework: { title: "手直し完了", schema: reworking, submit: "合格にする", done: "合格にしました。" },
  replace: {
    title: "再納の納品書を発行",
    schema: replacing,
    submit: "発行する",
    done: "再納の納品書を発行しました。",
  },
} as const;
type Act = keyof typeof ACTS;

function actOf(request: Request): Act {
  const act = new URL(request.url).searchParams.get("act") ?? "answer";
  if (!Object.hasOwn(ACTS, act)) throw new Response(null, { status: 404 });
  return act as Act;
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const sheet = await api.get(inspectionSheet, `/deliveries/${args.params.key}/inspection`);
  const line = sheet.lines.find((one) => one.rows.some(({ key }) => String(key) === args.params.row));
  const row = line?.rows.find(({ key }) => String(key) === args.params.row);
  if (!line || !row) throw new Response(null, { status: 404 });
  const { rows: _, ...lineOnly } = line;
  const act = actOf(args.request);
  return json({ sheet, line: lineOnly, row, act, today: today(), idempotency_key: crypto.randomUUID() });
}

const answered = z.object({ key: z.number() });

export async function action(args: ActionFunctionArgs) {
  const { key, row } = args.params;
  const act = actOf(args.request);
  return submit(args, ACTS[act].schema as z.ZodType, async (api, value, idempotency_key) => {
    const made = await api.post(answered, `/inspections/${row}/${act}`, value as object, idempotency_key);
    return flash(args, `/accounting/delivery/${act === "replace" ? made.key : key}`, ACTS[act].done);
  });
}

export default function InspectionAct() {
  const { sheet, line, row, act, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const { title, schema, submit: label } = ACTS[act];
  const at = `/accounting/delivery/${sheet.key}`;
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-1">
        <h1>{title}</h1>
        <p>
          納品書 {sheet.number}・{sheet.partner_name}・{line.name}
        </p>
        <p className="tabular-nums">
          <b>{rowLabel(row)}</b> {rowText(row)}
        </p>
        {row.words ? <p className="whitespace-pre-wrap text-muted">{row.words}</p> : null}
      </header>
      <SchemaForm
        id="inspection"
        action={`${at}/inspection/${row.key}?act=${act}`}
        schema={schema}
        answer={useActionData<typeof action>()}
        idempotency_key={idempotency_key}
        submit={label}
        cancel={`${at}#inspection`}
        values={{
          agreed: "yes",
          num_accepted: row.num_rejected,
          num_items: line.num_refill,
          inspected_date: day,
          delivery_date: day,
        }}
      >
        <FieldSet legend="内容">
          {act === "answer" ? (
            <RadioField
              name="agreed"
              label="回答"
              options={[
                { value: "yes", label: "同意する" },
                { value: "no", label: "同意しない" },
              ]}
              help={row.treatment === "concession" ? "同意すると、特採の単価で請求します。" : undefined}
            />
          ) : null}
          {act === "rework" ? <NumberField name="num_accepted" label="合格数" /> : null}
          {act === "rework" ? <DateField name="inspected_date" label="検収日" optional /> : null}
          {act === "replace" ? <NumberField name="num_items" label="再納数" /> : null}
          {act === "replace" ? <DateField name="delivery_date" label="納品日" /> : null}
          {act === "replace" ? null : (
            <TextArea
              name="words"
              label={act === "reverse" || act === "ask" ? "理由" : "内容"}
              optional={act === "answer" || act === "rework"}
              rows={2}
            />
          )}
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
