import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EditorEnd } from "~/components/form/Editor";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { factoryLog } from "~/lib/company/factory.log";
import { formatDateTime } from "~/lib/time/datetime";
import { PAYEE_STATE_LABEL, PAYEE_TONE } from "~/lib/transfer/payee";
import { PAYEES, payeePath } from "~/lib/transfer/payee.list";
import { payeeDetail, payeeInput, payeeSeen } from "~/lib/transfer/payee.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { typedOf } from "../shared/typed.form";
import { type Answer, PayeeForm } from "./PayeeForm";

export const meta = titled("振込先の口座");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const payee = await api.get(payeeDetail, `/payees/${encodeURIComponent(args.params.id!)}`);
  const entries = payee.log
    .reverse()
    .map((one) => ({ id: one.key, who: one.actor_name, when: one.at, ...factoryLog(one) }));
  return json({ payee, entries, idempotency_key: crypto.randomUUID() });
}

/** Nothing but この口座を登録する writes, and it writes what was shown in full. */
export async function action(args: ActionFunctionArgs) {
  const form = await formOf(args);
  const go = form.get("go");
  const path = `/payees/${encodeURIComponent(args.params.id!)}`;
  if (go === "confirm")
    return submit(args, payeeSeen, async (api, value, key) => {
      const { partner_name } = await api.post(payeeDetail, `${path}/confirm`, value, key);
      return flash(args, payeePath(args.params.id!), `${partner_name} の口座を確認しました。`);
    });
  if (go !== "save")
    return submit(args, payeeInput, async (_, account, key) =>
      json({ reply: { initialValue: typedOf(form) }, idempotency_key: key, account }),
    );
  return submit(args, payeeInput, async (api, value) => {
    const { partner_name } = await api.put(payeeDetail, path, value);
    return flash(args, PAYEES, `${partner_name} の口座を登録し、管理者に知らせました。`);
  });
}

export default function Payee() {
  const { payee, entries, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const { state, changed_time, changed_name, confirmed_time, confirmed_name } = payee;
  return (
    <section className="grid max-w-[720px] gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{payee.partner_name} の口座</h1>
        <Chip tone={PAYEE_TONE[state]}>{PAYEE_STATE_LABEL[state]}</Chip>
      </header>
      {payee.number === null ? null : (
        <FactPanel
          facts={[
            { label: "銀行", value: `${payee.bank_kana}（${payee.bank_code}）` },
            { label: "支店", value: `${payee.branch_kana}（${payee.branch_code}）` },
            { label: "口座", value: `${payee.kind} ${payee.number}` },
            { label: "受取人名", value: payee.name },
            { label: "登録・変更", value: `${formatDateTime(changed_time!)} ${changed_name}` },
            confirmed_time !== null && {
              label: "確認",
              value: `${formatDateTime(confirmed_time)} ${confirmed_name}`,
            },
          ]}
        />
      )}
      {state === "changed" ? (
        payee.cannot_confirm === null ? (
          <EditorEnd
            note="口座が変わりました。届いた知らせだけで判断せず、いつもの電話番号にかけるなどして支払先に確かめてから、押してください。"
            action={payeePath(payee.partner_id)}
            fields={{ version: payee.version, go: "confirm", idempotency_key }}
          >
            支払先に確かめた（この口座に振り込む）
          </EditorEnd>
        ) : (
          <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
            口座が変わりました。{payee.cannot_confirm}それまで、この支払先への総合振込は作れません。
          </p>
        )
      ) : null}
      <PayeeForm payee={payee} answer={answer} />
      <h2>履歴</h2>
      <Timeline entries={entries} empty="まだ登録されていません。" />
    </section>
  );
}
