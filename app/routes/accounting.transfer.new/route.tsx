import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Empty } from "~/components/list/Empty";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { transferAsked, transferChoices, transferNew, transferPreview } from "~/lib/transfer/file.schema";
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

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const [accounts, partners] = await Promise.all([
    api.get(payings, "/payings"),
    api.get(transferChoices, "/transfers/choices"),
  ]);
  return json({
    accounts: accounts.items.filter(({ cannot_pay }) => cannot_pay === null),
    partners: partners.items.filter(({ state }) => state !== "none"),
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
    return submit(args, transferAsked, async (api, value, idempotency_key) => {
      const plan = await api.post(transferPreview, "/transfers/preview", value, crypto.randomUUID());
      return json({ reply: { initialValue: typed }, idempotency_key, plan });
    });
  return submit(args, transferNew, async (api, value, key) => {
    const { seen: _, ...asked } = value;
    const again = async () => ({
      plan: await api.post(transferPreview, "/transfers/preview", asked, crypto.randomUUID()),
    });
    const made = await api
      .post(z.object({ key: z.number() }), "/transfers", value, key)
      .catch(checkAgain(again));
    return flash(args, `${TRANSFERS}/${made.key}`, "振込ファイルを作りました。まだ取得していません。");
  });
}

export default function TransferNewPage() {
  const { accounts, partners, is_admin, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer | undefined;
  const key = answer?.idempotency_key ?? idempotency_key;
  const missing =
    accounts.length === 0
      ? { text: "総合振込に使える口座がまだありません。", what: "振込元の口座", href: "/setting/paying" }
      : { text: "口座を登録した支払先がまだありません。", what: "振込先の口座", href: "/setting/payee" };
  if (accounts.length === 0 || partners.length === 0)
    return (
      <section className="grid max-w-[720px] gap-4">
        <h1>振込ファイルの作成</h1>
        <div className="rounded border border-line bg-surface">
          <Empty
            text={
              is_admin ? missing.text : `${missing.text}管理者に「${missing.what}」の登録を頼んでください。`
            }
            action={is_admin ? { label: `${missing.what}を登録する`, href: missing.href } : undefined}
          />
        </div>
      </section>
    );
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{answer?.plan ? "振込ファイルの確認" : "振込ファイルの作成"}</h1>
      {answer?.plan ? (
        <CheckStep answer={answer} plan={answer.plan} idempotency_key={key} />
      ) : (
        <EntryStep {...{ accounts, partners, answer }} idempotency_key={key} />
      )}
    </section>
  );
}
