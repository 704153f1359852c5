import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PrintButton } from "~/components/form/PrintButton";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { compareDecimal, formatNumber, formatYen } from "~/lib/money/decimal";
import { entryColumns, SUPPLIES_AT } from "~/lib/order/supply.list";
import { supplyLedger, supplyMade, supplyMoved } from "~/lib/order/supply.schema";
import { formatDate, today } from "~/lib/time/date";
import { SUPPLY_LABEL, SUPPLY_MOVEMENT_LABEL } from "~/lib/vocabulary/supply";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { MoveForm } from "./MoveForm";

export const meta = titled("支給品");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(supplyLedger, `/supplies/${args.params.key}`);
  return json({ doc, today: today(), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, supplyMoved, async (api, value, idempotency_key) => {
    await api.post(supplyMade, `/supplies/${key}/moves`, value, idempotency_key);
    const text = `${SUPPLY_MOVEMENT_LABEL[value.movement]}を記録し、相手に知らせました。`;
    return flash(args, `${SUPPLIES_AT}/${key}`, text);
  });
}

export default function SupplyPage() {
  const { doc, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const much = (quantity: string) => `${formatNumber(quantity)}${doc.unit}`;
  const isPaid = doc.kind === "paid";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <p className="text-note print:hidden">
        <a href={SUPPLIES_AT}>支給品</a>
      </p>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{doc.item}</h1>
        <Chip tone="accent">{SUPPLY_LABEL[doc.kind]}</Chip>
        <span className="ml-auto print:hidden">
          <PrintButton />
        </span>
      </header>
      <div className="rounded border border-line bg-surface p-4">
        <Facts
          columns={2}
          facts={[
            { label: doc.is_buyer ? "預け先" : "支給元", value: doc.partner_name },
            { label: "残", value: <b>{much(doc.rest)}</b> },
            { label: "支給", value: much(doc.sent) },
            { label: "使用", value: much(doc.used) },
            { label: "返却", value: much(doc.returned) },
            doc.price !== null && { label: "対価(税抜)", value: formatYen(doc.price) },
            isPaid && {
              label: "決済できる日",
              value: doc.settlement_from
                ? `${formatDate(doc.settlement_from)} から`
                : "使った製品の支払日が決まってから",
            },
          ]}
        />
        {isPaid ? (
          <p className="pt-4 text-note text-muted">
            有償支給した材料の代金は、その材料を使った製品の代金の支払日より前に、請求・相殺できません（取適法
            早期決済の禁止）。
          </p>
        ) : null}
      </div>
      <Table columns={entryColumns(doc) as Column[]} page={unpaged(doc.entries)} title="動き" />
      {compareDecimal(doc.rest, "0") > 0 ? (
        <div className="max-w-[720px] rounded border border-line bg-surface p-4 print:hidden">
          <MoveForm doc={doc} day={day} answer={answer} idempotency_key={idempotency_key} />
        </div>
      ) : null}
    </section>
  );
}
