import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, HiddenField, TextArea, TextField } from "~/components/form/fields";
import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { limitsText } from "~/lib/measurement/measure";
import type { RecordItem } from "~/lib/shop/record.schema";

export const measureValues = (items: RecordItem[]) =>
  items.map(({ item_id }) => ({ item_id: String(item_id), value: "" }));

const helpOf = (item: RecordItem) =>
  [
    item.is_required ? "必須" : "",
    limitsText(item) && `規格 ${limitsText(item)}`,
    item.kind === "number" ? "いくつも測ったときは空白か「/」で区切ります。" : "",
  ]
    .filter(Boolean)
    .join("　");

/** What is measured or noted at this process. */
export function Measures({ items }: { items: RecordItem[] }) {
  if (items.length === 0) return null;
  return (
    <FieldSet legend="記録" columns={3}>
      {items.map((item, at) => (
        <div key={item.item_id}>
          <HiddenField name={`values[${at}].item_id`} value={item.item_id} />
          <Value item={item} name={`values[${at}].value`} />
        </div>
      ))}
      {items.some((item) => item.is_required) ? (
        <div className="col-span-full">
          <TextArea
            name="values_reason"
            label="記録できない理由"
            optional
            rows={2}
            help="必須の記録を空けて完了するときに入力します。"
          />
        </div>
      ) : null}
    </FieldSet>
  );
}

function Value({ item, name }: { item: RecordItem; name: string }) {
  const field = {
    name,
    label: `${item.label}${item.unit ? `（${item.unit}）` : ""}`,
    help: helpOf(item) || undefined,
    optional: true as const,
    either: item.is_required,
  };
  switch (item.kind) {
    case "number":
      return <TextField {...field} inputMode="decimal" />;
    case "choice":
      return (
        <SelectField
          {...field}
          options={item.choices.map((one) => ({ value: one, label: one }))}
          width="full"
        />
      );
    case "check":
      return <CheckField {...field} />;
    default:
      return <FileField {...field} name={`photos_${item.item_id}`} accept={ACCEPT_IMAGES} />;
  }
}
