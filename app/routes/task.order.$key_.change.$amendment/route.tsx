import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { TextArea } from "~/components/form/fields";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { amendAnswer, amendment } from "~/lib/order/amend.schema";
import { order } from "~/lib/order/order.row.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { CAUSE_LABEL, DRAWING_LABEL, RETURN_LABEL, SURPLUS_LABEL } from "~/lib/vocabulary/amendment";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { ItemView } from "./ItemView";

export const meta = titled("変更依頼");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const at = `/orders/${args.params.key}`;
  const [of, found] = await Promise.all([
    api.get(order, at),
    api.get(amendment, `${at}/amendments/${args.params.amendment}`),
  ]);
  return json({
    order: of,
    found,
    own: found.proposed_by === who.company_id,
    idempotency_key: crypto.randomUUID(),
  });
}

const withdrawing = z.object({});
const answered = z.object({ key: z.number(), revision: z.number().nullable() });

export async function action(args: ActionFunctionArgs) {
  const { key, amendment: of } = args.params;
  const at = `/orders/${key}/amendments/${of}`;
  const here = `/task/order/${key}/change/${of}`;
  if ((await formOf(args)).get("deed") === "withdraw")
    return submit(args, withdrawing, async (api, _, idempotency_key) => {
      await api.post(z.object({ key: z.number() }), `${at}/withdraw`, {}, idempotency_key);
      return flash(args, here, "変更依頼を取り下げました。");
    });
  return submit(args, amendAnswer, async (api, value, idempotency_key) => {
    const { revision } = await api.post(answered, `${at}/answer`, value, idempotency_key);
    const text =
      revision === null
        ? "変更依頼を断りました。注文は今の版のままです。"
        : `合意しました。注文は改訂 v${revision} になりました。`;
    return flash(args, here, text);
  });
}

const NO_COUNTER = "金額の変更が含まれるため、別案は会計の権限がある人だけが出せます。";

export default function AnswerChange() {
  const { order: of, found, own, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const at = `/task/order/${of.key}`;
  const counter = `${at}/change?counters=${found.key}`;
  const open = found.items.filter((item) => item.state === "open");
  const items = found.items.map((item) => (
    <ItemView key={item.item_no} item={item} all={open} asks={found.can_answer} />
  ));
  return (
    <section className="grid max-w-[720px] grid-cols-1 gap-4">
      <header className="grid gap-1">
        <p className="text-note">
          <a href={at}>外注依頼書 {of.order_id}</a> ／ <a href={`${at}/history`}>版の履歴</a>
        </p>
        <h1>{found.counters ? "別案" : "変更依頼"}</h1>
      </header>
      {found.can_answer || found.can_withdraw ? null : (
        <Refused reply={answer?.reply} typed={{ name: "words", label: "ひとこと" }} />
      )}
      <FactPanel
        facts={[
          {
            label: "提案した側",
            value: own ? "自社" : found.proposed_by === of.buyer_id ? of.buyer.name : of.seller.name,
          },
          { label: "提案した人", value: found.proposer_name },
          { label: "提案日時", value: formatDateTime(found.proposed_time) },
          { label: "理由", value: <span className="whitespace-pre-wrap">{found.words}</span> },
          { label: "回答の期限", value: formatDate(found.expires_date) },
          found.cause !== null && { label: "納期変更の原因", value: CAUSE_LABEL[found.cause] },
          found.made !== null && { label: "できている分", value: SURPLUS_LABEL[found.made] },
          found.wip !== null && { label: "作業中の分", value: SURPLUS_LABEL[found.wip] },
          found.returned !== null && { label: "出荷済みの分", value: RETURN_LABEL[found.returned] },
          found.drawing !== null && { label: "旧い図面の分", value: DRAWING_LABEL[found.drawing] },
          found.cost_tax_rate !== null && { label: "費用の税率", value: `${found.cost_tax_rate}%` },
        ]}
      />
      {found.cautions.map((text) => (
        <p key={text} className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {text}
        </p>
      ))}
      {found.can_answer ? (
        <>
          <SchemaForm
            id="answer"
            schema={amendAnswer}
            answer={answer}
            submit="選んだとおりに回答する"
            idempotency_key={idempotency_key}
          >
            <input type="hidden" name="seen" value={found.seen} />
            {items}
            <TextArea name="words" label="ひとこと" optional rows={2} help="相手に見えます" />
          </SchemaForm>
          <p>{found.can_counter ? <LinkButton href={counter}>別案を出す</LinkButton> : NO_COUNTER}</p>
        </>
      ) : (
        items
      )}
      {found.can_withdraw ? (
        <SchemaForm
          id="withdraw"
          schema={withdrawing}
          reply={answer?.reply}
          submit="取り下げる"
          tone="danger"
          idempotency_key={`withdraw.${found.key}`}
        >
          <input type="hidden" name="deed" value="withdraw" />
          <p className="text-muted">相手の回答を待っています。取り下げると、注文は今の版のままになります。</p>
        </SchemaForm>
      ) : null}
    </section>
  );
}
