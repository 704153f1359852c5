import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { lineNumbers } from "~/components/form/lines.cloned";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { amendInput, amendment, amendments } from "~/lib/order/amend.schema";
import { type Order, order } from "~/lib/order/order.row.schema";
import { flash } from "~/lib/web/flash.server";
import { dropBlankLines } from "~/lib/web/order.blank.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Batches } from "./Batches";
import { alignedBatches, type Begun, countered, withBatches } from "./begun";
import { ChangeLines } from "./ChangeLines";
import { changeLines, showsFurther } from "./columns";
import { ProgressTable } from "./ProgressTable";
import { Treatments } from "./Treatments";

export const meta = titled("変更依頼");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const at = `/orders/${args.params.key}`;
  const query = new URL(args.request.url).searchParams;
  const counters = query.get("counters");
  const asked = counters && /^\d{1,15}$/.test(counters) ? `${at}/amendments/${counters}` : null;
  const [found, { items: _, ...now }, answered] = await Promise.all([
    api.get(order, at),
    api.get(amendments, `${at}/amendments`),
    asked ? api.get(amendment, asked) : undefined,
  ]);
  const begun = answered && countered(answered);
  return json({
    order: found,
    ...now,
    counters: answered?.key,
    focus: query.get("line"),
    values: {
      lines: changeLines(found, answered),
      ...begun,
      batches: alignedBatches(now.started, begun?.batches),
    },
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
  const {
    order: of,
    seen,
    started,
    spent,
    counters,
    focus,
    values,
    idempotency_key,
  } = useLoaderData<typeof loader>();
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
      <ProgressTable lines={of.lines} spent={spent} />
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
        <ChangeLines order={of as Order} further={further} last={last} focus={reply ? null : focus} />
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
