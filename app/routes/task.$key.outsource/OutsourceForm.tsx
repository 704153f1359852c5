import type { SubmissionResult } from "@conform-to/dom";
import { ChecksField } from "~/components/form/ChecksField";
import { AskedField, ComboField, RadioField, SelectField } from "~/components/form/choices";
import { textOf } from "~/components/form/control";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import type { Option } from "~/lib/list/option";
import { formatNumber } from "~/lib/money/decimal";
import { outsourcing } from "~/lib/move/outsource.schema";
import { type Rest, restOptions } from "~/lib/task/rest";
import { formatDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { type CardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";

type Props = {
  card: CardRow;
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
  back: string;
  returning: string;
  left: string;
  half: Rest | null;
  checked: boolean;
  steps: Option[];
  at: string;
  usual: string;
  partners: Option[];
  items: Option[];
  files: (Option & { drawing: boolean })[];
};

export function OutsourceForm({
  card,
  reply,
  idempotency_key,
  back,
  returning,
  left,
  half,
  checked,
  ...rest
}: Props) {
  const { steps, at, usual, partners, items, files } = rest;
  const unit = UNIT_LABEL[card.order_unit];
  const file_keys = files.filter((one) => one.drawing).map((one) => one.value);
  const [only] = partners.length === 1 ? partners : partners.filter((one) => one.value === usual);
  const told = (typed: Record<string, unknown>) => {
    const day = parseDateInput(textOf(typed.delivery_date), today(), "coming");
    const partner = partners.find(({ value }) => value === typed.partner_id)?.label ?? "";
    return `${partner}に${formatNumber(left)}${unit}、納期 ${day ? formatDate(day) : ""}`;
  };
  const values = { group_id: at, partner_id: only?.value ?? "", name: card.name, file_keys };
  return (
    <SchemaForm
      id="outsource"
      action={`/task/${card.key}/outsource${returning}`}
      schema={outsourcing}
      reply={reply}
      version={card.version}
      idempotency_key={idempotency_key}
      submit="内容を確認する"
      press={{ name: "step", value: "check" }}
      cancel={back}
      values={values}
      final={{
        name: "step",
        value: "send",
        label: "外注に出す",
        note: checked ? `${told(reply?.initialValue ?? {})}。まだ出していません。` : undefined,
      }}
    >
      {half ? (
        <FieldSet legend="残りをどうしますか">
          <RadioField
            name="rest"
            label={`「${card.status}」で${formatNumber(half.done)}${unit}まで済んでいます。`}
            empty="残りをどうするかを選択してください"
            options={restOptions(half, card)}
          />
        </FieldSet>
      ) : null}
      <FieldSet legend={`残りの ${formatNumber(left)}${unit} を外注に出します`} columns={2}>
        <SelectField name="group_id" label="外注の工程" options={steps} width="full" />
        <SelectField name="partner_id" label="協力会社" options={partners} width="full" />
        {items.length > 0 ? (
          <ComboField
            name="product_id"
            label="協力会社の商品"
            optional
            options={items}
            width="full"
            help="決めてある単価を使います。"
          />
        ) : null}
        <TextField name="name" label="品名・作業の内容" optional={items.length > 0} />
        <DateField name="delivery_date" label="外注の納期" lean="coming" />
        <AskedField name="late" label="カードの納期より後でも頼む" />
        <TextField
          name="destination"
          label={CARD_LABEL.destination}
          optional
          help="入力しないときは自社の住所です。"
        />
      </FieldSet>
      <FieldSet legend="代金" columns={2}>
        <NumberField
          name="unit_price"
          label="外注単価"
          unit={`円/${unit}`}
          optional
          help="入力しないときは、商品の単価か「単価未定」です。"
        />
        <TextField name="undetermined_reason" label="単価未定の理由" optional />
        <DateField name="planned_fix_date" label="単価の決定予定日" lean="coming" optional />
        <TextField name="supplied_material" label="無償支給材" optional />
      </FieldSet>
      <FieldSet legend="渡すもの">
        {files.length > 0 ? (
          <ChecksField
            name="file_keys"
            label="渡す図面・写真"
            optional
            options={files}
            help="協力会社のカードに載り、協力会社が見られます。"
          />
        ) : (
          <p className="text-muted">このカードに、渡せる図面はありません。</p>
        )}
        <TextArea name="note" label={CARD_LABEL.note} optional rows={2} help="外注依頼書に載ります。" />
      </FieldSet>
    </SchemaForm>
  );
}
