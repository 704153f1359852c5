import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Empty } from "~/components/list/Empty";
import { chips, FilterBar, isWrong } from "~/components/list/FilterBar";
import { Foldable, FoldLabel } from "~/components/list/Foldable";
import { Table } from "~/components/list/Table";
import { Tabs } from "~/components/list/Tabs";
import { periodTabs, STAT, statHref, statList, statSums } from "~/lib/bi/stat.list";
import { periodText } from "~/lib/bi/stat.words";
import { WORKS } from "~/lib/bi/works.list";
import { unpaged, visibleColumns } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import { formatDateTime } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { loadStat } from "~/lib/web/stat.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Charts } from "./Charts";
import { Standard } from "./Standard";
import { Tiles } from "./Tiles";

export const handle = { script: "chart" };
export const meta = titled("加工実績");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { who, ...read } = await loadStat(args);
  return json({
    ...read,
    amounts: seesAmounts(who),
    isSeller: who.company_type === "seller",
    printed: formatDateTime(new Date()),
  });
}

export default function StatPage() {
  const { asked, data, choices, refused, amounts, isSeller, printed } = useLoaderData<typeof loader>();
  const list = statList(data, choices, asked);
  const filter = { ...asked, step: asked.step ?? "auto", axis: data.axis, ...data.period, ...refused };
  const active = chips(list, filter);
  const columns = visibleColumns(list.columns, amounts);
  return (
    <section className="steps-paper grid min-w-0 grid-cols-1 gap-4">
      <Foldable open={isWrong(list, filter)}>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1>加工実績</h1>
          <FoldLabel />
          <span className="text-muted tabular-nums">{periodText(data)}</span>
          <span className="folded ml-auto flex flex-wrap gap-2 print:hidden">
            {isSeller ? (
              <LinkButton href={statHref(asked, { unit: data.unit }).replace(STAT, WORKS)}>明細</LinkButton>
            ) : null}
            <LinkButton href={statHref(asked, {}).replace(STAT, `${STAT}.csv`)} download>
              CSV
            </LinkButton>
            <PrintButton className="max-desk:hidden" />
          </span>
        </header>
        <p className="hidden text-note print:block">
          {active.length > 0 ? `条件: ${active.map(({ text }) => text).join("、")}　` : ""}出力日時: {printed}
        </p>
        <Tabs
          folded
          label="期間"
          tabs={periodTabs(asked)}
          current={statHref(asked, { period: asked.period ?? "month" })}
        />
        <FilterBar list={list} filter={filter} active={active} />
      </Foldable>
      {data.is_empty ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text={isSeller ? list.empty.none.text : "この期間に出荷されたものはありません。"}
            action={isSeller ? { label: "工程QRコード一覧", href: "/task/status_code" } : undefined}
          />
        </div>
      ) : (
        <>
          <Tiles tiles={data.tiles} compared={data.total_before !== null} />
          {data.late?.n ? (
            <p className="text-warn">
              {`この期間が終わったあとの訂正 ${data.late.n}件を含みます（良品 ${formatNumber(data.late.num_good)}、不良 ${formatNumber(data.late.num_defective)}）。`}
            </p>
          ) : null}
          <Charts stat={data} asked={asked} />
          {data.standard ? <Standard standard={data.standard} asked={asked} /> : null}
          <Table columns={columns} page={{ ...unpaged(data.rows), sums: statSums(data) }} title="加工実績" />
        </>
      )}
    </section>
  );
}
