import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { ListPage } from "~/components/list/ListPage";
import { Tabs } from "~/components/list/Tabs";
import { asStat, DEFECTIVE, defectiveHref, defectiveList, defectiveTabs } from "~/lib/bi/defective.list";
import { defectiveSummary } from "~/lib/bi/defective.schema";
import { COUNTING, LOSS_FORMULA } from "~/lib/bi/defective.words";
import { statHref } from "~/lib/bi/stat.list";
import { periodText } from "~/lib/bi/stat.words";
import { REPORTS } from "~/lib/defect/report.schema";
import { bulkAnswer } from "~/lib/list/bulk.schema";
import { formatNumber } from "~/lib/money/decimal";
import { boardChoices } from "~/lib/task/board.filter.schema";
import { TREAT_MAX } from "~/lib/task/treat.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { askAll } from "~/lib/web/bulk.server";
import { appliedOf, loadList } from "~/lib/web/list.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { Charts } from "./Charts";

export const handle = { script: "chart" };
export const meta = titled("不良明細");

const named = (of: { id: string; name: string }[]) => of.map(({ id, name }) => ({ value: id, label: name }));

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  if (who.company_type !== "seller") return redirect(REPORTS);
  const data = await loadList(args, defectiveList());
  const { after: _, before: __, sort: ___, ...asked } = appliedOf(defectiveList() as never, args.request);
  const [summary, { partners, collaborators, workers }] = await Promise.all([
    api.get(defectiveSummary, `${DEFECTIVE}/summary`, asked),
    api.get(boardChoices, "/board/choices"),
  ]);
  const choices = {
    ...summary.choices,
    buyer_id: named(partners),
    worker_id: named(workers),
    partner_id: named(collaborators),
  };
  return json({ ...data, asked, summary, choices });
}

const ACTS = { treat: "処置を登録", report: "不良報告書を送る" };

/** What is chosen goes to the page where its 処置 is said. */
export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const asked = await askAll(args, defectiveList() as never, ACTS, TREAT_MAX);
  if (asked) return asked;
  const form = await formOf(args);
  const rows = form.getAll("ids").join(" ");
  const back = `${DEFECTIVE}${new URL(args.request.url).search}`;
  const page = form.get("act") === "report" ? `${REPORTS}/new` : "/task/treat";
  return redirect(`${page}?${new URLSearchParams({ rows, return: back })}`, 303);
}

export default function Defective() {
  const { asked, summary, choices, ...data } = useLoaderData<typeof loader>();
  const { total, unit, units } = summary;
  const label = UNIT_LABEL[unit];
  const number = (num: string | number) => `${formatNumber(num)}${label}`;
  const list = defectiveList(choices, units, data.amounts, data.page.items);
  const facts = [
    `不良 ${number(total.num_defective)}`,
    total.defect_rate === null ? null : `不良率 ${total.defect_rate}%`,
    total.num_outside === "0" ? null : `うち外注 ${number(total.num_outside)}`,
    total.num_conceded === "0" ? null : `特採 ${number(total.num_conceded)}`,
    total.loss === null ? null : `損失金額 ${formatNumber(total.loss)}円`,
    total.unpriced === 0 ? null : `単価未定 ${total.unpriced}件`,
    total.others === 0 ? null : `ほかの単位 ${total.others}件`,
  ];
  return (
    <ListPage
      {...data}
      list={list}
      bulk={
        <>
          <Button tone="primary" name="act" value="treat">
            {ACTS.treat}
          </Button>
          <Button name="act" value="report">
            {ACTS.report}
          </Button>
        </>
      }
      answer={bulkAnswer(useActionData())}
      csv={defectiveHref(asked, {}).replace(DEFECTIVE, `${DEFECTIVE}.csv`)}
      filter={{
        ...data.filter,
        step: asked.step ?? "auto",
        by: summary.by,
        ...summary.period,
        ...data.wrong,
      }}
      beside={
        <>
          <span className="text-muted tabular-nums">{periodText(summary)}</span>
          <span className="folded flex flex-wrap gap-2 print:hidden">
            <LinkButton href={statHref(asStat(asked), {})}>加工実績</LinkButton>
            <LinkButton href={REPORTS}>不良報告書</LinkButton>
          </span>
        </>
      }
    >
      <Tabs
        folded
        label="期間"
        tabs={defectiveTabs(asked)}
        current={defectiveHref(asked, { period: asked.period ?? "month" })}
      />
      <p className={total.n === 0 ? "font-bold text-good" : "max-desk:order-last tabular-nums"}>
        {total.n === 0 ? "この期間の不良はありません。" : facts.filter(Boolean).join("　")}
      </p>
      <p className="text-note text-muted">
        {COUNTING}
        {data.amounts ? LOSS_FORMULA : null}
      </p>
      {total.n === 0 ? null : <Charts summary={summary} asked={asked} />}
    </ListPage>
  );
}
