import type { SubmissionResult } from "@conform-to/dom";
import type { ComponentProps } from "react";
import { Button } from "~/components/form/Button";
import { AskedField, CheckField } from "~/components/form/choices";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { closingNew } from "~/lib/accounting/invoice.schema";
import { Candidates } from "./Candidates";

type Props = Omit<ComponentProps<typeof Candidates>, "error"> & {
  reply?: SubmissionResult<string[]>;
  idempotency_key: string;
};

export function ClosingForm({ items, ym, closing_day, before, ticked, reply, idempotency_key }: Props) {
  return (
    <SchemaForm
      id="closing"
      schema={closingNew}
      reply={reply}
      cancel="/accounting/invoice"
      wide
      submit="計算し直す"
      press={{ name: "go", value: "look" }}
      final={{ name: "go", value: "close", label: "締めて発行する" }}
      idempotency_key={idempotency_key}
    >
      <input type="hidden" name="ym" value={ym} />
      <input type="hidden" name="closing_day" value={closing_day} />
      <Candidates
        items={items}
        closing_day={closing_day}
        ym={ym}
        ticked={ticked}
        before={before}
        error={reply?.error?.buyer_ids?.[0]}
      />
      <div className="grid max-w-[720px] gap-2">
        <AskedField name="unended" label="期間の途中でも締める" />
        <AskedField name="disputed" label="相手が「差異」とした明細も請求する" />
        <CheckField
          name="with_zero"
          label="今回売上0円も出す（入金・残高あり）"
          help="売上がなくても、前回の残高や入金がある取引先に請求書を発行します"
        />
        <TextArea name="note" label="備考" optional rows={2} help="発行する請求書すべてに印字します" />
        <p>
          <Button name="go" value="trial">
            仮締めを印刷
          </Button>{" "}
          <span className="text-note text-muted">何も保存しません</span>
        </p>
      </div>
    </SchemaForm>
  );
}
