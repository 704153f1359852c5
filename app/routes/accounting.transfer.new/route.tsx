import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Alert } from "~/components/frame/Alert";
import { Empty } from "~/components/list/Empty";
import { payDateProblem } from "~/lib/bank/zengin.transfer";
import { pageOf } from "~/lib/list/list.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import { payoutRow } from "~/lib/payable/payout.list";
import { addBankDays } from "~/lib/time/bankday";
import { today } from "~/lib/time/date";
import { transferConfirmed, transferForm } from "~/lib/transfer/file.form";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { transferPreview } from "~/lib/transfer/file.schema";
import { payings } from "~/lib/transfer/paying.schema";
import { flash } from "~/lib/web/flash.server";
import { checkAgain } from "~/lib/web/refused.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { typedOf } from "../shared/typed.form";
import { CheckStep } from "./CheckStep";
import { EntryStep } from "./EntryStep";
import type { Answer } from "./step";

export const meta = titled("振込ファイルの作成");

/** At most so many at once: what is ticked travels in the address. */
const MOST = 200;

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const asked = new URL(args.request.url).searchParams.getAll("payout");
  const chosen = asked.filter((key) => /^\d{1,15}$/.test(key)).slice(0, MOST);
  const [accounts, payouts] = await Promise.all([
    api.get(payings, "/payings"),
    api.get(pageOf(payoutRow), "/payables/payments", {
      banked: "none",
      sort: "payment_date",
      size: MOST,
      ids: chosen.join(" ") || undefined,
    }),
  ]);
  const days = payouts.items
    .map(({ payment_date }) => payment_date)
    .filter((day) => !payDateProblem(day, today()));
  return json({
    accounts: accounts.items.filter(({ cannot_pay }) => cannot_pay === null),
    payouts: payouts.items,
    chosen: chosen.map(Number),
    pay_date: days.at(-1) ?? addBankDays(today(), 1),
    is_admin: who.is_admin,
    idempotency_key: crypto.randomUUID(),
  });
}

/** Nothing but 総合振込ファイルを作る writes, and it writes what was shown. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const go = form.get("go");
  const typed = typedOf(form);
  if (go === "back")
    return submit(args, z.object({}), async (_, __, idempotency_key) =>
      json({ reply: { initialValue: typed }, idempotency_key }),
    );
  if (go !== "make")
    return submit(args, transferForm, async (api, value, idempotency_key) => {
      const plan = await api.post(transferPreview, "/transfers/preview", value, crypto.randomUUID());
      return json({ reply: { initialValue: typed }, idempotency_key, plan });
    });
  return submit(args, transferConfirmed, async (api, value, key) => {
    const { seen: _, twice: __, not_sent: ___, ...asked } = value;
    const again = async () => ({
      plan: await api.post(transferPreview, "/transfers/preview", asked, crypto.randomUUID()),
    });
    const made = await api
      .post(z.object({ key: z.number() }), "/transfers", value, key)
      .catch(checkAgain(again, ["twice", "not_sent"]));
    return flash(args, `${TRANSFERS}/${made.key}`, "振込ファイルを作りました。まだ取得していません。");
  });
}

const NO_ACCOUNT = "総合振込に使える口座がまだありません。";
const missingOf = (hasAccount: boolean, is_admin: boolean) => {
  if (hasAccount)
    return {
      text: "振込データを作っていない支払（振込）はありません。",
      action: { label: "支払予定表から支払を登録する", href: `${PAYABLE}/due` },
    };
  return is_admin
    ? { text: NO_ACCOUNT, action: { label: "振込元の口座を登録する", href: "/setting/paying" } }
    : {
        text: `${NO_ACCOUNT}管理者に「振込元の口座」の登録を頼んでください。登録した支払は、あとから選べます。`,
        action: { label: "支払の一覧に戻る", href: `${PAYABLE}/payment` },
      };
};

export default function TransferNewPage() {
  const { accounts, payouts, is_admin, idempotency_key, ...more } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const key = answer?.idempotency_key ?? idempotency_key;
  // Of what another tab has made in between no row is left to say it at.
  const refused = Object.values(answer?.reply.error ?? {}).flatMap((said) => said ?? []);
  if (accounts.length === 0 || payouts.length === 0)
    return (
      <section className="grid max-w-[720px] gap-4">
        <h1>振込ファイルの作成</h1>
        {refused.length > 0 ? (
          <Alert>
            {refused.join("。")}
            <a href={TRANSFERS} className="ml-3 text-accent underline">
              総合振込の一覧へ
            </a>
          </Alert>
        ) : null}
        <div className="rounded border border-line bg-surface">
          <Empty {...missingOf(accounts.length > 0, is_admin)} />
        </div>
      </section>
    );
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{answer?.plan ? "振込ファイルの確認" : "振込ファイルの作成"}</h1>
      {answer?.plan ? (
        <CheckStep answer={answer} plan={answer.plan} idempotency_key={key} />
      ) : (
        <EntryStep {...{ accounts, payouts, answer, ...more }} idempotency_key={key} />
      )}
    </section>
  );
}
