import { Button } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextField } from "~/components/form/fields";
import type { DraftRow } from "~/lib/order/draft.schema";
import { formatDateTime } from "~/lib/time/date";

/** By button everywhere; with scripting the page also saves by itself (enhance/draft). */
export function Saving({ draft }: { draft: Pick<DraftRow, "name" | "updated_time"> | null }) {
  return (
    <FieldSet legend="下書き・ひな形">
      <HiddenField name="draft_key" />
      <HiddenField name="draft_version" />
      <div className="flex flex-wrap items-center gap-2">
        <Button name="step" value="save" formNoValidate>
          下書きを保存
        </Button>
        {draft ? (
          <Button name="step" value="save_as" formNoValidate tone="plain">
            別の下書きとして保存
          </Button>
        ) : null}
        <span data-saved role="status" className="text-note text-muted">
          {draft
            ? `${formatDateTime(draft.updated_time)} に${draft.name}さんが保存した下書きです。`
            : "会社の人が続きから入力できます。依頼先には見えません。"}
        </span>
      </div>
      <details>
        <summary className="flex min-h-11 items-center font-bold text-accent">ひな形として保存</summary>
        <div className="grid gap-2 pb-2">
          <TextField name="template_name" label="ひな形の名前" optional width="medium" />
          <p className="text-note text-muted">
            いまの入力を、日付と注文番号を除いて保存します。会社の人が次の依頼で使えます。
          </p>
          <p>
            <Button name="step" value="template" formNoValidate>
              ひな形として保存
            </Button>
          </p>
        </div>
      </details>
    </FieldSet>
  );
}
