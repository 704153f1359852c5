import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Empty } from "~/components/list/Empty";
import { monthLabel } from "~/lib/accounting/invoice";
import {
  type BillingDifferences,
  billingChecks,
  billingDifferences,
  checksMade,
  reconcileQuery,
  reconciliation,
} from "~/lib/accounting/reconcile.schema";
import { flash } from "~/lib/web/flash.server";
import { fieldOf } from "~/lib/web/list.server";
import { textOf } from "~/lib/web/reconcile.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Checks } from "./Checks";
import { Compare } from "./Compare";
import { Partner } from "./Partner";

export const meta = titled("締め前の照合");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = [...new URL(args.request.url).searchParams].filter(
    ([name, value]) => value !== "" && fieldOf(reconcileQuery.shape, name)?.safeParse(value).success,
  );
  const query = Object.fromEntries(asked);
  const found = await api.get(reconciliation, "/reconciliations", query);
  return json({
    ...found,
    partner: query.partner ?? "",
    received: query.received ?? "",
    idempotency_key: crypto.randomUUID(),
  });
}

/** A CSV is only compared; what is said of lines is kept. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  if (form.get("go") === "compare")
    return submit(args, z.object({}), async (api, _, key) => {
      const asked = Object.fromEntries(["partner", "ym", "received"].map((name) => [name, form.get(name)]));
      const csv = await textOf(form.get("csv"));
      const differences = await api.post(
        billingDifferences,
        "/reconciliations/compare",
        { ...asked, csv },
        key,
      );
      form.delete("csv");
      const reply = parseWithZod(form, { schema: z.object({}) }).reply();
      return json({ reply, idempotency_key: key, differences });
    });
  form.set("agrees", form.get("go") === "agree" ? "on" : "");
  return submit(args, billingChecks, async (api, value, key) => {
    const { count } = await api.post(checksMade, "/reconciliations/checks", value, key);
    const query = new URLSearchParams({ partner: value.partner, ym: String(value.ym) });
    if (value.received) query.set("received", "on");
    const word = value.agrees ? "一致" : "差異";
    return flash(args, `/accounting/reconcile?${query}`, `${count}行を「${word}」にしました。`);
  });
}

export default function Reconcile() {
  const found = useLoaderData<typeof loader>();
  const answer = useActionData() as (Reply & { differences?: BillingDifferences }) | undefined;
  const { partners, partner, ym, received, partner_name } = found;
  const hidden = { partner, ym: String(ym ?? ""), received };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>締め前の照合</h1>
      <p className="text-note text-muted">
        締める前に、請求される明細を両社で確かめます。付けた「一致」「差異」は相手にも見えます。
      </p>
      {partners.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty text="取引先がまだありません。" />
        </div>
      ) : (
        <Partner {...{ partners, partner, ym, received }} />
      )}
      {partner_name === null || ym === null ? null : found.is_closed ? (
        <p>{monthLabel(ym)}は締め済みです。請求書を確認してください。</p>
      ) : (
        <>
          <Checks {...found} ym={ym} hidden={hidden} answer={answer?.differences ? undefined : answer} />
          {found.is_buyer ? (
            <div className={answer?.differences ? undefined : "print:hidden"}>
              <Compare hidden={hidden} answer={answer} idempotency_key={found.idempotency_key} />
            </div>
          ) : null}
        </>
      )}
    </section>
  );
}
