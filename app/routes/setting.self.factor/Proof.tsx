import { RadioField } from "~/components/form/choices";
import { CodeField } from "~/components/form/FactorSetup";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { HiddenUsername } from "~/components/form/HiddenUsername";
import { SchemaForm } from "~/components/form/SchemaForm";
import { factorProof, factorStart } from "~/lib/auth/factor.schema";
import type { OwnFactorReply } from "~/lib/web/factor.self.server";

type Asked = { username: string; reply?: OwnFactorReply["reply"] };
function Password({ username }: { username: string }) {
  return (
    <>
      <HiddenUsername username={username} />
      <TextField
        name="password"
        label="今のパスワード"
        type="password"
        autoComplete="current-password"
        width="medium"
      />
    </>
  );
}

export const HERE = "/setting/self/factor";
export function Start({ username, reply }: Asked) {
  return (
    <SchemaForm id="start" schema={factorStart} reply={reply} submit="設定を始める" action={HERE}>
      <input type="hidden" name="act" value="begin" />
      <Password username={username} />
    </SchemaForm>
  );
}

export function Proof({ asked, username, reply }: Asked & { asked: boolean }) {
  const acts = [
    { value: "codes", label: "リカバリーコードを作り直す" },
    { value: "move", label: "別のスマホに移す" },
    ...(asked ? [] : [{ value: "off", label: "解除する" }]),
  ];
  return (
    <SchemaForm
      id="proof"
      schema={factorProof}
      reply={reply}
      values={{ act: "codes" }}
      submit="確認して進む"
      tone="secondary"
      action={HERE}
    >
      <FieldSet legend="変更">
        <RadioField name="act" label="すること" options={acts} />
        <Password username={username} />
        <CodeField />
      </FieldSet>
    </SchemaForm>
  );
}
