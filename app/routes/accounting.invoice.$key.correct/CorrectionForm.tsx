import type { SubmissionResult } from "@conform-to/dom";
import { AskedField, CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextArea } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { taxKindOf } from "~/lib/accounting/correction";
import {
  CORRECTION_MODE_LABEL,
  type CorrectionMode,
  type CorrectionPreview,
  correctionNew,
} from "~/lib/accounting/correction.schema";
import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";
import { CORRECTED_LINES } from "../shared/added.lines";
import { Outcome } from "./Outcome";

type Props = {
  doc: InvoiceDetail;
  reply?: SubmissionResult<string[]>;
  preview?: CorrectionPreview;
  idempotency_key: string;
};

const blank = (value: string, usual: string) => (value === usual ? "" : value);

export function CorrectionForm({ doc, reply, preview, idempotency_key }: Props) {
  const isHeld = doc.viewed_time !== null || doc.sendings.some(({ channel }) => channel === "paper");
  const can = (mode: CorrectionMode) =>
    mode !== "revision" || (!isHeld && doc.correction === null && !doc.paid);
  const modes = (Object.keys(CORRECTION_MODE_LABEL) as CorrectionMode[]).filter(can);
  const typed = (reply?.initialValue as { mode?: CorrectionMode } | undefined)?.mode;
  return (
    <SchemaForm
      id="correct"
      schema={correctionNew}
      reply={reply}
      values={{
        mode: "red_black",
        carry_paid: "on",
        note: doc.note ?? "",
        lines: doc.lines.map((line) => ({
          id: String(line.line_no),
          name: line.name,
          num_units: line.num_units,
          unit: blank(line.unit, "lot"),
          unit_price: line.unit_price,
          tax_kind: blank(taxKindOf(line), "standard"),
        })),
      }}
      version={doc.version}
      submit="内容を確認する"
      press={{ name: "go", value: "look" }}
      final={preview ? { name: "go", value: "issue", label: ISSUE[typed ?? "red_black"] } : undefined}
      cancel={`/accounting/invoice/${doc.key}`}
      wide
      idempotency_key={idempotency_key}
    >
      {preview ? <input type="hidden" name="seen" value={preview.seen} /> : null}
      {preview ? <Outcome preview={preview} number={doc.number} /> : null}
      <AskedField name="unchanged" label="同じ内容のまま発行する" />
      <FieldSet legend="訂正の方法">
        <RadioField
          name="mode"
          label="方法"
          options={modes.map((value) => ({ value, label: CORRECTION_MODE_LABEL[value] }))}
          help="赤伝は元の請求書と同じ明細をマイナスで、今日の日付で発行します。赤伝だけのときは、下の明細は使わず、載っていた納品書は未請求に戻ります。"
        />
        <TextArea name="reason" label="訂正の理由" rows={2} help="履歴に残り、取引先にも見えます" />
        {doc.paid ? <CheckField name="carry_paid" label="入金済みの分を新しい請求書に充てる" /> : null}
      </FieldSet>
      <FieldSet legend="正しい請求書の明細">
        <p className="text-note text-muted">
          数量・単価・品名を正しい内容に直します。削除した明細の納品書は未請求に戻り、次の締めで請求されます。
        </p>
        <Lines name="lines" columns={CORRECTED_LINES} min={0} max={1000} />
      </FieldSet>
      <FieldSet legend="正しい請求書" columns={2}>
        <DateField name="due_date" label="入金期日" optional lean="coming" help="空欄は元の請求書と同じ" />
        <TextArea name="note" label="備考" optional rows={2} />
      </FieldSet>
    </SchemaForm>
  );
}

const ISSUE: Record<CorrectionMode, string> = {
  red_black: "赤伝と黒伝を発行する",
  red: "赤伝を発行する",
  revision: "訂正版を発行する",
};
