import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Empty } from "~/components/list/Empty";
import { exported, exportNew, exports, preview, previewQuery, rules } from "~/lib/journal/journal.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDate, today } from "~/lib/time/date";
import { lastMonth } from "~/lib/time/range";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Entries } from "./Entries";
import { ExportForm } from "./ExportForm";
import { History, Unverified } from "./History";
import { Period } from "./Period";

export const meta = titled("仕訳の出力");

/** The last month, unless another period is asked for. */
function askedOf(request: Request) {
  const usual = lastMonth(today());
  const typed = Object.fromEntries(new URL(request.url).searchParams);
  const asked = previewQuery.safeParse({ ...usual, ...typed });
  const wrong = asked.success
    ? asked.data.from > asked.data.to && "期間の初めが終わりより後になっています。"
    : asked.error.issues[0]!.message;
  const period = asked.success ? asked.data : { ...usual, product: undefined };
  return { period, wrong: wrong || null, typed: { ...usual, ...typed } };
}

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { period, wrong, typed } = askedOf(args.request);
  const set = await api.get(rules, "/journal/rules");
  const asked = { ...period, product: period.product ?? set.product };
  return json({
    typed,
    wrong,
    asked,
    is_admin: who.is_admin,
    is_set: set.version > 0,
    shown: wrong ? null : await api.get(preview, "/journal/preview", asked),
    history: (await api.get(exports, "/journal/exports")).items,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const form = await formOf(args);
  if (form.get("go") !== "export") {
    const again = ["from", "to", "product"].map((name) => [name, String(form.get(name) ?? "")]);
    return redirect(`/accounting/journal?${new URLSearchParams(again)}`, 303);
  }
  return submit(args, exportNew, async (api, value, key) => {
    const made = await api.post(exported, "/journal/exports", value, key);
    const text = `仕訳 ${formatNumber(made.num_entries)}件を出力しました。下の「出力の履歴」からファイルを保存してください。`;
    const { from, to, product } = value;
    return flash(
      args,
      `/accounting/journal?${new URLSearchParams({ from, to, product })}`,
      text,
      "success",
      0,
    );
  });
}

export default function Journal() {
  const { typed, wrong, asked, is_admin, is_set, shown, history, idempotency_key } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const days = `${formatDate(asked.from)} ～ ${formatDate(asked.to)}`;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <header className="grid gap-1 max-desk:contents">
        <h1>仕訳の出力</h1>
        <p className="max-desk:order-last text-muted">
          請求書・入金・仕入・支払から仕訳を作り、会計ソフトに取り込むファイルにします。一度出力した仕訳は次からは出ません。出力した期間に後から加わったもの（取消・訂正・入金や支払の追加）は、次の出力に別の仕訳として出ます。
        </p>
        {is_set ? null : (
          <p className="text-warn">
            科目と税区分は、まだ一般的な名前のままです。
            {is_admin ? (
              <a href="/setting/journal">会計ソフトに合わせる</a>
            ) : (
              "管理者が「設定 → 会社・ユーザー情報 → 仕訳」で会計ソフトに合わせます。"
            )}
          </p>
        )}
      </header>
      <Period typed={typed} product={asked.product} wrong={wrong} />
      {shown && shown.num_entries === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text={
              shown.num_before > 0
                ? `${days} の仕訳 ${formatNumber(shown.num_before)}件は、すべて出力済みです。ファイルは下の履歴から何度でも保存できます。`
                : `${days} に、仕訳になる請求書・入金・仕入・支払はありません。`
            }
          />
        </div>
      ) : null}
      {shown && shown.num_entries > 0 ? (
        <>
          <ExportForm
            asked={asked}
            shown={shown}
            reply={answer?.reply}
            idempotency_key={answer?.idempotency_key ?? idempotency_key}
          />
          <Entries shown={shown} />
        </>
      ) : null}
      <History items={history} />
      <Unverified />
    </div>
  );
}
