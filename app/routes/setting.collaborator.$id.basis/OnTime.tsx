import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { SchemaForm } from "~/components/form/SchemaForm";
import { onTimeText } from "~/lib/accounting/basis";
import { onTimeChange, type PartnerBasis } from "~/lib/accounting/basis.schema";
import { ON_TIME_DAY_OPTIONS } from "~/lib/vocabulary/ontime";

type Side = NonNullable<PartnerBasis["buyer"]>;

/** By which day 納期遵守 counts, and where one may say so its form. */
export function OnTime({
  side: { on_time_day, may_change, version },
  reply,
}: {
  side: Side;
  reply?: Parameters<typeof SchemaForm>[0]["reply"];
}) {
  return (
    <>
      <p>{onTimeText(on_time_day)}</p>
      {may_change ? (
        <SchemaForm
          id="on-time"
          schema={onTimeChange}
          reply={reply}
          version={version}
          submit="保存"
          values={{ on_time_day }}
        >
          <FieldSet legend="納期遵守の日を変更する">
            <RadioField
              name="on_time_day"
              label="納期遵守の日"
              options={ON_TIME_DAY_OPTIONS}
              help="加工実績の納期遵守率で、納期に間に合ったかをどの日で見るかです。自社にもお相手にも同じ数字が出ます。過去の分も数え直します。"
            />
          </FieldSet>
        </SchemaForm>
      ) : null}
    </>
  );
}
