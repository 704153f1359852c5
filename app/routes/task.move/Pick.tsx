import { CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import type { Column, Page } from "~/lib/list/list.schema";
import type { Option } from "~/lib/list/option";
import { moveForm } from "~/lib/scan/movable.schema";
import { Listed } from "./Listed";
import type { Answer } from "./step";
import { TicksError } from "./TicksError";

type Props = {
  page: Page;
  columns: Column<any>[];
  more: boolean;
  stocked: boolean;
  named: string[];
  back: string;
  places: Option[];
  workers: Option[];
  partners: Option[];
  usual: Record<string, string>;
  answer?: Answer;
  idempotency_key: string;
};

export function Pick({
  page,
  columns,
  more,
  stocked,
  named,
  back,
  places,
  workers,
  partners,
  usual,
  answer,
  idempotency_key,
}: Props) {
  const typed = answer?.reply.initialValue;
  const out = usual[String(typed?.to ?? "").split(".")[0]!];
  const again =
    typed && out !== undefined
      ? { ...typed, partner_id: typed.partner_id || (typed.inside ? "" : out) }
      : typed;
  const reply = answer && { ...answer.reply, initialValue: again };
  return (
    <SchemaForm
      id="move"
      schema={moveForm}
      reply={reply}
      idempotency_key={idempotency_key}
      submit="移動を確認する"
      cancel="/task/kanban"
      wide
      counter="枚"
      values={{ with_drawings: "on" }}
    >
      <Listed {...{ page, more, back, stocked }} />
      <div className="min-w-0" data-bulk data-rows>
        <Table
          columns={columns}
          page={page}
          title="対象のカード"
          rowKey="tick"
          ticked={answer ? [typed?.ids ?? []].flat().map(String) : named}
        />
        <TicksError />
      </div>
      <FieldSet legend="移動先" columns={3}>
        <SelectField name="to" label="工程・機械・班" options={places} width="full" />
        <TextField
          name="moved_time"
          label="移動日時"
          optional
          type="datetime-local"
          help="空欄は、いまの日時です。"
        />
        <SelectField name="worker_id" label="作業者" optional options={workers} width="full" />
        <CheckField name="keep_work" label="作業中の作業を終了せずに続ける" />
        <TextArea
          name="reason"
          label="メモ"
          optional
          rows={2}
          help="カードの履歴に残り、依頼元にも見えます。"
        />
      </FieldSet>
      <div data-partner={JSON.stringify(usual)} hidden={out === undefined}>
        <FieldSet legend="外注（協力会社に頼む内容）" columns={3}>
          <SelectField
            name="partner_id"
            label="協力会社"
            optional
            options={partners}
            width="full"
            help="頼むときは、外注の納期と、単価（決まっていなければ、その理由）も入力します。"
          />
          <DateField name="delivery_date" label="外注の納期" lean="coming" optional />
          <NumberField
            name="unit_price"
            label="外注単価"
            unit="円"
            optional
            help="どのカードも同じ単価です。"
          />
          <TextField
            name="undetermined_reason"
            label="単価未定の理由"
            optional
            help="単価が決まっていないときに入力します。"
          />
          <DateField name="planned_fix_date" label="単価の決定予定日" lean="coming" optional />
          <CheckField name="with_drawings" label="カードの図面も渡す" />
          <CheckField
            name="inside"
            label="協力会社に頼まずに置く"
            help="協力会社を選ばずに、外注の工程へ移すだけにします。"
          />
        </FieldSet>
      </div>
    </SchemaForm>
  );
}
