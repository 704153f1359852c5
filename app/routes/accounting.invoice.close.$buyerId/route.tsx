import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { SchemaForm } from "~/components/form/SchemaForm";
import { closingEdit, closingRows, closingSaved } from "~/lib/accounting/closing.edit.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { formatYen } from "~/lib/money/decimal";
import { formatPeriod } from "~/lib/time/period";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { ADDED_HELP, ADDED_LINES } from "../shared/added.lines";
import { Figures } from "../shared/figures";
import { LineChoice } from "../shared/line.choice";

export const meta = titled("請求内容の編集");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = { buyer_id: args.params.buyerId, ym: new URL(args.request.url).searchParams.get("ym") };
  return json({
    ...(await api.get(closingRows, "/closings/rows", query)),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, closingEdit, async (api, value, key) => {
    await api.post(closingSaved, "/closings/rows", value, key);
    const { pathname } = new URL(args.request.url);
    return flash(args, `${pathname}?ym=${value.ym}`, "請求内容を保存しました。まだ発行していません。");
  });
}

const blank = (value: string, usual: string) => (value === usual ? "" : value);

export default function ClosingRowsPage() {
  const { idempotency_key, items, lines, ...found } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Reply | undefined;
  const typed = answer?.reply.initialValue as { later?: string | string[] } | undefined;
  const names = items.map((line) => `${line.delivery_key}.${line.delivery_line_no}`);
  const later = typed ? [typed.later ?? []].flat() : names.filter((_, at) => items[at]!.is_later);
  const wizard = `/accounting/invoice/close?ym=${found.ym}`;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{found.buyer_name} の請求内容</h1>
        <span className="tabular-nums">
          {monthLabel(found.ym)}（{formatPeriod({ start: found.start_date, end: found.end_date })}）
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <LinkButton href={`/accounting/reconcile?partner=${found.buyer_id}&ym=${found.ym}`}>
            照合
          </LinkButton>
          <LinkButton href={wizard}>締め処理に戻る</LinkButton>
        </span>
      </header>
      <Figures title={`今回請求額 ${formatYen(found.billed_now)}`} totals={found} />
      {found.problem ? (
        <p>{found.problem}</p>
      ) : (
        <SchemaForm
          id="rows"
          schema={closingEdit}
          answer={answer}
          values={{
            note: found.note ?? "",
            lines: lines.map((line) => ({
              ...line,
              unit: blank(line.unit, "lot"),
              tax_kind: blank(line.tax_kind, "standard"),
            })),
          }}
          version={found.version}
          submit="保存する"
          cancel={wizard}
          wide
          idempotency_key={idempotency_key}
        >
          <input type="hidden" name="buyer_id" value={found.buyer_id} />
          <input type="hidden" name="ym" value={found.ym} />
          {names.map((name) => (
            <input key={name} type="hidden" name="rows" value={name} />
          ))}
          <p className="text-note text-muted">
            チェックした明細は来月の請求に回します。保存しても、請求書は発行しません。
          </p>
          <LineChoice items={items} ticked={later} name="later" caption="請求する明細" head="来月へ" />
          <FieldSet legend="行を追加">
            <p className="text-note text-muted">{ADDED_HELP}</p>
            <Lines name="lines" columns={ADDED_LINES} min={0} max={50} />
          </FieldSet>
          <FieldSet legend="請求書">
            <TextArea
              name="note"
              label="備考"
              optional
              rows={2}
              help={`${found.buyer_name} の請求書だけに印字します`}
            />
          </FieldSet>
        </SchemaForm>
      )}
    </section>
  );
}
