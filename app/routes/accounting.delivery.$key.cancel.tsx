import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TextArea } from "~/components/form/fields";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { Facts } from "~/components/list/Facts";
import { cancelling, changed, deliveryDetail } from "~/lib/accounting/delivery.schema";
import { formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("納品書の取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const doc = await api.get(deliveryDetail, `/deliveries/${args.params.key}`);
  if (doc.seller_id !== who.company_id) throw new Response(null, { status: 403 });
  return json({ doc });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, cancelling, async (api, value, idempotency_key) => {
    await api.post(changed, `/deliveries/${key}/cancel`, value, idempotency_key);
    return flash(
      args,
      `/accounting/delivery/${key}`,
      "納品書を取り消しました。載っていたカードは未納品に戻りました。",
    );
  });
}

export default function DeliveryCancel() {
  const { doc } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = `/accounting/delivery/${doc.key}`;
  const names = doc.lines.map((line) => line.name);
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>納品書 {doc.number} の取消</h1>
      <div className="rounded border border-line bg-surface p-4">
        <Facts
          facts={[
            { label: "取引先", value: doc.buyer.name },
            { label: "納品日", value: formatDate(doc.delivery_date) },
            {
              label: "品名",
              value:
                names.length > 3
                  ? `${names.slice(0, 3).join("、")} 他${names.length - 3}件`
                  : names.join("、"),
            },
            { label: "税込合計", value: formatYen(doc.total) },
          ]}
        />
      </div>
      {doc.cannot_cancel !== null ? (
        <Refused reply={answer?.reply} typed={{ name: "reason", label: "取消の理由" }} />
      ) : null}
      {doc.cannot_cancel !== null ? (
        <Empty text={doc.cannot_cancel} action={{ label: "納品書に戻る", href: back }} />
      ) : (
        <>
          <p>
            取り消すと、納品書に「取消」と印字され、載っているカードは未納品に戻ります。納品書番号は再利用されません。
          </p>
          <SchemaForm
            id="cancel"
            schema={cancelling}
            reply={answer?.reply}
            submit="取消を実行する"
            cancel={back}
            version={doc.version}
            idempotency_key={answer?.idempotency_key ?? `cancel.delivery.${doc.key}.${doc.version}`}
          >
            <TextArea name="reason" label="取消の理由" rows={2} help="履歴に残り、取引先にも見えます" />
          </SchemaForm>
        </>
      )}
    </section>
  );
}
