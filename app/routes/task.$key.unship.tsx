import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cardStock } from "~/lib/stock/allocation.schema";
import { cannotUnship } from "~/lib/task/ship";
import { unshipment } from "~/lib/task/ship.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { SeenBelow } from "./shared/stock.seen";
import { Closed, Head } from "./task.$key._index/Head";
import { Standing } from "./task.$key._index/Standing";

export const meta = cardTitled("出荷取消");

export async function loader(args: LoaderFunctionArgs) {
  const { page, detail, steps, api, card } = await enterCard(args, "seller");
  const { stock, left } = await api.get(cardStock, `/cards/${card.key}/stock`);
  const unit = UNIT_LABEL[stock?.order_unit ?? card.order_unit];
  return json({ ...page, deliveries: detail.deliveries, steps, left, unit });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, unshipment, async (api, value) => {
    const card = await api.post(cardRow, `/cards/${key}/unship`, value, `unship.${key}.${value.version}`);
    return flashUndo(
      args,
      backTo(args.request, `/task/${key}`),
      `「${card.name}」の出荷を取り消し、「${card.status}」へ戻しました。`,
      backOf(card),
    );
  });
}

export default function Unship() {
  const { card, deliveries, steps, today, back, returning, left, unit } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const closed = reply
    ? null
    : cannotUnship(
        card,
        deliveries.map((delivery) => delivery.number),
      );
  const at = steps.some((one) => one.value === String(card.moved_group))
    ? String(card.moved_group)
    : steps[steps.length - 1]?.value;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="出荷取消" />
      <Standing text={closed ?? reply?.error?.[""]?.[0]} card={card} deliveries={deliveries} />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="unship"
          action={`/task/${card.key}/unship${returning}`}
          schema={unshipment}
          reply={reply}
          version={card.version}
          submit="出荷を取り消す"
          cancel={back}
          values={{ group_id: at }}
        >
          <FieldSet legend="出荷を取り消して、工程へ戻します">
            {left === null ? null : <SeenBelow after={left} unit={unit} />}
            <SelectField name="group_id" label="戻す工程" options={steps} />
            <TextArea name="reason" label="理由" optional rows={2} help="履歴に残り、依頼元にも見えます。" />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
