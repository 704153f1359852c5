import { useFormMetadata } from "@conform-to/react";
import type { Option } from "~/components/form/choices";
import { CheckField, SelectField } from "~/components/form/choices";
import { ERROR } from "~/components/form/control";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Table } from "~/components/list/Table";
import type { Column, Page } from "~/lib/list/list.schema";
import { moveForm } from "~/lib/task/movable.schema";
import type { Answer } from "./step";

type Props = { page: Page; columns: Column<any>[]; named: string[]; back: string; places: Option[]; answer?: Answer; idempotency_key: string };

/** 対象 and 移動先 in one form; `named` are ticked from the start, as they were asked for by number. */
export function Pick({ page, columns, named, back, places, answer, idempotency_key }: Props) {
  const typed = answer?.reply.initialValue?.ids as string | string[] | undefined;
  return (
    <SchemaForm id="move" schema={moveForm} reply={answer?.reply} idempotency_key={idempotency_key} submit="移動を確認する" cancel="/task/kanban" wide
      values={{ close_work: "on" }}>
      <p className="flex flex-wrap items-center gap-x-4 text-note text-muted">
        <span className="tabular-nums">全{page.total}枚</span>
        <a href={`${back}&all=on`} className="inline-flex items-center text-accent underline max-desk:h-11">すべて選ぶ</a>
        <a href={back} className="inline-flex items-center text-accent underline max-desk:h-11">選択を外す</a>
      </p>
      <div className="min-w-0" data-bulk>
        <Table columns={columns} page={page} title="対象のカード" rowKey="tick" ticked={answer ? [typed ?? []].flat() : named} />
        <TicksError />
      </div>
      <FieldSet legend="移動先" columns={2}>
        <SelectField name="to" label="移動先" options={places} />
        <CheckField name="close_work" label="作業中の作業を終了する" />
        <TextArea name="reason" label="メモ" optional rows={2} help="それぞれのカードの履歴に残り、依頼元にも見えます。" />
      </FieldSet>
    </SchemaForm>
  );
}

function TicksError() {
  const { id, allErrors } = useFormMetadata();
  return <p id={`${id}-ids`} tabIndex={-1} data-error className={ERROR}>{allErrors.ids?.[0]}</p>;
}
