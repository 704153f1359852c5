import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Alert } from "~/components/frame/Alert";
import { ListPage } from "~/components/list/ListPage";
import { type List, unpaged } from "~/lib/list/list.schema";
import { formatYen } from "~/lib/money/decimal";
import { type Ledger, ledger, ledgerList } from "~/lib/receivable/ledger.list";
import { formatDateTime } from "~/lib/time/date";
import { orderedRange } from "~/lib/time/range";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { filterOf, readOrRefused, refusedOf } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { ReceivableTabs } from "./shared/receivable.tabs";

export const meta = titled("得意先元帳");

const PATH = "/accounting/receivable/ledger";

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const list = ledgerList([]) as unknown as List;
  const filter = filterOf(list, args.request);
  const { refused, data } = await readOrRefused(
    (asked) => api.get(ledger, "/receivables/ledger", asked),
    orderedRange(filter),
  );
  const shown = { from: data.from, to: data.to, ...filter };
  return json({
    data,
    refused,
    filter: { ...shown, ...refusedOf(list, args.request) },
    amounts: seesAmounts(who),
    printed: formatDateTime(new Date()),
    query: String(new URLSearchParams(shown)),
  });
}

const sumsOf = ({ items, closing }: Pick<Ledger, "items" | "closing">) => {
  const sum = (name: "sales" | "tax" | "received") => items.reduce((all, row) => all + (row[name] ?? 0), 0);
  return { sales: sum("sales"), tax: sum("tax"), received: sum("received"), balance: closing };
};

export default function LedgerPage() {
  const { data, refused, filter, query, ...rest } = useLoaderData<typeof loader>();
  const page = { ...unpaged(data.items), sums: sumsOf(data) };
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">売掛・請求残</h1>
      <ReceivableTabs current={PATH} />
      <ListPage
        {...rest}
        list={ledgerList(data.partners)}
        page={page}
        filter={filter}
        under
        csv={data.buyer ? `${PATH}.csv?${query}` : undefined}
        beside={
          data.buyer ? (
            <span className="flex flex-wrap gap-2 print:hidden">
              <LinkButton href={`${PATH}/print?${query}`}>元帳の用紙</LinkButton>
              <LinkButton href={`${PATH}/print?${query}&to_partner=on`}>お取引明細書</LinkButton>
            </span>
          ) : null
        }
      >
        <Alert>{refused}</Alert>
        {data.buyer ? (
          <p>
            <b>{data.buyer.name}</b>
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
