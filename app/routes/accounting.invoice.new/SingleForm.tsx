import type { SubmissionResult } from "@conform-to/dom";
import { AskedField } from "~/components/form/choices";
import { ERROR } from "~/components/form/control";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextArea } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { type Billable, type SinglePreview, singleNew } from "~/lib/accounting/single.schema";
import { ADDED_HELP, ADDED_LINES } from "../shared/added.lines";
import { Figures } from "../shared/figures";
import { LineChoice } from "../shared/line.choice";

type Props = Pick<Billable, "items" | "invoice_date" | "due_date"> & {
  buyer_id: string;
  buyer_name: string;
  /** 納品書 chosen before they came here, by their keys: all of their lines are ticked. */
  deliveries: string[];
  reply?: SubmissionResult<string[]>;
  preview?: SinglePreview;
  idempotency_key: string;
};

export function SingleForm({ items, buyer_id, deliveries, reply, preview, ...props }: Props) {
  const typed = reply?.initialValue as { lines?: string | string[] } | undefined;
  const ticked = typed
    ? [typed.lines ?? []].flat()
    : items
        .filter((line) => deliveries.includes(String(line.delivery_key)))
        .map((line) => `${line.delivery_key}.${line.delivery_line_no}`);
  return (
    <SchemaForm
      id="single"
      schema={singleNew}
      reply={reply}
      values={{ invoice_date: props.invoice_date, due_date: props.due_date }}
      submit="金額を確認する"
      press={{ name: "go", value: "look" }}
      final={preview ? { name: "go", value: "issue", label: "請求書を発行する" } : undefined}
      cancel="/accounting/invoice"
      wide
      idempotency_key={props.idempotency_key}
    >
      <input type="hidden" name="buyer_id" value={buyer_id} />
      {preview ? <input type="hidden" name="seen" value={preview.seen} /> : null}
      {preview ? <Figures title={`${props.buyer_name} への請求書`} totals={preview} /> : null}
      {preview?.missing ? <p className="text-warn">{preview.missing}</p> : null}
      <AskedField name="negative" label="マイナスの請求書を発行する" />
      <LineChoice items={items} ticked={ticked} name="lines" caption="未請求の明細" />
      <p id="single-lines" data-error className={ERROR}>
        {reply?.error?.lines?.[0]}
      </p>
      <FieldSet legend="行を追加">
        <p className="text-note text-muted">{ADDED_HELP}</p>
        <Lines name="extras" columns={ADDED_LINES} min={0} max={50} />
      </FieldSet>
      <FieldSet legend="請求書" columns={2}>
        <div>
          <DateField name="invoice_date" label="請求日" />
          <AskedField name="far_date" label="この請求日で発行する" />
        </div>
        <DateField name="due_date" label="入金期日" lean="coming" />
        <TextArea name="note" label="備考" optional rows={2} />
      </FieldSet>
    </SchemaForm>
  );
}
