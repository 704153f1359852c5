import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskedField, CheckField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { NumberField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { formatNumber } from "~/lib/money/decimal";
import { receiving } from "~/lib/move/outsource.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { nextProcess } from "~/lib/task/card";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { receiptProblem } from "~/lib/vocabulary/terms";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("外注から受け入れる");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page, processes, steps } = await enterCard(args, "seller");
  const { links, reasons } = await api.get(cardWork, `/cards/${card.key}/work`);
  const link = links.find((one) => !one.received_time && !one.cancelled_time) ?? null;
  const { items } = await api.get(collaborators, "/factories/collaborators", { side: "seller" });
  const terms = items.find(({ id }) => id === link?.partner_id);
  return json({
    ...page,
    idempotency_key: crypto.randomUUID(),
    link,
    late: terms ? receiptProblem(page.today, terms, terms.toriteki) : null,
    reasons: reasons
      .filter((one) => one.kind === "defect")
      .map((one) => ({ value: String(one.reason_id), label: one.label })),
    steps,
    next: String(nextProcess(processes, card.group_id)?.group_id ?? ""),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, receiving, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/receive`, value, given);
    return flash(
      args,
      backTo(args.request, `/task/${key}?tab=parts`),
      `「${card.name}」を受け入れました。いまの工程は「${card.status}」です。`,
    );
  });
}

export default function Receive() {
  const { card, today, back, returning, idempotency_key, link, late, reasons, steps, next } =
    useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const wrong = again?.reply.error ?? {};
  // A box that was asked for stays until the form is through.
  const asked = (name: string) => Boolean(wrong[name] || again?.reply.initialValue?.[name]);
  const missing = asked("short") || asked("divide");
  const unit = UNIT_LABEL[card.order_unit];
  if (!link) {
    return (
      <div className="grid gap-4">
        <Head card={card} today={today} act="受入" />
        <Closed text={wrong[""]?.[0] ?? "このカードは外注に出していません。"} card={card} />
      </div>
    );
  }
  const sent = `${link.partner_name} に出した ${formatNumber(link.num_items)}${unit}`;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="受入" />
      <p>
        外注依頼書 {link.order_id}・協力会社のカード {link.partner_card}（{link.partner_status}
        {link.partner_shipped_time ? `、出荷した良品 ${formatNumber(link.partner_good)}${unit}` : ""}）
      </p>
      {late ? <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">{late}。</p> : null}
      <SchemaForm
        id="receive"
        action={`/task/${card.key}/receive${returning}`}
        schema={receiving}
        answer={again}
        version={card.version}
        idempotency_key={idempotency_key}
        submit="受け入れる"
        cancel={back}
        values={{
          num_good: link.partner_shipped_time ? link.partner_good : link.num_items,
          num_defective: "",
          group_id: next,
        }}
      >
        {missing || asked("unshipped") || asked("over") ? (
          <FieldSet legend="確認してください">
            <AskedField name="unshipped" label="出荷の登録を待たずに受け入れる" />
            {missing ? (
              <CheckField
                name="divide"
                label="残りを枝にして待つ"
                help="残りは枝のカードとして外注の工程に残ります。"
              />
            ) : null}
            {missing ? <CheckField name="short" label="不足のまま受け入れる" /> : null}
            <AskedField name="over" label="予定数を超えて登録する" />
          </FieldSet>
        ) : null}
        <FieldSet legend={sent} columns={2}>
          <NumberField name="num_good" label="受入良品数" unit={unit} optional />
          <NumberField name="num_defective" label="受入不良数" unit={unit} optional />
          <SelectField
            name="reason_id"
            label="不良理由"
            optional
            either
            options={reasons}
            width="full"
            help="受入不良数を入れたときは選びます。"
          />
          <SelectField name="group_id" label="受け入れたあとの工程" optional options={steps} width="full" />
          <TextArea
            name="note"
            label="メモ"
            optional
            rows={2}
            help="履歴に残り、依頼元と協力会社にも見えます。"
          />
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
