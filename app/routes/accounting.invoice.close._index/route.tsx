import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Refused } from "~/components/form/Refused";
import { Empty } from "~/components/list/Empty";
import { Foldable, FoldLabel } from "~/components/list/Foldable";
import { type ClosingResult, closingMade } from "~/lib/accounting/closing.schema";
import { monthLabel } from "~/lib/accounting/invoice";
import { candidates, closingForm } from "~/lib/accounting/invoice.schema";
import { closingDayLabel } from "~/lib/time/period";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { closingAsked } from "./asked";
import { Candidates } from "./Candidates";
import { ClosingForm } from "./ClosingForm";
import { ClosingResults } from "./ClosingResults";
import { Gaps } from "./Gaps";
import { Month } from "./Month";
import { shownResults } from "./results";
import { trialPath } from "./trial";

export const meta = titled("請求締め");
type Answer = Reply & { anew?: boolean; results?: ClosingResult[] };

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { query, until, asked, wrong } = closingAsked(args.request);
  return json({
    ...(await api.get(candidates, "/closings", asked)),
    until,
    asked: wrong,
    printed: query.getAll("seen"),
    idempotency_key: crypto.randomUUID(),
  });
}

/** Nothing but 締めて発行する closes, what was shown; Enter draws anew; `show`: what a script closed in parts. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const go = form.get("go");
  if (go === "show") {
    const results = shownResults(form.get("results"));
    return json({ reply: {}, idempotency_key: crypto.randomUUID(), results } satisfies Answer);
  }
  if (go !== "close" && go !== "trial") {
    const anew = z.object({});
    return submit(args, anew, async (_, __, idempotency_key) =>
      json({ reply: parseWithZod(form, { schema: anew }).reply(), idempotency_key, anew: true }),
    );
  }
  return submit(args, closingForm, async (api, value, key) => {
    if (go === "trial") return redirect(trialPath(value, String(form.get("closing_day") ?? "")), 303);
    const { invoices, refused } = await api.post(closingMade, "/closings", value, key);
    if (refused !== null) {
      const reply = parseWithZod(form, { schema: closingForm }).reply({ formErrors: [refused] });
      return json<Reply>({ reply, idempotency_key: crypto.randomUUID() }, { status: 409 });
    }
    const one = invoices.length === 1;
    return flash(
      args,
      one ? `/accounting/invoice/${invoices[0]!.key}` : `/accounting/invoice?ym=${value.ym}`,
      one
        ? `請求書 ${invoices[0]!.number} を発行しました。`
        : `${monthLabel(value.ym)}を締め、請求書を${invoices.length}件発行しました。`,
    );
  });
}

export default function Closing() {
  const { closing_days, closing_day, ym, items, gaps, asked, until, printed, idempotency_key } =
    useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const typed = answer?.reply.initialValue as
    | { buyer_ids?: string | string[]; seen?: string | string[] }
    | undefined;
  const before = typed && !answer?.anew ? [typed.seen ?? []].flat() : printed;
  if (answer?.results)
    return (
      <section className="grid min-w-0 grid-cols-1 gap-4" data-rare data-move>
        <h1>請求締め</h1>
        <ClosingResults results={answer.results} {...{ items, closing_day, ym }} />
      </section>
    );
  const open = items.filter((item) => item.problem === null);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4" data-rare data-move data-closing>
      <Foldable open={asked !== null} fixed={closing_days.length === 0}>
        <header className="flex flex-wrap items-center gap-x-3">
          <h1>請求締め</h1>
          <span className="tabular-nums desk:hidden">{`${monthLabel(ym)} ${closingDayLabel(closing_day)}`}</span>
          {closing_days.length > 0 ? <FoldLabel>締日・月</FoldLabel> : null}
        </header>
        <Month {...{ closing_days, closing_day, ym, asked, until }} />
      </Foldable>
      <Gaps numbers={gaps} />
      {items.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          {closing_days.length > 0 ? (
            <Empty text="この締日の取引先はありません。" />
          ) : (
            <Empty
              text="締める依頼元がまだありません。"
              action={{ label: "依頼元を追加", href: "/setting/collaborator/new" }}
            />
          )}
        </div>
      ) : null}
      {open.length === 0 ? <Refused reply={answer?.reply} typed={{ name: "note", label: "備考" }} /> : null}
      {items.length > 0 && open.length === 0 ? (
        <Candidates items={items} ticked={null} before={[]} closing_day={closing_day} ym={ym} />
      ) : null}
      {open.length === 0 ? null : (
        <ClosingForm
          {...{ items, ym, closing_day, before }}
          reply={answer?.reply}
          ticked={typed ? [typed.buyer_ids ?? []].flat() : null}
          idempotency_key={answer?.idempotency_key ?? idempotency_key}
        />
      )}
    </section>
  );
}
