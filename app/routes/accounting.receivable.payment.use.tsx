import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { formatYen } from "~/lib/money/decimal";
import { useForm } from "~/lib/receivable/payment.form";
import { openBooksAnswer, useMade, useNew } from "~/lib/receivable/payment.schema";
import { formatDate, today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { OpenInvoices } from "./shared/open.invoices";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("前受を使う");

const SOURCE = ["buyer_id", "payment_key", "credit_key"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const source = Object.fromEntries(SOURCE.map((name) => [name, query.get(name) ?? ""]));
  const open = await api.get(openBooksAnswer, "/payments/open", { buyer_id: source.buyer_id || "-" });
  const advances = open.advances
    .filter(({ key }) => !source.payment_key || String(key) === source.payment_key)
    .map(({ key, left, payment_date }) => ({ key, left, text: `${formatDate(payment_date)} の入金` }));
  const credits = open.credits
    .filter(({ key }) => String(key) === source.credit_key)
    .map(({ key, left, number }) => ({ key, left, text: `請求書 ${number}` }));
  const sources = source.credit_key ? credits : advances;
  return json({ open, source, sources, today: today(), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const named = [...SOURCE, "seen"].flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" && value ? [[name, value]] : [];
  });
  return submit(args, useForm, async (api, { allocations }, key) => {
    const made = await api.post(useMade, "/payments/use", { ...Object.fromEntries(named), allocations }, key);
    const sum = made.settled.reduce((total, { amount }) => total + amount, 0);
    const text = `${formatYen(sum)}を請求書に充当しました。`;
    const own = form.get("payment_key");
    return flash(args, `/accounting/receivable/payment${own ? `/${own}` : ""}`, text);
  });
}

export default function UsePage() {
  const { open, source, sources, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const typed = answer?.reply.initialValue as { allocations?: { invoice_key?: string }[] } | undefined;
  const free = sources.reduce((sum, { left }) => sum + left, 0);
  const back = { label: "入金一覧へ", href: "/accounting/receivable/payment" };
  const missing = free === 0 ? "使える前受はありません。" : "残額のある請求書がありません。";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>
        {source.credit_key ? "マイナスの請求書" : "前受"} {formatYen(free)} を使う
      </h1>
      <ReceivableTabs current="/accounting/receivable/payment" />
      {free === 0 || open.invoices.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty text={missing} action={back} />
        </div>
      ) : (
        <SchemaForm
          id="use"
          schema={useNew}
          answer={answer}
          submit="選んだ請求書に充当する"
          cancel={back.href}
          wide
          idempotency_key={idempotency_key}
        >
          {SOURCE.map((name) => (
            <input key={name} type="hidden" name={name} value={source[name]} />
          ))}
          <input type="hidden" name="seen" value={open.seen} />
          <p>
            <b>{open.buyer_name}</b>
            {"　"}
            {sources.map(({ key, left, text }) => (
              <span key={key} className="mr-4 tabular-nums">
                {text} {formatYen(left)}
              </span>
            ))}
          </p>
          <p className="text-note text-muted">
            選ばず、金額も入れなければ、期日の古い請求書から充当します。充当は、あとから1件ずつ外せます。
          </p>
          <OpenInvoices invoices={open.invoices} typed={typed?.allocations} today={day} />
        </SchemaForm>
      )}
    </section>
  );
}
