import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DateField } from "~/components/form/fields";
import { DocumentsForm } from "~/components/paper/DocumentsForm";
import { actColumns } from "~/lib/accounting/delivery.act.list";
import { deliveryKind } from "~/lib/accounting/delivery.schema";
import { accepted, accepting } from "~/lib/accounting/inspection.schema";
import { loadRun } from "~/lib/web/document.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("検収済みにする");

/** ?key=1&key=2. */
export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  const docs = await loadRun(args, deliveryKind);
  return json({
    docs: docs.map(({ key, number, delivery_date, seller, buyer_id, total, cancelled_time, state }) => ({
      key,
      number,
      delivery_date,
      partner_name: seller.name,
      total,
      problem:
        buyer_id !== who.company_id
          ? "自社が受け取った納品書ではありません。"
          : cancelled_time
            ? "取り消されています。"
            : state === "inspected"
              ? "検収済みです。"
              : null,
    })),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, accepting, async (api, value, idempotency_key) => {
    const done = await api.post(accepted, "/deliveries/accept", value, idempotency_key);
    const rest = done.skipped > 0 ? `検収待ちのない${done.skipped}件は、そのままです。` : "";
    return flash(args, "/accounting/delivery?saved=1", `${done.accepted}件を検収済みにしました。${rest}`);
  });
}

export default function DeliveriesInspect() {
  const { docs, idempotency_key } = useLoaderData<typeof loader>();
  const count = docs.filter(({ problem }) => problem === null).length;
  return (
    <DocumentsForm
      title="検収済みにする"
      path={deliveryKind.path}
      docs={docs}
      columns={actColumns}
      schema={accepting}
      submit={`${count}件を検収済みにする`}
      answer={useActionData<typeof action>()}
      idempotency_key={idempotency_key}
    >
      <p>検収待ちの数を、すべて合格にします。不合格があるときは、先に差異を連絡してください。</p>
      <DateField name="inspected_date" label="検収日" optional help="空欄なら今日です。" />
    </DocumentsForm>
  );
}
