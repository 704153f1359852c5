import type { SubmissionResult } from "@conform-to/dom";
import { CheckField, RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { FileField, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { KINDS_HELP } from "~/lib/file/file";
import { filing } from "~/lib/file/file.schema";
import { ACCEPT } from "~/lib/file/limit";
import { FILE_KINDS } from "~/lib/vocabulary/file";

type Props = { card: number; idempotency_key: string; reply?: SubmissionResult<string[]>; cancel?: string };

/** Without a script a refused upload comes back on a page of its own. */
export function UploadForm({ card, idempotency_key, reply, cancel }: Props) {
  const typed = reply?.initialValue ?? {};
  return (
    <SchemaForm
      id="files"
      action={`/task/${card}/files`}
      schema={filing}
      reply={reply}
      idempotency_key={idempotency_key}
      submit="載せる"
      cancel={cancel}
      upload
    >
      <FieldSet legend="図面・写真を載せる">
        <FileField
          name="files"
          label="ファイル"
          accept={ACCEPT}
          empty="ファイルを選択してください"
          help={`${KINDS_HELP}写真は小さくして送り、撮影場所などの情報は消します（HEICのままのものを除く）。`}
        />
        <CheckField name="is_inner" label="社内のみ" help="相手の会社には見えません。" />
        <details open={Boolean(typed.kind || typed.revision || typed.is_latest)}>
          <summary className="min-h-6 cursor-pointer text-accent touch:min-h-11">種類・版を決める</summary>
          <div className="mt-2 grid gap-4">
            <RadioField
              name="kind"
              label="種類"
              optional
              options={FILE_KINDS}
              help="自動では、画像は写真、PDF・DXF・STEPは図面、そのほかは資料になります。"
            />
            <TextField name="revision" label="図面の版" optional width="short" />
            <CheckField
              name="is_latest"
              label="最新の図面にする"
              help="これまでの「最新」は旧版になります。"
            />
          </div>
        </details>
      </FieldSet>
    </SchemaForm>
  );
}
