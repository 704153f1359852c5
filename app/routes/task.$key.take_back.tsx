import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { takingBack } from "~/lib/move/outsource.schema";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("外注の取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page } = await enterCard(args, "seller");
  const { links } = await api.get(cardWork, `/cards/${card.key}/work`);
  const link = links.find((one) => !one.received_time && !one.cancelled_time);
  const closed = !link
    ? "このカードは外注に出していません。"
    : link.partner_answer === "accepted" && link.partner_status !== "取消"
      ? "協力会社が承諾しているため、取り消せません。協力会社にご相談ください。"
      : null;
  return json({
    ...page,
    partner: link?.partner_name ?? "",
    closed,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, takingBack, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/take_back`, value, given);
    return flash(
      args,
      backTo(args.request, `/task/${key}?tab=parts`),
      `「${card.name}」の外注を取り消しました。外注依頼書も取り消しています。`,
    );
  });
}

export default function TakeBack() {
  const { card, today, back, returning, partner, closed, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="外注の取消" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="take_back"
          action={`/task/${card.key}/take_back${returning}`}
          schema={takingBack}
          answer={again}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="外注を取り消す"
          cancel={back}
        >
          <FieldSet legend={`${partner} への外注をやめます`}>
            <p>外注依頼書と、協力会社のカードが取り消されます。このカードは今の工程に残ります。</p>
            <TextArea name="reason" label="取消の理由" autoFocus rows={2} help="協力会社にも見えます。" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
