import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { ERROR } from "~/components/form/control";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField } from "~/components/form/fields";
import { Refused } from "~/components/form/Refused";
import { SchemaForm } from "~/components/form/SchemaForm";
import { sheetKeys } from "~/lib/accounting/document.paper";
import { inspectingLines, seenLine, waitingLines } from "~/lib/accounting/inspection.order.schema";
import { doneText } from "~/lib/accounting/sending";
import { documentsDone } from "~/lib/accounting/sending.schema";
import { today } from "~/lib/time/date";
import { ApiError } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { WaitingLines } from "./shared/waiting.lines";

export const meta = titled("受入・検収");

const NAMED = 5;
const keysOf = (request: Request) =>
  sheetKeys(new URL(request.url).searchParams.getAll("key"))?.filter((key) => /^\d{1,15}$/.test(key)) ?? [];

/** ?key=1&key=2 of 外注依頼. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const orders = keysOf(args.request);
  if (orders.length === 0) throw new Response(null, { status: 404 });
  const waiting = await api.get(waitingLines, "/inspections/waiting", { orders });
  return json({ ...waiting, today: today(), idempotency_key: crypto.randomUUID() });
}

/** What was refused stands on the page again, as it was ticked and typed. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, inspectingLines, async (api, value, idempotency_key) => {
    const done = await api.post(documentsDone, "/inspections", value, idempotency_key);
    const { text, failed } = doneText(done, "検収しました");
    if (failed.length > 0) throw new ApiError(422, text);
    return flash(args, "/order?saved=1", `納品書${text}`);
  });
}

export default function OrdersInspect() {
  const { items, done, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const typed = again?.reply.initialValue as { lines?: string | string[] } | undefined;
  const names = items.map((line) => `${line.delivery_key}.${line.delivery_line_no}`);
  const ticked = typed ? [typed.lines ?? []].flat() : names;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>受入・検収</h1>
      {done.length > 0 ? (
        <p className="text-muted">
          検収待ちの納品がない依頼：{done.slice(0, NAMED).join("、")}
          {done.length > NAMED ? ` ほか${done.length - NAMED}件` : ""}
        </p>
      ) : null}
      {items.length === 0 ? (
        <>
          <Refused reply={again?.reply} />
          <p>
            <LinkButton href="/order?saved=1">一覧に戻る</LinkButton>
          </p>
        </>
      ) : (
        <SchemaForm
          id="inspect"
          schema={inspectingLines}
          answer={again}
          idempotency_key={idempotency_key}
          values={{ inspected_date: day }}
          submit="選んだ明細を合格にする"
          cancel="/order?saved=1"
          wide
        >
          <p>
            検収待ちの数を、すべて合格にします。まだ検収しない明細は、チェックを外してください。不合格や差異があるときは、納品書番号を押して、その納品書で検収してください。
          </p>
          <FieldSet legend="日付" columns={2}>
            <DateField name="received_date" label="受領日" optional help="空欄なら、それぞれの納品日です。" />
            <DateField name="inspected_date" label="検収日" optional />
          </FieldSet>
          {items.map((line) => (
            <input key={seenLine(line)} type="hidden" name="seen" value={seenLine(line)} />
          ))}
          <WaitingLines items={items} ticked={ticked} />
          <p id="inspect-lines" data-error className={ERROR}>
            {again?.reply.error?.lines?.[0]}
          </p>
        </SchemaForm>
      )}
    </section>
  );
}
