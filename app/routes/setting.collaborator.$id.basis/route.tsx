import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { basisOn, basisText } from "~/lib/accounting/basis";
import { basisChange, onTimeChange, type PartnerBasis, partnerBasis } from "~/lib/accounting/basis.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { addDays, formatDate, formatDateTime, today } from "~/lib/time/date";
import { BASIS_OPTIONS } from "~/lib/vocabulary/inspection";
import { ON_TIME_DAY_LABEL } from "~/lib/vocabulary/ontime";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { partnerTitled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PartnerHead } from "../setting.collaborator.$id._index/PartnerHead";
import { OnTime } from "./OnTime";

export const meta = partnerTitled("計上基準");

type Side = NonNullable<PartnerBasis["buyer"]>;
const TITLE = { buyer: "納品する相手として", seller: "納品を受ける相手として" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const id = encodeURIComponent(args.params.id!);
  const [partner, basis] = await Promise.all([
    api.get(partnerDetail, `/factories/collaborators/${id}`),
    api.get(partnerBasis, `/bases/${id}`),
  ]);
  return json({ partner, basis, today: today() });
}

export async function action(args: ActionFunctionArgs) {
  const id = encodeURIComponent(args.params.id!);
  const there = `/setting/collaborator/${id}/basis`;
  if ((await formOf(args)).has("on_time_day"))
    return submit(args, onTimeChange, async (api, value) => {
      await api.put(partnerBasis, `/bases/${id}/on-time`, value);
      return flash(args, there, `納期遵守を${ON_TIME_DAY_LABEL[value.on_time_day]}で数えます。`);
    });
  return submit(args, basisChange, async (api, value) => {
    await api.put(partnerBasis, `/bases/${id}`, value);
    const text = basisText({ ...value, inspection_days: value.inspection_days ?? null });
    return flash(args, there, text);
  });
}

export default function BasisPage() {
  const { partner, basis, today: day } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const ofTime = [reply?.initialValue, reply?.error].some((one) => one?.on_time_day !== undefined);
  return (
    <div className="grid gap-4">
      <PartnerHead partner={partner} part="/basis" />
      <p className="text-muted">
        納品した明細を、どの日付で、どの月の請求に入れるかの決まりです。発行済みの書類と締め済みの期間は変わりません。
      </p>
      {(["buyer", "seller"] as const).map((side) => {
        const terms = basis[side];
        if (!terms) return null;
        return (
          <section key={side} className="grid gap-3">
            <h2>{TITLE[side]}</h2>
            <Rows side={terms} day={day} />
            {terms.may_change ? (
              <ChangeForm side={terms} day={day} reply={ofTime ? undefined : reply} />
            ) : null}
            <OnTime side={terms} reply={ofTime ? reply : undefined} />
            {side === "seller" ? (
              <p className="text-note text-muted">どちらも、納品する側の会社が決めます。</p>
            ) : null}
          </section>
        );
      })}
    </div>
  );
}

function Rows({ side: { rows }, day }: { side: Side; day: string }) {
  const current = basisOn(rows, day);
  return (
    <ul className="grid gap-2 rounded border border-line bg-surface p-4">
      {rows.map((row) => (
        <li key={row.key} className={row.key === current.key ? "font-bold" : ""}>
          {basisText(row)}
          <span className="block text-note text-muted">
            {row.set_by}・{formatDateTime(row.set_time)}
          </span>
        </li>
      ))}
      <li className={current.key === undefined ? "font-bold" : ""}>
        {rows.length > 0 ? "それより前に納品した分は、" : ""}納品日で請求します。みなし検収はしません。
      </li>
    </ul>
  );
}

type FormProps = { side: Side; day: string; reply?: Parameters<typeof SchemaForm>[0]["reply"] };

function ChangeForm({ side: { rows, closed_end }, day, reply }: FormProps) {
  const { basis, inspection_days } = basisOn(rows, day);
  const first = closed_end && closed_end >= day ? addDays(closed_end, 1) : day;
  return (
    <SchemaForm
      id="basis"
      schema={basisChange}
      reply={reply}
      submit="保存"
      values={{
        basis,
        from_date: first,
        inspection_days: inspection_days === null ? "" : String(inspection_days),
      }}
    >
      <FieldSet legend="計上基準を変更する">
        <RadioField
          name="basis"
          label="計上基準"
          options={BASIS_OPTIONS}
          help="検収日にすると、検収された数だけを、検収された月に請求します。"
        />
        <DateField
          name="from_date"
          label="適用開始日"
          help={`この日以降に納品する分から変わります。${closed_end ? `${formatDate(closed_end)}までは締め済みです。` : ""}`}
        />
        <NumberField
          name="inspection_days"
          label="みなし検収までの営業日数"
          optional
          unit="営業日"
          help="納品からこの日数のあいだに検収がない明細は、合格とみなします（土日祝と12/31〜1/3を除く）。空欄なら、みなし検収はしません。"
        />
      </FieldSet>
    </SchemaForm>
  );
}
