import type { SubmissionResult } from "@conform-to/dom";
import type { z } from "zod";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { RECEIVING_KINDS } from "~/lib/bank/zengin.transfer";
import { PAYEES } from "~/lib/transfer/payee.list";
import { PAYEE_LABEL, type PayeeInput, type payeeDetail, payeeInput } from "~/lib/transfer/payee.schema";

export type Answer = {
  reply: SubmissionResult<string[]>;
  idempotency_key: string;
  /** As it would be registered, once everything in it can be. */
  account?: PayeeInput;
};

const KINDS = RECEIVING_KINDS.map((value) => ({ value, label: value }));

/** In full only here, for whoever has just typed it to hold against the paper. */
function Entered({ account }: { account: PayeeInput }) {
  const { bank_code, bank_kana, branch_code, branch_kana, kind, number, name } = account;
  return (
    <div role="status" className="grid gap-1 rounded border border-warn bg-warn-soft px-4 py-2">
      <p className="font-bold text-warn">まだ登録していません。振込先の書類と一字一句見比べてください。</p>
      <p className="tabular-nums">
        {bank_kana}（{bank_code}） {branch_kana}（{branch_code}） {kind}{" "}
        <b>{number ?? "（番号はそのまま）"}</b> <b>{name}</b>
      </p>
    </div>
  );
}

export function PayeeForm({ payee, answer }: { payee: z.output<typeof payeeDetail>; answer?: Answer }) {
  const { bank_code, bank_kana, branch_code, branch_kana, kind, name, version } = payee;
  const standing = { bank_code, bank_kana, branch_code, branch_kana, kind, name };
  const account = answer?.account;
  return (
    <SchemaForm
      id="payee"
      schema={payeeInput}
      reply={account ? undefined : answer?.reply}
      values={answer?.reply.initialValue ?? standing}
      version={version}
      submit={account ? "もう一度確かめる" : "内容を確かめる"}
      press={{ name: "go", value: "check" }}
      final={account && { name: "go", value: "save", label: "この口座を登録する" }}
      cancel={PAYEES}
    >
      {account ? <Entered account={account} /> : null}
      <FieldSet legend={version === 0 ? "口座の登録" : "口座の変更"} columns={2}>
        <TextField
          name="bank_code"
          label={PAYEE_LABEL.bank_code}
          width="short"
          inputMode="numeric"
          help="4桁"
        />
        <TextField name="bank_kana" label={PAYEE_LABEL.bank_kana} help="15文字まで（濁点も1文字）" />
        <TextField
          name="branch_code"
          label={PAYEE_LABEL.branch_code}
          width="short"
          inputMode="numeric"
          help="3桁"
        />
        <TextField name="branch_kana" label={PAYEE_LABEL.branch_kana} help="15文字まで（濁点も1文字）" />
        <SelectField name="kind" label={PAYEE_LABEL.kind} options={KINDS} width="short" />
        <TextField
          name="number"
          label={PAYEE_LABEL.number}
          width="short"
          inputMode="numeric"
          optional={version > 0}
          help={version > 0 ? "変えないときは空のまま" : "7桁まで"}
        />
        <TextField
          name="name"
          label={PAYEE_LABEL.name}
          help="通帳のとおりのカナで30文字まで。株式会社は「カ）」と略します"
        />
      </FieldSet>
    </SchemaForm>
  );
}
