import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Alert } from "~/components/frame/Alert";
import { Empty } from "~/components/list/Empty";
import { pageOf } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { debtRow, PAYABLE } from "~/lib/payable/debt.list";
import { namedByRow, payoutConfirmed, payoutForm } from "~/lib/payable/payout.form";
import { payoutPlan, payoutsMade } from "~/lib/payable/payout.schema";
import { today } from "~/lib/time/date";
import { TRANSFERS } from "~/lib/transfer/file.list";
import type { Api } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { checkAgain, renameErrors } from "~/lib/web/refused.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PayableTabs } from "../shared/payable.tabs";
import { typedOf } from "../shared/typed.form";
import { CheckStep } from "./CheckStep";
import { EntryStep } from "./EntryStep";
import type { Answer, Typed } from "./step";

export const meta = titled("支払登録");

const MOST = 200;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const asked = new URL(args.request.url).searchParams.getAll("debt");
  const ids = asked.filter((id) => /^[ib]\d{1,15}$/.test(id)).slice(0, MOST);
  // Without one named, none: an id that no paper has.
  const { items } = await api.get(pageOf(debtRow), "/payables/due", {
    ids: ids.join(" ") || "-",
    size: MOST,
  });
  const debts = items.filter(({ open, planned }) => open !== planned);
  const found = new Set(debts.map(({ id }) => id));
  return json({
    debts,
    missing: new Set(asked.filter((id) => !found.has(id))).size,
    today: today(),
    idempotency_key: crypto.randomUUID(),
  });
}

const preview = (api: Api, value: object) =>
  api.post(payoutPlan, "/payables/payments/preview", { ...value, seen: undefined }, crypto.randomUUID());

const filing = (keys: number[]) =>
  `${TRANSFERS}/new?${new URLSearchParams(keys.map((key) => ["payout", String(key)]))}`;
const recorded = (keys: number[]) =>
  keys.length === 1 ? `${PAYABLE}/payment/${keys[0]}` : `${PAYABLE}/payment`;

/** Nothing but この内容で登録する writes, and it writes what was shown; Enter only asks for the page to check. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const go = String(form.get("go") ?? "check");
  const typed = typedOf<Typed>(form);
  const rename = renameErrors((errors) => namedByRow(errors, typed.debts ?? []));
  if (go === "back")
    return submit(args, z.object({}), async (_, __, key) =>
      json({ reply: { initialValue: typed }, idempotency_key: key, step: "entry" }),
    );
  if (go !== "save")
    return submit(args, payoutForm, async (api, value, key) => {
      const plan = await preview(api, value).catch(rename);
      return json({ reply: { initialValue: typed }, idempotency_key: key, step: "check", plan });
    });
  return submit(args, payoutConfirmed, async (api, value, key) => {
    const again = async () => ({ step: "check", plan: await preview(api, value) });
    const made = await api
      .post(payoutsMade, "/payables/payments", value, key)
      .catch(checkAgain(again, ["twice"]))
      .catch(rename);
    const isFiled = form.get("then_file") !== null && value.kind === "transfer";
    const to = isFiled ? filing(made.keys) : recorded(made.keys);
    return flash(args, to, `${made.keys.length}社への支払 ${formatYen(made.amount)}を登録しました。`);
  });
}

export default function PayoutNewPage() {
  const { debts, missing, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const key = answer?.idempotency_key ?? idempotency_key;
  // Of what a colleague paid in between there is no row to say it at.
  const refused = Object.values(answer?.reply.error ?? {}).flatMap((said) => said ?? []);
  const plan = answer?.step === "check" ? answer.plan : undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{plan ? "支払の確認" : "支払登録"}</h1>
      <PayableTabs current={`${PAYABLE}/payment`} />
      {missing > 0 && debts.length > 0 && !plan ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          選んだ{missing + debts.length}件のうち{missing}
          件は、残額がない（支払済・振込予定・取消）か見つからないため、ここにはありません。
        </p>
      ) : null}
      {debts.length === 0 && refused.length > 0 ? <Alert>{refused.join("。")}</Alert> : null}
      {debts.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text={
              missing > 0
                ? `選んだ${missing}件は、残額がない（支払済・振込予定・取消）か見つかりません。支払予定表か計上一覧で確かめてください。`
                : "支払う請求書が選ばれていません。支払予定表で選んでください。"
            }
            action={{ label: "支払予定表へ", href: `${PAYABLE}/due` }}
          />
        </div>
      ) : plan ? (
        <CheckStep answer={answer!} plan={plan} today={day} idempotency_key={key} />
      ) : (
        <EntryStep debts={debts} answer={answer} today={day} idempotency_key={key} />
      )}
    </section>
  );
}
