import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Alert } from "~/components/frame/Alert";
import { ListPage } from "~/components/list/ListPage";
import { type List, unpaged } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { PAYABLE } from "~/lib/payable/debt.list";
import { type OwingLedger, owingLedger, owingLedgerList } from "~/lib/payable/ledger.list";
import { formatDateTime } from "~/lib/time/date";
import { formatPeriod } from "~/lib/time/period";
import { orderedRange } from "~/lib/time/range";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { filterOf, readOrRefused, refusedOf } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("仕入先元帳");

const PATH = `${PAYABLE}/ledger`;

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const list = owingLedgerList([]) as unknown as List;
  const filter = filterOf(list, args.request);
  const { refused, data } = await readOrRefused(
    (asked) => api.get(owingLedger, "/payables/ledger", asked),
    orderedRange(filter),
  );
  const shown = { from: data.from, to: data.to, ...filter };
  return json({
    data,
    refused,
    filter: { ...shown, ...refusedOf(list, args.request) },
    amounts: seesAmounts(who),
    who,
    printed: formatDateTime(new Date()),
    query: String(new URLSearchParams(shown)),
  });
}

const sumsOf = ({ items, closing }: Pick<OwingLedger, "items" | "closing">) => {
  const sum = (name: "purchase" | "tax" | "paid") => items.reduce((all, row) => all + (row[name] ?? 0), 0);
  return { purchase: sum("purchase"), tax: sum("tax"), paid: sum("paid"), balance: closing };
};

export default function LedgerPage() {
  const { data, refused, filter, query, ...rest } = useLoaderData<typeof loader>();
  const page = { ...unpaged(data.items), sums: sumsOf(data) };
  const chosen = data.partner_name !== null;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={PATH} />
      <ListPage
        {...rest}
        list={owingLedgerList(data.partners)}
        page={page}
        filter={filter}
        under
        csv={chosen ? `${PATH}.csv?${query}` : undefined}
      >
        <p className="hidden text-note print:block">
          期間 {formatPeriod({ start: data.from, end: data.to })}
        </p>
        <Alert>{refused}</Alert>
        {chosen ? (
          <p>
            <b>{data.partner_name}</b>
            {data.unbilled === 0 ? null : (
              <span className="ml-3 text-note text-muted">
                ほかに未請求（税込） {formatYen(data.unbilled)}
              </span>
            )}
          </p>
        ) : null}
      </ListPage>
    </section>
  );
}
