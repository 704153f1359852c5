import type { SubmissionResult } from "@conform-to/dom";
import { RadioField } from "~/components/form/choices";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { reportAnswering } from "~/lib/defect/report.schema";
import { TREATMENTS } from "~/lib/vocabulary/reason";

const MEANS = {
  concession: "特採（そのまま使う）",
  rework: "手直しして納める",
  remake: "作り直して納める（再製作）",
  scrap: "廃棄（良品だけ納める）",
} as const;
type Props = { reply?: SubmissionResult<string[]>; idempotency_key: string };

/** What is to be done with what was reported. */
export function Answer(props: Props) {
  return (
    <SchemaForm id="answer" schema={reportAnswering} submit="回答する" {...props}>
      <RadioField
        name="treatment"
        label="回答"
        options={[...TREATMENTS].reverse().map((value) => ({ value, label: MEANS[value] }))}
        help="回答すると、すぐに依頼先のカードに入ります。取り消せません。"
      />
      <TextArea name="words" label="連絡" optional rows={2} />
    </SchemaForm>
  );
}
