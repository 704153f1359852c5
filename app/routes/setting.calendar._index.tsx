import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { holidayAdded, holidayInput, holidays, holidayYear } from "~/lib/company/calendar.schema";
import { formatDate, today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("営業日カレンダー");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = holidayYear.safeParse(Object.fromEntries(new URL(args.request.url).searchParams));
  const year = asked.success ? asked.data.year : Number(today().slice(0, 4));
  return json({
    ...(await api.get(holidays, "/factories/self/holidays", { year })),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, holidayInput, async (api, value, key) => {
    const { added } = await api.post(holidayAdded, "/factories/self/holidays", value, key);
    const told = added === 0 ? "すでに休業日です。" : `休業日を${added}日加えました。`;
    return flash(
      args,
      `/setting/calendar?year=${value.holiday.slice(0, 4)}`,
      told,
      added === 0 ? "info" : "success",
    );
  });
}

export default function Calendar() {
  const { year, items, ...first } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <header>
        <h1>営業日カレンダー</h1>
        <p className="text-muted">
          土曜と日曜は休みです。ここに加えた日も、停滞日数や工程期限などの営業日の計算で休みとして数えます。
        </p>
      </header>
      <nav aria-label="年" className="flex flex-wrap items-center gap-3">
        <LinkButton href={`/setting/calendar?year=${year - 1}`}>{`${year - 1}年`}</LinkButton>
        <b className="tabular-nums">
          {year}年（{items.length}日）
        </b>
        <LinkButton href={`/setting/calendar?year=${year + 1}`}>{`${year + 1}年`}</LinkButton>
        <span className="ml-auto">
          <OneTap
            action="/setting/calendar/national"
            fields={{ year, idempotency_key: `national.${year}.${first.idempotency_key}` }}
          >
            国民の祝日を加える
          </OneTap>
        </span>
      </nav>
      {items.length === 0 ? (
        <p className="text-muted">{year}年の休業日はまだありません。</p>
      ) : (
        <ul className="rounded border border-line bg-surface px-4">
          {items.map((one) => (
            <li
              key={one.holiday}
              className="flex items-center justify-between gap-4 border-b border-line py-1 last:border-0"
            >
              <span>
                <span className="tabular-nums">{formatDate(one.holiday)}</span>{" "}
                <span className="ml-3 text-muted">{one.label}</span>
              </span>
              <OneTap action="/setting/calendar/remove" fields={{ holiday: one.holiday }} tone="plain">
                <span className="sr-only">{formatDate(one.holiday)} を</span>やめる
              </OneTap>
            </li>
          ))}
        </ul>
      )}
      <SchemaForm
        id="holiday"
        schema={holidayInput}
        answer={useActionData<typeof action>()}
        idempotency_key={first.idempotency_key}
        submit="休業日を加える"
        cancel="/setting"
      >
        <FieldSet legend="休業日を加える" columns={2}>
          <DateField name="holiday" label="休業日" lean="coming" />
          <DateField name="until" label="最終日" lean="coming" optional />
          <TextField name="label" label="名称" optional help="夏季休業、創立記念日など。" />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
