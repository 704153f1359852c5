import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cannotWork } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { stopping } from "~/lib/task/work.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flash, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("中止");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today, back } = await enterCard(args, "seller");
  const { reasons } = await api.get(cardWork, `/cards/${card.key}/work`);
  return json({
    card,
    today,
    back,
    reasons: reasons.filter((one) => one.kind === "cancel"),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, stopping, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/stop`, value, given);
    const [to, text] = [
      backTo(args.request, `/task/${key}`),
      `「${card.name}」を中止しました。請求の対象から外れています。`,
    ];
    return card.order_key === null ? flashUndo(args, to, text, backOf(card)) : flash(args, to, text);
  });
}

export default function Stop() {
  const { card, today, back, reasons, idempotency_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const closed = cannotWork(card, "中止");
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="中止" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="stop"
          schema={stopping}
          reply={reply}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="中止する"
          cancel={back}
        >
          <FieldSet legend="このカードの作業をやめます">
            <p>
              カードはカンバンから外れ、請求の対象からも外れます。作業中の人の作業は終わります。
              {card.order_key === null ? "" : "依頼元からの依頼のため、元に戻すことはできません。"}
            </p>
            {reasons.length > 0 ? (
              <RadioField
                name="reason_id"
                label="中止理由"
                optional
                either
                options={reasons.map((one) => ({ value: String(one.reason_id), label: one.label }))}
              />
            ) : null}
            <TextArea
              name="reason"
              label={reasons.length > 0 ? "くわしい理由" : "理由"}
              optional={reasons.length > 0}
              either
              rows={2}
              help="履歴に残り、依頼元にも見えます。"
            />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
