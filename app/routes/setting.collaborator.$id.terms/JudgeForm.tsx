import type { SubmissionResult } from "@conform-to/dom";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { toritekiInput } from "~/lib/partner/collaboration.schema";
import type { Agreed } from "~/lib/partner/partner.schema";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";

type Props = {
  side: "buyer" | "seller";
  agreed: Agreed;
  /** The partner's page. */
  at: string;
  reply?: SubmissionResult<string[]>;
};

export function JudgeForm({ side, agreed, at, reply }: Props) {
  return (
    <SchemaForm
      id={`judge-${side}`}
      schema={toritekiInput}
      reply={reply}
      version={agreed.version}
      values={{ toriteki: agreed.toriteki, side }}
      submit="判定を保存"
      tone="secondary"
      action={`${at}/terms?side=${side}&judge=1`}
    >
      <HiddenField name="side" value={side} />
      <FieldSet legend="取適法の判定">
        <RadioField
          name="toriteki"
          label="取適法"
          options={Object.entries(TORITEKI_LABEL).map(([value, label]) => ({ value, label }))}
          help="対象の会社への依頼では、注文書の記載と60日以内の支払いが法律で決められています。"
        />
      </FieldSet>
    </SchemaForm>
  );
}
