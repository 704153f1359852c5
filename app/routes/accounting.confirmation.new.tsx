import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { formatYen } from "~/lib/money/decimal";
import { BALANCES } from "~/lib/receivable/balance.list";
import { CONFIRMATIONS, confirmationMade, confirmationNew } from "~/lib/receivable/confirmation.schema";
import { statement } from "~/lib/receivable/statement.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("残高の確認を送る");

/** ?buyer_id=…&on=. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const asked = { buyer_id: query.get("buyer_id") || "-", on: query.get("on") || undefined };
  const { on, buyer, bills, ages } = await api.get(statement, "/receivables/statement", asked);
  return json({ on, buyer, bills: bills.length, ages, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, confirmationNew, async (api, value, key) => {
    const made = await api.post(confirmationMade, "/confirmations", value, key);
    return flash(args, `${CONFIRMATIONS}/${made.key}`, "残高の確認を送りました。回答があると知らせます。");
  });
}

export default function ConfirmationNew() {
  const { on, buyer, bills, ages, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>{buyer.name} に残高の確認を送る</h1>
      <Facts
        facts={[
          { label: "基準日", value: `${formatDate(on)} 現在` },
          { label: "残高（税込）", value: <b>{formatYen(ages.billed)}</b> },
          { label: "未入金の請求書", value: `${bills}件` },
        ]}
      />
      <p>
        相手の画面に、残高と未入金の明細が表示されます。相手は「一致」か、金額と内容を付けて「差異」と回答できます。紙で送るときは
        <a href={`${BALANCES}/statement/print?buyer_id=${buyer.id}&on=${on}`}>残高確認書</a>を印刷します。
      </p>
      <SchemaForm
        id="confirmation"
        schema={confirmationNew}
        answer={answer}
        submit="送る"
        cancel={BALANCES}
        idempotency_key={idempotency_key}
      >
        <input type="hidden" name="buyer_id" value={buyer.id} />
        <input type="hidden" name="on" value={on} />
        <input type="hidden" name="seen" value={ages.billed} />
        <FieldSet legend="連絡">
          <TextArea name="words" label="相手への連絡" optional rows={2} />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
