import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cancelling } from "~/lib/task/card.edit.schema";
import { cannotCancel } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("カードの取消");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today, back } = await enterCard(args, "seller");
  const { works } = await api.get(cardWork, `/cards/${card.key}/work`);
  return json({
    card,
    today,
    back,
    closed: cannotCancel(card, works.length > 0),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, cancelling, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/cancel`, value, given);
    return flashUndo(
      args,
      backTo(args.request, `/task/${key}`),
      `カード ${card.id}「${card.name}」を取り消しました。`,
      backOf(card),
    );
  });
}

export default function Cancel() {
  const { card, today, back, closed, idempotency_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="取消" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="cancel"
          schema={cancelling}
          reply={reply}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="カードを取り消す"
          cancel={back}
        >
          <FieldSet legend="間違えて作ったカードを取り消します">
            <p>カードはカンバンから外れます。番号は使い直されず、履歴は残ります。</p>
            <TextArea
              name="reason"
              label="取消の理由"
              autoFocus
              rows={2}
              help="履歴に残り、依頼元にも見えます。"
            />
          </FieldSet>
        </SchemaForm>
      )}
    </div>
  );
}
