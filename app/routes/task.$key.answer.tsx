import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DateField, HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { acceptForm, cardStock } from "~/lib/stock/allocation.schema";
import { cannotAnswer } from "~/lib/task/answer";
import { ANSWERS } from "~/lib/task/answer.schema";
import { formatDate } from "~/lib/time/date";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { acceptTaking } from "~/lib/web/accept.server";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { FromStock, replyWithLeft } from "./shared/from.stock";
import { Box, Closed, Head } from "./task.$key._index/Head";
import { StockHint } from "./task.$key._index/StockHint";

export const meta = cardTitled("依頼への回答");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today, returning } = await enterCard(args, "seller");
  const held = card.product_id === null ? null : await api.get(cardStock, `/cards/${card.key}/stock`);
  return json({ card, held, today, returning, idempotency_key: crypto.randomUUID() });
}

const DONE = {
  accept: "依頼を承諾しました。",
  propose: "納期を提案しました。依頼元の回答を待っています。",
  decline: "依頼を断りました。",
};

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const act = (await formOf(args)).get("act");
  const known = act === "propose" || act === "decline" ? act : "accept";
  if (known === "accept" && (await formOf(args)).has("from_stock")) return acceptTaking(args);
  return submit(args, ANSWERS[known], async (api, { act: _, ...body }, given) => {
    const card = await api.post(
      cardRow,
      `/cards/${key}/${known}`,
      body,
      known === "accept" ? `accept.${key}.${body.version}` : given,
    );
    return flash(args, backTo(args.request, `/task/${key}`), `「${card.name}」の${DONE[known]}`);
  });
}

export default function Answer() {
  const { card, held, today, returning, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const reply = replyWithLeft(again as never);
  const closed = cannotAnswer(card);
  const stock = (held?.stock?.known?.free ?? "0") !== "0";
  const of = (act: string) => (reply?.initialValue?.act === act ? reply : undefined);
  const same = { version: card.version, idempotency_key, action: `/task/${card.key}/answer${returning}` };
  return (
    <div className="grid max-w-[720px] gap-4">
      <Head card={card} today={today} act="依頼への回答" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <>
          {held ? <StockHint card_key={card.key} isAsked isOff={false} held={held} always /> : null}
          <Box title="承諾">
            <SchemaForm
              id="accept"
              schema={stock ? acceptForm : ANSWERS.accept}
              reply={of("accept")}
              {...same}
              values={{ from_stock: "none" }}
              submit="承諾する"
            >
              <p>
                {card.buyer_name}の希望どおり
                {card.delivery_date ? `${formatDate(card.delivery_date)}までに` : ""}
                納めます。承諾すると、最初の工程に入ります。
              </p>
              <HiddenField name="act" value="accept" />
              {stock ? (
                <FromStock
                  unit={UNIT_LABEL[card.order_unit]}
                  help={`依頼は ${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}です。出す分は工程を通らず「出荷待ち」に置きます。`}
                />
              ) : null}
            </SchemaForm>
          </Box>
          <Box title="納期を提案">
            <SchemaForm
              id="propose"
              schema={ANSWERS.propose}
              reply={of("propose")}
              {...same}
              submit="納期を提案する"
              tone="secondary"
            >
              <HiddenField name="act" value="propose" />
              <DateField name="proposed_delivery_date" label="提案する納期" lean="coming" />
              <TextArea name="reason" label="理由" optional rows={2} help="依頼元に見えます。" />
            </SchemaForm>
          </Box>
          <Box title="断る">
            <SchemaForm
              id="decline"
              schema={ANSWERS.decline}
              reply={of("decline")}
              {...same}
              submit="断る"
              tone="danger"
            >
              <HiddenField name="act" value="decline" />
              <TextArea
                name="reason"
                label="理由"
                rows={2}
                help="依頼元に見えます。断ったカードは元に戻せません。"
              />
            </SchemaForm>
          </Box>
        </>
      )}
    </div>
  );
}
