import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Tabs } from "~/components/list/Tabs";
import { META_LINKS, SHIFT_PATH } from "~/lib/shop/meta.form";
import { heldShiftText, heldText, shiftColumns, shiftValues } from "~/lib/shop/shift.form";
import { type Shifts, shifts, shiftsInput } from "~/lib/shop/shift.schema";
import { formatDate, today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("勤務時間");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ ...(await api.get(shifts, "/factories/self/shifts")), today: today() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, shiftsInput, async (api, value) => {
    await api.put(shifts, "/factories/self/shifts", value);
    return flash(args, SHIFT_PATH, "勤務時間を保存しました。");
  });
}

function Before({ sets }: { sets: Shifts["before"] }) {
  return (
    <section className="grid gap-2" aria-labelledby="before">
      <h2 id="before">これまでの勤務時間</h2>
      <ul className="divided rounded border border-line bg-surface">
        {sets.map(({ since, until, shifts: rows }) => (
          <li key={since} className="grid gap-1 px-3 py-2">
            <span className="font-bold tabular-nums">{heldText(since, until)}</span>
            {rows.map((one) => (
              <span key={one.whose} className="tabular-nums">
                {heldShiftText(one)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function ShiftSettings() {
  const settings = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>勤務時間</h1>
      <Tabs label="メタ情報" current={SHIFT_PATH} tabs={META_LINKS} />
      <SchemaForm
        id="shifts"
        action={SHIFT_PATH}
        schema={shiftsInput}
        reply={reply}
        version={settings.version}
        submit="保存"
        wide
        values={{ since: settings.today, shifts: settings.shifts.map(shiftValues) }}
      >
        <p className="text-note text-muted">
          日報は、勤務時間のうち記録のない時間だけをたずねます。作業者、グループ、全員の順に、近いものを使います。終業が始業より早いときは翌日（夜勤）です。
          {settings.shifts.length === 0
            ? "まだ決めていないので、その日の最初の記録から最後の記録までをたずねます。"
            : ""}
        </p>
        <FieldSet legend="変える日" columns={2}>
          <DateField
            name="since"
            label="いつから"
            help={`この日からの日報に使います。それより前の日は、前の勤務時間のままです。${settings.since ? `今の内容は${formatDate(settings.since)}からです。` : ""}`}
          />
        </FieldSet>
        <Lines name="shifts" columns={shiftColumns(settings)} min={0} max={60} />
      </SchemaForm>
      {settings.before.length > 0 ? <Before sets={settings.before} /> : null}
    </section>
  );
}
