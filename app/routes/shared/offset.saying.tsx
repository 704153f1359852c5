import type { SubmissionResult } from "@conform-to/dom";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { type OffsetDetail, offsetSaying } from "~/lib/receivable/offset.proposal.schema";
import type { OffsetWord } from "~/lib/vocabulary/offset";

const CHOICE: { [word in OffsetWord]?: string } = {
  agreed: "同意する（両社の残高が今日の日付で減ります）",
  refused: "断る（理由を書いてください）",
  cancelled: "取消に同意する（両社の残高が元に戻ります）",
  cancel_refused: "取消を断る（理由を書いてください）",
};
const SINGLE: { [word in OffsetWord]?: { title: string; submit: string; text: string; label: string } } = {
  withdrawn: {
    title: "提案を取り下げる",
    submit: "提案を取り下げる",
    text: "相手の回答を待っています。取り下げると、新しい内容で提案し直せます。",
    label: "連絡",
  },
  cancel_asked: {
    title: "相殺の取消を頼む",
    submit: "取消を頼む",
    text: "相手が同意すると、両社の帳簿で同時に取り消されます。それまでは、相殺は有効です。",
    label: "取消の理由",
  },
  cancel_withdrawn: {
    title: "取消の依頼を取り下げる",
    submit: "取消の依頼を取り下げる",
    text: "相手の回答を待っています。",
    label: "連絡",
  },
};

type Props = { doc: OffsetDetail; reply?: SubmissionResult<string[]>; idempotency_key: string };

/** What may be said next, and nothing else. */
export function Saying({ doc, reply, idempotency_key }: Props) {
  const [first] = doc.may as [OffsetWord];
  const single = SINGLE[first];
  const submit = single?.submit ?? "回答を送る";
  return (
    <SchemaForm
      id="say"
      schema={offsetSaying}
      reply={reply}
      submit={submit}
      tone={single ? "secondary" : "primary"}
      idempotency_key={idempotency_key}
    >
      <FieldSet legend={single?.title ?? "回答"}>
        {single ? (
          <>
            <p>{single.text}</p>
            <HiddenField name="word" value={first} />
          </>
        ) : (
          <RadioField
            name="word"
            label="回答"
            options={doc.may.map((value) => ({ value, label: CHOICE[value] ?? value }))}
          />
        )}
        <TextArea
          name="words"
          label={single?.label ?? "理由・連絡"}
          optional={first !== "cancel_asked"}
          rows={2}
          help="相手にも見えます"
        />
      </FieldSet>
    </SchemaForm>
  );
}
