import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { DateField, TextField, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { formatYen } from "~/lib/money/decimal";
import { openBooksAnswer, paymentMade, refundNew } from "~/lib/receivable/payment.schema";
import { today } from "~/lib/time/date";
import { KIND_LABEL } from "~/lib/vocabulary/payment";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("前受の返金");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const [buyer_id, payment_key, credit_key] = ["buyer_id", "payment_key", "credit_key"].map(
    (name) => query.get(name) ?? "",
  );
  const open = await api.get(openBooksAnswer, "/payments/open", { buyer_id: buyer_id || "-" });
  const money = credit_key
    ? open.credits.filter(({ key }) => String(key) === credit_key)
    : open.advances.filter(({ key }) => !payment_key || String(key) === payment_key);
  const free = money.reduce((sum, { left }) => sum + left, 0);
  const source = { buyer_id, payment_key, credit_key, seen: open.seen };
  return json({ open, source, free, today: today(), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, refundNew, async (api, value, key) => {
    const made = await api.post(paymentMade, "/payments/refund", value, key);
    return flash(args, `/accounting/receivable/payment/${made.key}`, "返金を登録しました。");
  });
}

const KINDS = (["transfer", "cash", "other"] as const).map((value) => ({ value, label: KIND_LABEL[value] }));

export default function Refund() {
  const { open, source, free, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = "/accounting/receivable/payment";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>前受の返金</h1>
      <ReceivableTabs current={back} />
      {free === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty text="返金できる前受はありません。" action={{ label: "入金一覧へ", href: back }} />
        </div>
      ) : (
        <SchemaForm
          id="refund"
          schema={refundNew}
          answer={answer}
          values={{ payment_date: day, kind: "transfer", amount: String(free) }}
          submit="返金を登録する"
          cancel={back}
          idempotency_key={idempotency_key}
        >
          {Object.entries(source).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p>
            <b>{open.buyer_name}</b> に返せる前受は <b className="tabular-nums">{formatYen(free)}</b>{" "}
            です。前受の古いものから返した記録になります。
          </p>
          <DateField name="payment_date" label="返金日" />
          <YenField name="amount" label="返金額" />
          <RadioField name="kind" label="方法" options={KINDS} />
          <TextField name="note" label="備考" optional />
        </SchemaForm>
      )}
    </section>
  );
}
