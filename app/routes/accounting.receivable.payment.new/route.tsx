import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Alert } from "~/components/frame/Alert";
import { formatYen } from "~/lib/money/decimal";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { paymentConfirmed, paymentForm } from "~/lib/receivable/payment.form";
import { openBooksAnswer, openQuery, paymentMade, paymentPlan } from "~/lib/receivable/payment.schema";
import { formatDate, today } from "~/lib/time/date";
import { type Api, ApiError } from "~/lib/web/api.server";
import { bankRowOf, paymentPath } from "~/lib/web/bank.server";
import { flash } from "~/lib/web/flash.server";
import { checkAgain } from "~/lib/web/refused.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { ReceivableTabs } from "../shared/receivable.tabs";
import { typedOf } from "../shared/typed.form";
import { CheckStep } from "./CheckStep";
import { EntryStep } from "./EntryStep";
import { Partner } from "./Partner";
import { type Answer, allMeant, answered, filled, type Typed, waived } from "./step";

export const meta = titled("入金登録");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const keys = query.getAll("invoice");
  const asked = openQuery.safeParse({ buyer_id: query.get("buyer_id"), invoice: keys });
  const bank = await bankRowOf(api, args.request);
  const common = { today: today(), idempotency_key: crypto.randomUUID(), bank };
  const chosen = asked.success ? asked.data.invoice : [];
  let problem: string | null = null;
  if (asked.success && (asked.data.buyer_id || chosen.length > 0)) {
    const call = new URLSearchParams(keys.map((one) => ["invoice", one]));
    if (asked.data.buyer_id) call.set("buyer_id", asked.data.buyer_id);
    const open = await api.get(openBooksAnswer, `/payments/open?${call}`).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      problem = Object.values(error.errors)[0]?.[0] ?? error.detail;
      return null;
    });
    if (open) return json({ ...common, open, chosen, partners: [], problem });
  }
  const { items } = await api.get(collaborators, "/factories/collaborators", { side: "buyer" });
  const partners = items.filter((one) => !one.is_stock).map(({ id, name }) => ({ value: id, label: name }));
  return json({ ...common, open: null, chosen, partners, problem });
}

const preview = (api: Api, value: object) =>
  api.post(paymentPlan, "/payments/preview", { ...value, seen: undefined }, crypto.randomUUID());
const asCall = (value: unknown) => paymentForm.parse(value);
const ONE_PRESS = ["fee", "discount", "rounding", "offset", "gain"];

/** Nothing but この内容で登録する writes, and it writes what was shown; Enter only asks for the page to check. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const go = String(form.get("go") ?? "check");
  const typed = typedOf<Typed>(form);
  if (go === "back")
    return submit(args, z.object({}), async (_, __, key) => json(answered(typed, "entry", key)));
  if (go !== "save")
    return submit(args, paymentForm, async (api, value, key) => {
      if (go === "fill") {
        const plan = await preview(api, { ...value, rest: undefined, allocations: allMeant(typed) });
        return json(answered(filled(typed, plan), "entry", key, plan));
      }
      const plan = await preview(api, value);
      if (!ONE_PRESS.includes(go)) return json(answered(typed, go === "look" ? "entry" : "check", key, plan));
      const next = waived(typed, go, plan);
      // 値引 waits for its rate, which is asked for where the lines are.
      if (go === "discount") return json(answered(next, "entry", key));
      return json(answered(next, "check", key, await preview(api, asCall(next))));
    });
  return submit(args, paymentConfirmed, async (api, value, key) => {
    const again = async () => ({ step: "check", plan: await preview(api, value) });
    const made = await api
      .post(paymentMade, paymentPath(args.request), value, key)
      .catch(checkAgain(again))
      .catch(async (error: unknown) => {
        const asks = error instanceof ApiError && error.errors.twice;
        throw asks
          ? new ApiError(error.status, error.detail, error.errors, error.confirm, await again())
          : error;
      });
    const rest = made.unapplied > 0 ? `${formatYen(made.unapplied)}は前受です。` : "";
    return flash(args, `/accounting/receivable/payment/${made.key}`, `入金を登録しました。${rest}`);
  });
}

export default function PaymentNewPage() {
  const {
    open,
    chosen,
    partners,
    problem,
    bank,
    today: day,
    idempotency_key,
  } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const key = answer?.idempotency_key ?? idempotency_key;
  const plan = answer?.step === "check" ? answer.plan : undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{plan ? "入金の確認" : "入金登録"}</h1>
      <ReceivableTabs current="/accounting/receivable/payment" />
      <Alert>{problem}</Alert>
      {bank ? (
        <p className="text-muted">
          {`銀行明細の ${formatDate(bank.row_date)} ${bank.payer ?? ""} ${formatYen(bank.amount)} の登録です。登録すると、明細の行は済になります。`}
        </p>
      ) : null}
      {open === null ? <Partner partners={partners} bank_row={bank?.key ?? null} /> : null}
      {open && plan ? <CheckStep answer={answer!} plan={plan} idempotency_key={key} /> : null}
      {open && !plan ? (
        <EntryStep {...{ open, chosen, bank, answer }} today={day} idempotency_key={key} />
      ) : null}
    </section>
  );
}
