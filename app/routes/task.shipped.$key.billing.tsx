import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { billing } from "~/lib/task/card.edit.schema";
import { cardDetail } from "~/lib/task/card.page.schema";
import { cardRow } from "~/lib/task/card.schema";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Head } from "./task.$key._index/Head";

export const meta = titled("請求対象の切替");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { card } = await api.get(cardDetail, `/cards/${args.params.key}`);
  if (card.seller_id !== who.company_id) throw new Response(null, { status: 403 });
  return json({ card, today: today() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, billing, async (api, value) => {
    const card = await api.post(cardRow, `/cards/${key}/billing`, value, `billing.${key}.${value.version}`);
    return flash(args, "/task/shipped", `「${card.name}」を請求対象${card.is_billing_target ? "にしました" : "から外しました"}。`);
  });
}

export default function Billing() {
  const { card, today } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const act = card.is_billing_target ? "請求対象外にする" : "請求対象にする";
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="請求対象の切替" />
      <SchemaForm id="billing" action={`/task/shipped/${card.key}/billing`} schema={billing} reply={reply} version={card.version} submit={act}
        cancel="/task/shipped">
        {card.is_billing_target ? null : <input type="hidden" name="is_billing_target" value="on" />}
        <p>{card.is_billing_target ? "このカードは納品書・請求書に載らなくなります。" : "このカードを納品書・請求書に載せられるようにします。"}</p>
      </SchemaForm>
    </div>
  );
}
