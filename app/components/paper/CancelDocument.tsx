import type { SubmissionResult } from "@conform-to/dom";
import type { ComponentProps } from "react";
import type { z } from "zod";
import { TextArea } from "../form/fields";
import { Refused } from "../form/Refused";
import { SchemaForm } from "../form/SchemaForm";
import { Empty } from "../list/Empty";
import { FactPanel } from "../list/Facts";

type Props = {
  title: string;
  facts: ComponentProps<typeof FactPanel>["facts"];
  doc: { version: number; cannot_cancel: string | null };
  schema: z.ZodObject;
  effect: string;
  label?: string;
  submit: string;
  /** Who reads the reason, where it is not both sides. */
  help?: string;
  back: { label: string; href: string };
  answer?: { reply: SubmissionResult<string[]>; idempotency_key: string };
  idempotency_key: string;
};

export function CancelDocument(props: Props) {
  const {
    title,
    facts,
    doc,
    schema,
    effect,
    label = "取消の理由",
    submit,
    help,
    back,
    answer,
    idempotency_key,
  } = props;
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>{title}</h1>
      <FactPanel facts={facts} />
      {doc.cannot_cancel !== null ? (
        <>
          <Refused reply={answer?.reply} typed={{ name: "reason", label }} />
          <Empty text={doc.cannot_cancel} action={back} />
        </>
      ) : (
        <>
          <p>{effect}</p>
          <SchemaForm
            id="cancel"
            schema={schema}
            answer={answer}
            submit={submit}
            cancel={back.href}
            version={doc.version}
            idempotency_key={idempotency_key}
          >
            <TextArea name="reason" label={label} rows={2} help={help ?? "履歴に残り、取引先にも見えます"} />
          </SchemaForm>
        </>
      )}
    </section>
  );
}
