import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { Qr } from "~/components/paper/Qr";
import { TextField } from "./fields";
import { SchemaForm } from "./SchemaForm";

type Props = {
  schema: z.ZodType;
  reply?: SubmissionResult<string[]> | null;
  action: string;
  address: string;
  secret: string;
  act?: string;
};

export function FactorSetup({ schema, reply, action, address, secret, act }: Props) {
  return (
    <div className="grid gap-4">
      <ol className="grid gap-2">
        <li>1. スマホに認証アプリ（Google Authenticator、Microsoft Authenticator など）を入れます。</li>
        <li>2. アプリで、この QR コードを読み取ります。</li>
        <li>3. アプリに表示された6桁の確認コードを入力します。</li>
      </ol>
      <Qr text={address} label="認証アプリで読み取る QR コード" className="h-36 w-36" />
      <p className="text-note text-muted">
        このスマホで設定するときは、<a href={address}>ここを押して認証アプリを開きます</a>。
        読み取れず、開けもしないときは、アプリに次のキーを手で入力してください。
        <code className="block break-all text-base text-ink">{secret}</code>
      </p>
      <SchemaForm id="factor" schema={schema} reply={reply} submit="確認して設定" action={action}>
        {act && <input type="hidden" name="act" value={act} />}
        <CodeField />
      </SchemaForm>
    </div>
  );
}

/** one-time-code: a telephone offers the digits where it has them. */
export function CodeField() {
  return (
    <TextField
      name="code"
      label="確認コード"
      width="short"
      autoComplete="one-time-code"
      autoFocus
      inputMode="numeric"
    />
  );
}
