import { ACCEPT_IMAGES } from "~/lib/file/file.schema";
import { limitsText } from "~/lib/measurement/measure";
import type { RecordItem } from "~/lib/shop/record.schema";

export const NUMBER =
  "h-14 w-full rounded border border-muted/75 bg-surface px-3 text-right text-title tabular-nums";

/** A 記録項目, where there is no script. */
export function Value({ item }: { item: RecordItem }) {
  const name = `value_${item.item_id}`;
  const label = [item.label, item.is_required ? "（必須）" : "", limitsText(item)].filter(Boolean).join(" ");
  if (item.kind === "photo")
    return (
      <label className="grid gap-1">
        <span>{label}</span>
        <input
          type="file"
          name={`photos_${item.item_id}`}
          accept={ACCEPT_IMAGES}
          capture="environment"
          multiple
          className="w-full min-w-0"
        />
      </label>
    );
  if (item.kind === "check")
    return (
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" name={name} value="on" className="h-6 w-6 accent-accent" />
        {label}
      </label>
    );
  return (
    <label className="grid gap-1">
      <span>{label}</span>
      {item.kind === "number" ? (
        <input name={name} inputMode="decimal" autoComplete="off" className={NUMBER} />
      ) : (
        <select name={name} className="h-14 rounded border border-muted/75 bg-surface px-2 text-input">
          <option value=""></option>
          {item.choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </label>
  );
}
