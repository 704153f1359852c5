import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { cannotAgree } from "~/lib/task/answer";
import { AGREEMENTS } from "~/lib/task/answer.schema";
import { formatDate } from "~/lib/time/date";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Box, Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("納期の提案への回答");

export async function loader(args: LoaderFunctionArgs) {
  const { card, today } = await enterCard(args, "buyer");
  return json({ card, today, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const act = (await formOf(args)).get("act") === "refuse" ? "refuse" : "agree";
  return submit(args, AGREEMENTS[act], async (api, { act: _, ...body }, given) => {
    const card = await api.post(cardRow, `/cards/${key}/${act}`, body, given);
    return flash(
      args,
      `/task/${key}`,
      act === "agree"
        ? `「${card.name}」の納期に合意しました。`
        : `「${card.name}」の提案を断りました。依頼先の回答を待ちます。`,
    );
  });
}

export default function Agree() {
  const { card, today, idempotency_key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const closed = cannotAgree(card);
  const of = (act: string) => (reply?.initialValue?.act === act ? reply : undefined);
  const same = { version: card.version, idempotency_key };
  return (
    <div className="grid max-w-[720px] gap-4">
      <Head card={card} today={today} act="納期の提案への回答" />
      {closed ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <>
          <section className="rounded border border-line bg-surface p-4">
            <Facts
              facts={[
                { label: "依頼先", value: card.seller_name },
                { label: "希望納期", value: card.delivery_date && formatDate(card.delivery_date) },
                { label: "提案された納期", value: <b>{formatDate(card.proposed_delivery_date!)}</b> },
                {
                  label: "理由",
                  value: card.answer_reason && (
                    <span className="whitespace-pre-wrap">{card.answer_reason}</span>
                  ),
                },
              ]}
            />
          </section>
          <Box title="合意">
            <SchemaForm id="agree" schema={AGREEMENTS.agree} reply={of("agree")} {...same} submit="合意する">
              <p>納期が{formatDate(card.proposed_delivery_date!)}に変わり、依頼先の作業が始まります。</p>
              <HiddenField name="act" value="agree" />
            </SchemaForm>
          </Box>
          <Box title="提案を断る">
            <SchemaForm
              id="refuse"
              schema={AGREEMENTS.refuse}
              reply={of("refuse")}
              {...same}
              submit="提案を断る"
              tone="danger"
            >
              <HiddenField name="act" value="refuse" />
              <TextArea
                name="reason"
                label="理由"
                rows={2}
                help="依頼先に見えます。依頼は取り消されず、もう一度回答を待ちます。"
              />
            </SchemaForm>
          </Box>
        </>
      )}
    </div>
  );
}
