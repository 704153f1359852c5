import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, NumberField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { copying } from "~/lib/task/branch.schema";
import { cannotCopy } from "~/lib/task/card";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("複製");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today, back } = await enterCard(args, "seller");
  const { parts } = await api.get(cardWork, `/cards/${card.key}/work`);
  return json({ card, parts: parts.length, today, back, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, copying, async (api, value, given) => {
    const made = await api.post(cardRow, `/cards/${key}/copy`, value, given);
    const [to, text] = [`/task/${made.key}`, `「${made.name}」を${value.copies}枚作りました。`];
    if (value.copies > 1 || value.with_parts) return flash(args, to, text);
    const fields = { version: String(made.version), reason: "複製の直後に元に戻したため" };
    return flashUndo(args, to, text, { action: `/task/${made.key}/cancel?return=/task/${key}`, fields });
  });
}

export default function Copy() {
  const { card, parts, today, back, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const unit = UNIT_LABEL[card.order_unit];
  const closed = cannotCopy(card);
  if (closed)
    return (
      <div className="grid gap-4">
        <Head card={card} today={today} act="複製" />
        <Closed text={closed} card={card} />
      </div>
    );
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="複製" />
      <SchemaForm
        id="copy"
        schema={copying}
        answer={again}
        version={card.version}
        idempotency_key={idempotency_key}
        submit="複製する"
        cancel={back}
        values={{ num_items: card.num_items, copies: "1" }}
      >
        <FieldSet legend="同じ内容の新しいカード" columns={2}>
          <NumberField
            name="num_items"
            label={CARD_LABEL.num_items}
            unit={unit}
            optional
            help="空欄のときは、元のカードと同じ数量です。"
          />
          <DateField
            name="delivery_date"
            label={CARD_LABEL.delivery_date}
            optional
            lean="coming"
            help="空欄のときは、元のカードと同じ納期です。"
          />
          <NumberField name="copies" label="枚数" unit="枚" />
          {parts > 0 ? <CheckField name="with_parts" label={`部品のカードも作る（${parts}点）`} /> : null}
        </FieldSet>
        <p>
          ほかの項目も変えるときは、<a href={`/task/new?from=${card.key}`}>内容を直して作る</a>
          を開いてください。
        </p>
      </SchemaForm>
    </div>
  );
}
