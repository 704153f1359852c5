import { z } from "zod";
import { fileRow } from "~/lib/file/file.schema";
import { code, optionalKey, optionalText, optionalVersion, text, version } from "~/lib/text/text.schema";
import { type TypedFields, typedFields } from "~/lib/text/typed.schema";

const NAME = "ひな形の名前";

/** With a name it is a ひな形. */
export const draftNew = z.object({
  key: optionalKey("下書き"),
  version: optionalVersion,
  seller_id: code("依頼先", 40),
  template_name: optionalText(NAME, 60),
  fields: typedFields,
});
export type DraftNew = z.output<typeof draftNew>;

export const templateNaming = z.object({ template_name: text(NAME, 60), version });
export const draftAct = z.object({
  act: z.enum(["delete", "restore"]),
  version: optionalVersion,
  back: optionalText("戻り先", 200),
});

export const draftSaved = z.object({ key: z.number(), version: z.number() });

export const draftRow = z.object({
  key: z.number(),
  version: z.number(),
  seller_id: z.string(),
  seller_name: z.string(),
  template_name: z.string().nullable(),
  /** What it begins with. */
  label: z.string().nullable(),
  num_lines: z.number(),
  name: z.string(),
  updated_time: z.string(),
});
export type DraftRow = z.infer<typeof draftRow>;
export const draftDetail = draftRow.extend({
  fields: z.array(z.tuple([z.string(), z.string()])),
  files: z.array(fileRow),
});
export type DraftDetail = z.infer<typeof draftDetail>;

export const contentText = ({ label, num_lines }: Pick<DraftRow, "label" | "num_lines">): string =>
  num_lines === 0 ? "明細なし" : `${label ?? "品名なし"}${num_lines > 1 ? ` 他${num_lines - 1}件` : ""}`;

const NAMED = /^lines\[(\d+)\]\.(name|product_id_label)$/;
const COUNTED = /^lines\[(\d+)\]\.(name|product_id(_label)?|num_items|note)$/;

/** A product is chosen by a label that ends in its price. */
const withoutPrice = (label: string) => label.replace(/　¥.*/, "");

export function summaryOf(fields: TypedFields): { label: string | null; num_lines: number } {
  const typed = fields.filter(([, value]) => value.trim() !== "");
  const numbers = new Set(typed.flatMap(([name]) => COUNTED.exec(name)?.[1] ?? []));
  const first = typed.find(([name]) => NAMED.test(name))?.[1];
  return {
    label: first ? Array.from(withoutPrice(first.trim())).slice(0, 80).join("") : null,
    num_lines: numbers.size,
  };
}

const isFiles = (name: string) => /^(lines\[\d+\]\.)?files$/.test(name);

export const fileKeysOf = (fields: TypedFields): string[] => [
  ...new Set(fields.flatMap(([name, value]) => (isFiles(name) ? value.split(" ").filter(Boolean) : []))),
];

export function withFiles(fields: TypedFields, name: string, keys: string[]): TypedFields {
  const had = fields.find((one) => one[0] === name)?.[1] ?? "";
  const value = [had, ...keys].filter(Boolean).join(" ");
  return [...fields.filter((one) => one[0] !== name), [name, value]];
}

export const withoutFile = (fields: TypedFields, key: string): TypedFields =>
  fields.map(([name, value]) =>
    isFiles(name)
      ? [
          name,
          value
            .split(" ")
            .filter((one) => one !== key)
            .join(" "),
        ]
      : [name, value],
  );

const OF_ONE_TIME =
  /^(order_id|order_date|delivery_date|seen|idempotency_key|files|lines\[\d+\]\.(delivery_date|planned_fix_date|files))$/;
const OF_THE_FORM = /^(draft_key|draft_version|template_name|step|seen|seller_id|attached_line|pasted)$/;

const TOOLING = /^(lines\[\d+\]\.)tooling_award$/;

/** A ひな形 keeps no day, no number and no 型・治具代, which is ordered once. */
export function keptFields(fields: TypedFields, template: boolean): TypedFields {
  const once = fields.flatMap(([name, value]) => (value && TOOLING.exec(name)?.[1]) || []);
  const isOfOneTime = (name: string) => OF_ONE_TIME.test(name) || once.some((line) => name.startsWith(line));
  return fields.filter(([name]) => !OF_THE_FORM.test(name) && !(template && isOfOneTime(name)));
}
