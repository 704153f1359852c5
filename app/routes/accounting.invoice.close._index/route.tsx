import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { lastAsked } from "~/lib/accounting/closing";
import { monthLabel } from "~/lib/accounting/invoice";
import { candidates, closingMade, closingNew, closingQuery } from "~/lib/accounting/invoice.schema";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit, type Reply } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Candidates } from "./Candidates";
import { Month } from "./Month";

export const meta = titled("請求締め");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const until = lastAsked(today());
  const typed = query.get("ym") ?? "";
  const read = closingQuery.shape.ym.safeParse(typed || undefined);
  const error = !read.success ? read.error.issues[0]!.message
    : read.data !== undefined && read.data > until ? `対象月は${monthLabel(until)}までを入力してください` : null;
  const asked = [...query].filter(([name, value]) => value !== "" && (name !== "ym" || error === null)
    && closingQuery.shape[name as "ym"]?.safeParse(value).success);
  return json({
    ...await api.get(candidates, "/closings", Object.fromEntries(asked)), until, asked: error === null ? null : { typed, error },
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  return submit(args, closingNew, async (api, value, key) => {
    if (form.get("go") === "trial") {
      const query = new URLSearchParams({ ym: String(value.ym), with_zero: String(value.with_zero), closing_day: String(form.get("closing_day") ?? "") });
      for (const buyer_id of value.buyer_ids) query.append("buyer_ids", buyer_id);
      return redirect(`/accounting/invoice/close/print?${query}`, 303);
    }
    const { invoices } = await api.post(closingMade, "/closings", value, key);
    const one = invoices.length === 1;
    return flash(args, one ? `/accounting/invoice/${invoices[0]!.key}` : `/accounting/invoice?ym=${value.ym}`,
      one ? `請求書 ${invoices[0]!.number} を発行しました。` : `${monthLabel(value.ym)}を締め、請求書を${invoices.length}件発行しました。`);
  });
}

export default function Closing() {
  const { closing_days, closing_day, ym, items, asked, until, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const typed = answer?.reply.initialValue as { buyer_ids?: string | string[] } | undefined;
  const open = items.filter((item) => item.problem === null);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>請求締め</h1>
      <Month {...{ closing_days, closing_day, ym, asked, until }} />
      {items.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          {closing_days.length > 0 ? <Empty text="この締日の取引先はありません。" />
            : <Empty text="締める依頼元がまだありません。" action={{ label: "依頼元を追加", href: "/setting/collaborator/new" }} />}
        </div>
      ) : null}
      {items.length > 0 && open.length === 0 ? <Candidates items={items} ticked={null} closing_day={closing_day} /> : null}
      {open.length === 0 ? null : (
        <SchemaForm id="closing" schema={closingNew} reply={answer?.reply} submit="締めて発行する" cancel="/accounting/invoice" wide
          idempotency_key={answer?.idempotency_key ?? idempotency_key}>
          <input type="hidden" name="ym" value={ym} />
          <input type="hidden" name="closing_day" value={closing_day} />
          <Candidates items={items} closing_day={closing_day} ticked={typed ? [typed.buyer_ids ?? []].flat() : null}
            error={answer?.reply.error?.buyer_ids?.[0]} />
          <div className="grid max-w-[720px] gap-2">
            <CheckField name="with_zero" label="今回売上0円も出す（入金・残高あり）" help="売上がなくても、前回の残高や入金がある取引先に請求書を発行します" />
            <TextArea name="note" label="備考" optional rows={2} help="発行する請求書すべてに印字します" />
            <p><Button name="go" value="trial">仮締めを印刷</Button> <span className="text-note text-muted">何も保存しません</span></p>
          </div>
        </SchemaForm>
      )}
    </section>
  );
}
