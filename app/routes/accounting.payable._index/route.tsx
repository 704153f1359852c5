import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { listHref } from "~/components/list/FilterBar";
import { ListPage } from "~/components/list/ListPage";
import { type List, pageOf } from "~/lib/list/list.schema";
import { type OwingRow, owingList, owingSummary } from "~/lib/payable/balance.list";
import { type DebtRow, debtRow, PAYABLE } from "~/lib/payable/debt.list";
import { formatDate } from "~/lib/time/date";
import { filterOf, loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PayableTabs } from "../shared/payable.tabs";
import { DebtRows } from "./DebtRows";
import { OwingTiles } from "./OwingTiles";

export const meta = titled("買掛金管理");

/** So many partners may stand open at once. */
const OPEN_MOST = 10;
const openIds = (filter: Record<string, string>) =>
  [...new Set((filter.open ?? "").split(","))].filter(Boolean).slice(0, OPEN_MOST);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const list = owingList([]);
  const { on } = filterOf(list as unknown as List, args.request);
  const [data, summary] = await Promise.all([
    loadList(args, list),
    api.get(owingSummary, "/payables/summary", { on }),
  ]);
  const shown = openIds(data.filter).filter((id) => data.page.items.some((row) => row.partner_id === id));
  const opened = await Promise.all(
    shown.map(async (partner_id): Promise<[string, DebtRow[]]> => {
      const { items } = await api.get(pageOf(debtRow), "/payables/due", { partner_id, on, size: 200 });
      return [partner_id, items];
    }),
  );
  return json({
    ...data,
    summary,
    opened: Object.fromEntries(opened),
    csv: `${PAYABLE}.csv?${new URLSearchParams(data.filter)}`,
  });
}

export default function Owing() {
  const { summary, opened, filter, ...data } = useLoaderData<typeof loader>();
  const toggled = ({ partner_id }: OwingRow) => {
    const ids = Object.keys(opened);
    const next = ids.includes(partner_id) ? ids.filter((id) => id !== partner_id) : [...ids, partner_id];
    return listHref(PAYABLE, { ...filter, open: next.join(",") });
  };
  const list = owingList(summary.closing_days, {
    isOpen: ({ partner_id }) => Object.hasOwn(opened, partner_id),
    href: toggled,
  });
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3">
      <h1 className="led print:hidden">買掛金管理</h1>
      <PayableTabs current={PAYABLE} />
      <OwingTiles summary={summary} />
      <ListPage
        {...data}
        list={list}
        filter={filter}
        under
        primary={{ label: "支払登録", href: `${PAYABLE}/due` }}
        beside={
          <LinkButton className="folded print:hidden" href={`${PAYABLE}/bill/new`}>
            請求書・経費を計上
          </LinkButton>
        }
        below={(row: OwingRow) =>
          opened[row.partner_id] ? (
            <DebtRows
              partner={{ id: row.partner_id, name: row.partner_name }}
              on={summary.on}
              rows={opened[row.partner_id]!}
            />
          ) : null
        }
      >
        <p className="text-note text-muted">
          {formatDate(summary.on)} 現在。
          <span className="max-desk:hidden">
            買掛残＝うち未請求（税込の見込み）＋うち請求残。請求残＝前月残＋当月仕入＋消費税−当月支払−相殺。
          </span>
        </p>
      </ListPage>
    </section>
  );
}
