import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { TextField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import {
  BANK_STATE_LABEL,
  type BankRow,
  bankExclusion,
  bankPaymentMade,
  bankReceipt,
  bankRow,
  bankSuggested,
} from "~/lib/bank/bank.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { BANK } from "../shared/bank.upload";
import { Suggested } from "./Suggested";

export const meta = titled("銀行明細の行");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const row = await api.get(bankRow, `/bank/rows/${args.params.key}`);
  return json({ row, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const path = `/bank/rows/${args.params.key}`;
  const go = String((await formOf(args)).get("go") ?? "");
  if (go === "exclude")
    return submit(args, bankExclusion, async (api, value, key) => {
      await api.post(bankRow, `${path}/exclude`, value, key);
      return flash(args, BANK, "対象外にしました。");
    });
  if (go === "restore")
    return submit(args, z.object({}), async (api, _, key) => {
      await api.post(bankRow, `${path}/restore`, {}, key);
      return flash(args, `${BANK}/row/${args.params.key}`, "対象外を取り消しました。");
    });
  if (go === "link")
    return submit(args, bankReceipt, async (api, value, key) => {
      await api.post(bankRow, `${path}/link`, value, key);
      return flash(args, BANK, "登録済みの入金に結び付けました。");
    });
  return submit(args, bankSuggested.omit({ as: true }), async (api, { seen }, key) => {
    const as = go === "fee" ? "fee" : "parts";
    const { learned } = await api.post(bankPaymentMade, `${path}/register`, { seen, as }, key);
    return flash(args, BANK, `入金に登録しました。${learned ? `振込名義「${learned}」を覚えました。` : ""}`);
  });
}

function byHand({ key, buyer_id }: BankRow): string {
  const query = new URLSearchParams({ bank_row: String(key), ...(buyer_id && { buyer_id }) });
  return `/accounting/receivable/payment/new?${query}`;
}

export default function BankRowPage() {
  const { row, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isOpen = row.direction === "in" && row.state !== "done" && row.state !== "excluded";
  const again = answer?.idempotency_key ?? idempotency_key;
  const isMarked = row.state === "excluded" && row.direction === "in";
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>{`${formatDate(row.row_date)} ${row.payer ?? ""}`}</h1>
      {answer && "reason" in (answer.reply.error ?? {}) ? null : <Refused reply={answer?.reply} />}
      <Facts
        facts={[
          { label: row.direction === "in" ? "入金額" : "出金額", value: formatYen(row.amount) },
          { label: "状態", value: BANK_STATE_LABEL[row.state] },
          { label: "口座", value: row.account },
          { label: "振込名義（原文）", value: row.payer_raw },
          row.payer_code !== null && { label: "依頼人コード", value: row.payer_code },
          row.summary !== row.payer_raw && { label: "摘要", value: row.summary },
          row.edi !== null && { label: "EDI", value: row.edi },
          row.balance !== null && { label: "残高", value: formatYen(row.balance) },
          !row.confidence && { label: "理由", value: row.reason },
          row.state === "done" && { label: "取引先", value: row.buyer_name },
        ]}
      />
      {row.payment_key === null ? null : (
        <p>
          <a href={`/accounting/receivable/payment/${row.payment_key}`}>登録した入金を開く</a>
        </p>
      )}
      {isOpen && row.buyer_id ? <Suggested row={row} idempotency_key={again} /> : null}
      {isOpen && !row.buyer_id ? <p>{row.reason}</p> : null}
      {isOpen ? (
        <p className="flex flex-wrap items-center gap-3">
          <LinkButton href={byHand(row)}>取引先や請求書を選んで入金登録</LinkButton>
          <span className="text-note text-muted">登録すると、この行は済になり、振込名義を覚えます。</span>
        </p>
      ) : null}
      {isOpen ? (
        <SchemaForm
          id="exclude"
          schema={bankExclusion}
          reply={answer?.reply}
          idempotency_key={again}
          submit="対象外にする"
          press={{ name: "go", value: "exclude" }}
          tone="secondary"
        >
          <TextField
            name="reason"
            label="対象外にする理由"
            help="利息、借入金、返金など、請求書と関係のない入金のとき"
          />
        </SchemaForm>
      ) : null}
      {isMarked ? (
        <div className="justify-self-start">
          <OneTap action={`${BANK}/row/${row.key}`} fields={{ go: "restore", idempotency_key: again }}>
            対象外を取り消す
          </OneTap>
        </div>
      ) : null}
      <p>
        <a href={BANK}>銀行明細に戻る</a>
      </p>
    </div>
  );
}
