import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { Empty } from "~/components/list/Empty";
import { bankFiles, bankPayers } from "~/lib/bank/bank.schema";
import { foundKey } from "~/lib/text/text.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { ApiError } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BANK } from "./shared/bank.upload";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("覚えている振込名義");

const PATH = `${BANK}/payer`;
const HEADS = ["振込名義", "依頼人コード", "取引先", "覚えた日時", ""];

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(bankPayers, "/bank/payers");
  const { accounts } = await api.get(bankFiles, "/bank/files");
  return json({ items, profiled: accounts.filter(({ has_profile }) => has_profile) });
}

/** Takes a name, or the columns of an account, out of what is known; gone already is as good. */
export async function action(args: ActionFunctionArgs) {
  const schema = z.object({ key: foundKey("名義"), what: z.enum(["payers", "profile"]) });
  return submit(args, schema, async (api, { key, what }) => {
    const path = what === "payers" ? `/bank/payers/${key}` : `/bank/accounts/${key}/profile`;
    await api.delete(z.object({}), path).catch((error) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    return flash(args, PATH, what === "payers" ? "振込名義を消しました。" : "列の対応を消しました。");
  });
}

export default function Payers() {
  const { items, profiled } = useLoaderData<typeof loader>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <h1>覚えている振込名義</h1>
      <ReceivableTabs current={BANK} />
      <p className="text-muted">
        手で取引先を選んで登録した行の名義です。次から、同じ名義の入金はその取引先のものとして候補になります。
      </p>
      <div className="overflow-x-auto rounded border border-line bg-surface">
        {items.length === 0 ? (
          <Empty text="覚えている振込名義はありません。" />
        ) : (
          <table className="rows">
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((payer) => (
                <tr key={payer.key}>
                  <th scope="row">{payer.name}</th>
                  <td className="tabular-nums">{payer.payer_code}</td>
                  <td>{payer.buyer_name}</td>
                  <td className="text-note text-muted">
                    {formatDateTime(payer.learned_time)} {payer.person}
                  </td>
                  <td>
                    <OneTap action={PATH} fields={{ key: payer.key, what: "payers" }} tone="plain">
                      消す
                    </OneTap>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      {profiled.length > 0 ? (
        <section className="grid gap-2">
          <h2 className="text-section font-bold">列の対応を覚えている口座</h2>
          <ul className="grid rounded border border-line bg-surface">
            {profiled.map((account) => (
              <li
                key={account.key}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0"
              >
                {account.label}
                <OneTap action={PATH} fields={{ key: account.key, what: "profile" }} tone="plain">
                  列の対応を消す
                </OneTap>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p>
        <a href={BANK}>銀行明細に戻る</a>
      </p>
    </div>
  );
}
