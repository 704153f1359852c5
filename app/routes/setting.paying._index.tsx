import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Chip } from "~/components/list/Chip";
import { Empty } from "~/components/list/Empty";
import { payings } from "~/lib/transfer/paying.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("振込元の口座");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(await api.get(payings, "/payings"));
}

export default function Payings() {
  const { items } = useLoaderData<typeof loader>();
  const add = { label: "口座を追加する", href: "/setting/paying/new" };
  return (
    <section className="grid max-w-[720px] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1>振込元の口座</h1>
        <LinkButton href={add.href}>{add.label}</LinkButton>
      </header>
      <p className="text-muted">
        総合振込で支払う自社の口座です。委託者コードは、銀行との総合振込の契約で決まります。
      </p>
      {items.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty text="口座はまだありません。銀行明細を取り込んだ口座も、ここに出ます。" action={add} />
        </div>
      ) : (
        <ul className="grid rounded border border-line bg-surface">
          {items.map((account) => (
            <li
              key={account.key}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0"
            >
              <a href={`/setting/paying/${account.key}`}>{account.label}</a>
              <Chip tone={account.cannot_pay === null ? "good" : "muted"}>
                {account.cannot_pay === null ? "使えます" : "未設定"}
              </Chip>
              <span className="text-note text-muted">
                {account.cannot_pay ?? `委託者 ${account.consignor_code} ${account.consignor_name}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
