import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { dayPath, workerDay } from "~/lib/bi/day.schema";
import { correctingForm, indirectRow } from "~/lib/indirect/indirect.schema";
import { isDate, tokyoDate } from "~/lib/time/date";
import { tokyoLocal } from "~/lib/time/datetime";
import { passOf } from "~/lib/web/day.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("間接作業を直す");

const rowAt = async (args: LoaderFunctionArgs) => {
  const { api } = await enter(args);
  const key = args.params.key!;
  return { api, row: await api.get(indirectRow, `/indirect/${encodeURIComponent(key)}`) };
};

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { api, row } = await rowAt(args);
  const day = dayAsked(args) ?? tokyoDate(row.work_start);
  const { kinds } = await api.get(workerDay, `/days/${row.worker_id}`, { day });
  return json({ row, kinds, back: dayPath(row.worker_id, day), idempotency_key: crypto.randomUUID() });
}

/** A night's day is the one on which it began: the page from which one came. */
function dayAsked({ request }: LoaderFunctionArgs) {
  const day = new URL(request.url).searchParams.get("day");
  return isDate(day) ? day : null;
}

/** A field for time knows no seconds: only what differs from what was shown is a correction. */
function changedTimes<T extends { work_start?: string; work_end?: string }>(
  value: T,
  row: { work_start: string; work_end: string | null },
): T {
  const changed = (name: "work_start" | "work_end") =>
    value[name] && row[name] && tokyoLocal(value[name]) === tokyoLocal(row[name]) ? undefined : value[name];
  return { ...value, work_start: changed("work_start"), work_end: changed("work_end") };
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, correctingForm, async (api, { is_void, version, reason, ...value }, key) => {
    const { row } = await rowAt(args);
    const pass = passOf(args, row.worker_id);
    const act = is_void ? "void" : "correct";
    const asked = is_void
      ? { version, reason, pass }
      : { ...changedTimes(value, row), version, reason, pass };
    const after = await api.post(indirectRow, `/indirect/${row.key}/${act}`, asked, key);
    const said = is_void ? `「${row.label}」を取り消しました。` : "間接作業を直しました。";
    const day = dayAsked(args) ?? tokyoDate(after.work_start);
    return flash(args, dayPath(row.worker_id, day), said);
  });
}

export default function CorrectIndirect() {
  const { row, kinds, back, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const known = kinds.some((one) => one.reason_id === row.reason_id)
    ? kinds
    : [{ reason_id: row.reason_id, label: row.label }, ...kinds];
  return (
    <div className="grid gap-4">
      <header>
        <h1>間接作業を直す</h1>
        <p className="text-muted">{`${row.worker_name}さんの「${row.label}」`}</p>
      </header>
      {row.voided_time ? (
        <p className="text-bad">{`取り消されています（${row.void_reason}）。`}</p>
      ) : (
        <SchemaForm
          id="indirect"
          schema={correctingForm}
          answer={again}
          version={row.version}
          idempotency_key={idempotency_key}
          submit="保存"
          cancel={back}
          values={{
            reason_id: String(row.reason_id),
            work_start: tokyoLocal(row.work_start),
            work_end: row.work_end ? tokyoLocal(row.work_end) : "",
            note: row.note ?? "",
          }}
        >
          <FieldSet legend="内容" columns={2}>
            <SelectField
              name="reason_id"
              label="間接作業"
              options={known.map((one) => ({ value: String(one.reason_id), label: one.label }))}
            />
            <TextField name="work_start" label="開始" type="datetime-local" />
            <TextField name="work_end" label="終了" type="datetime-local" optional />
            <TextField name="note" label="メモ" optional />
            <TextArea name="reason" label="理由" />
            <CheckField name="is_void" label="この記録を取り消す" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
