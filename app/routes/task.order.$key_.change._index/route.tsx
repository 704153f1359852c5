import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { Lines } from "~/components/form/Lines";
import { lineNumbers } from "~/components/form/lines.cloned";
import { ALL_COLUMNS } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { amendInput, amendment, amendments } from "~/lib/order/amend.schema";
import { type Order, order } from "~/lib/order/order.row.schema";
import { MAX_LINES } from "~/lib/order/order.schema";
import { toleranceLabel } from "~/lib/vocabulary/tolerance";
import { flash } from "~/lib/web/flash.server";
import { dropBlankLines } from "~/lib/web/order.blank.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Batches } from "./Batches";
import { alignedBatches, type Begun, countered, withBatches } from "./begun";
import { changeColumns, changeLines, showsFurther } from "./columns";
import { ProgressTable } from "./ProgressTable";
import { Treatments } from "./Treatments";

export const meta = titled("変更依頼");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const at = `/orders/${args.params.key}`;
  const counters = new URL(args.request.url).searchParams.get("counters");
  const asked = counters && /^\d{1,15}$/.test(counters) ? `${at}/amendments/${counters}` : null;
  const [found, all, answered] = await Promise.all([
    api.get(order, at),
    api.get(amendments, `${at}/amendments`),
    asked ? api.get(amendment, asked) : undefined,
  ]);
  const begun = answered && countered(answered);
  const values = { lines: changeLines(found, answered), ...begun };
  return json({
    order: found,
    seen: all.seen,
    started: all.started,
    counters: answered?.key,
    values: { ...values, batches: alignedBatches(all.started, begun?.batches) },
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  dropBlankLines(await formOf(args));
  return submit(args, amendInput, async (api, value, idempotency_key) => {
    const made = await api.post(
      z.object({ key: z.number() }),
      `/orders/${key}/amendments`,
      value,
      idempotency_key,
    );
    return flash(
      args,
      `/task/order/${key}/change/${made.key}`,
      "変更依頼を送りました。相手が同意するまで、注文は今の版のままです。",
    );
  });
}

export default function Change() {
  const { order: of, seen, started, counters, values, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const at = `/task/order/${of.key}`;
  const reply = answer?.reply && withBatches(answer.reply, started);
  const typed = (reply?.initialValue ?? values) as Parameters<typeof showsFurther>[0] &
    Pick<Begun, "batches">;
  const further = showsFurther(typed, reply?.error ?? {});
  const last = Math.max(...of.lines.map((line) => line.line_no));
  // What was typed upon what has changed since is still told so, whatever else was wrong with it before.
  const upon = reply?.error?.[""] ? seen : String(reply?.initialValue?.seen ?? seen);
  if (of.cancelled_time !== null && !reply)
    return <Empty text="取り消された依頼は変更できません。" action={{ label: "依頼書に戻る", href: at }} />;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="grid gap-1">
        <p className="text-note">
          <a href={at}>外注依頼書 {of.order_id}</a>
        </p>
        <h1>{counters ? "別案を出す" : "変更を依頼する"}</h1>
        <p className="text-muted">
          変えるところだけ書き換えてください。相手が同意するまで、注文とカードは今の版（v{of.revision}
          ）のままです。
        </p>
      </header>
      <ProgressTable lines={of.lines} />
      <SchemaForm
        id="change"
        schema={amendInput}
        reply={reply}
        numbers={lineNumbers(typed.lines ?? [], last)}
        values={values}
        wide
        submit={counters ? "別案を送る" : "変更依頼を送る"}
        cancel={at}
        idempotency_key={answer?.idempotency_key ?? idempotency_key}
      >
        <input type="hidden" name="seen" value={upon} />
        <input type="hidden" name="columns" value={further ? "all" : ""} />
        {counters ? <input type="hidden" name="counters" value={counters} /> : null}
        <FieldSet legend="明細">
          <p className="text-note text-muted">
            行を追加すると、新しい明細になります。やめる行は、削除せずに「取り消す」を選んでください。
          </p>
          <Lines name="lines" columns={changeColumns(of as Order, further)} max={MAX_LINES} last={last}>
            {further ? null : (
              <Button name="__intent__" value={ALL_COLUMNS} formNoValidate tone="plain">
                支給・許容差の列を出す
              </Button>
            )}
          </Lines>
          {further ? (
            <p className="text-note text-muted">
              支給をやめる行は「支給なしにする」を選んでください。許容差が空欄の行は、
              {toleranceLabel(of.tolerance)}です。
            </p>
          ) : null}
        </FieldSet>
        <Treatments reprices={of.amounts && of.lines.some((line) => line.product_id !== null)} />
        {started.length > 1 ? (
          <Batches
            started={started}
            names={new Map(of.lines.map(({ line_no, name }) => [line_no, name]))}
            open={(typed.batches ?? []).some(({ drawing }) => drawing) || "drawing" in (reply?.error ?? {})}
          />
        ) : null}
      </SchemaForm>
    </section>
  );
}
