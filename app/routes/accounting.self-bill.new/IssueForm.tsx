import type { SubmissionResult } from "@conform-to/dom";
import { AskedField } from "~/components/form/choices";
import { ERROR } from "~/components/form/control";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { lineNameOf } from "~/lib/accounting/single.schema";
import { type SelfBillPreview, type SelfBillSources, selfBillNew } from "~/lib/selfbill/selfbill.schema";
import { formatDate } from "~/lib/time/date";
import { formatPeriod } from "~/lib/time/period";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { Figures } from "../shared/figures";
import { LineChoice } from "../shared/line.choice";
import { Blocked } from "./Blocked";

type Props = Omit<SelfBillSources, "partners" | "partner_name" | "words"> & {
  partner_id: string;
  partner_name: string;
  words: string;
  reply?: SubmissionResult<string[]>;
  preview?: SelfBillPreview;
  idempotency_key: string;
};

function Seen({ preview, title }: { preview: SelfBillPreview; title: string }) {
  return (
    <>
      <input type="hidden" name="seen" value={preview.seen} />
      <Figures title={title} totals={preview} />
      <p>
        支払期日 {formatDate(preview.due_date)}・支払先の登録番号 {preview.registration_number ?? "なし"}
      </p>
      {preview.notes.map((note) => (
        <p key={note} className="text-warn">
          {note}
        </p>
      ))}
    </>
  );
}

export function IssueForm({ items, words, partner_id, partner_name, reply, preview, ...props }: Props) {
  const free = items.filter((line) => line.blocked === null);
  const typed = reply?.initialValue as { lines?: string | string[] } | undefined;
  const ticked = typed ? [typed.lines ?? []].flat() : free.map(lineNameOf);
  if (items.length === 0)
    return <Empty text="この月までに受け取った分で、まだ載っていない明細はありません。" />;
  return (
    <SchemaForm
      id="self-bill"
      schema={selfBillNew}
      reply={reply}
      submit="金額を確認する"
      press={{ name: "go", value: "look" }}
      final={preview ? { name: "go", value: "issue", label: "発行して送付する" } : undefined}
      cancel={SELF_BILLS}
      wide
      idempotency_key={props.idempotency_key}
    >
      <input type="hidden" name="partner_id" value={partner_id} />
      <input type="hidden" name="ym" value={props.ym} />
      {props.replaces ? <input type="hidden" name="replaces" value={props.replaces.key} /> : null}
      {props.replaces ? <p>取り消した {props.replaces.number} の作り直しです（次の版になります）。</p> : null}
      {preview ? <Seen preview={preview} title={`${partner_name} への支払通知書`} /> : null}
      <AskedField name="negative" label="マイナスの支払通知書を発行する" />
      {free.length > 0 ? (
        <LineChoice items={free} ticked={ticked} name="lines" caption="載せる明細" />
      ) : (
        <p className="text-muted">載せられる明細はありません。</p>
      )}
      <p id="self-bill-lines" data-error className={ERROR}>
        {reply?.error?.lines?.[0]}
      </p>
      <Blocked
        items={items}
        href={`/accounting/payable/match/line?partner_id=${partner_id}&ym=${props.ym}`}
      />
      <FieldSet
        legend={`支払通知書（${formatPeriod({ start: props.start_date, end: props.end_date })}）`}
        columns={2}
      >
        <DateField
          name="due_date"
          label="支払期日"
          optional
          lean="coming"
          help={`空欄なら、支払条件の ${formatDate(props.due_date)} になります。`}
        />
        <TextArea name="note" label="備考" optional rows={2} />
      </FieldSet>
      <p className="text-note text-muted">印字される文：「{words}」</p>
    </SchemaForm>
  );
}
