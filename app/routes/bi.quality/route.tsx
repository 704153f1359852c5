import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListPage } from "~/components/list/ListPage";
import { Tabs } from "~/components/list/Tabs";
import { Tiles } from "~/components/list/Tiles";
import { QUALITY, qualityList } from "~/lib/bi/quality.list";
import { percentText } from "~/lib/bi/quality.words";
import { periodTabs, statHref } from "~/lib/bi/stat.list";
import { periodText } from "~/lib/bi/stat.words";
import { formatNumber } from "~/lib/money/decimal";
import { loadQuality } from "~/lib/web/quality.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Charts } from "./Charts";
import { Strands } from "./Strands";

export const handle = { script: "chart" };
export const meta = titled("記録データ");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json(await loadQuality(args));
}

const at = (href: string) => href.replace("/bi/stat", QUALITY);

export default function QualityPage() {
  const { list, data, choices, isSeller, asked } = useLoaderData<typeof loader>();
  const href = (more: Record<string, unknown>) => at(statHref(asked, more));
  const tabs = periodTabs(asked).map(({ label, href: to }) => ({ label, href: at(to) }));
  return (
    <ListPage
      {...list}
      list={qualityList(choices, isSeller)}
      filter={{ ...list.filter, step: asked.step ?? "auto", ...data.period, ...list.wrong }}
      csv={at(statHref(asked, {})).replace(QUALITY, `${QUALITY}.csv`)}
      beside={<span className="text-muted tabular-nums">{periodText(data)}</span>}
    >
      <Tabs
        folded
        label="期間"
        tabs={tabs}
        current={href({ period: asked.period ?? "month", from: "", to: "" })}
      />
      {data.n === 0 ? null : (
        <>
          <Tiles
            tiles={[
              { label: "NG率", text: percentText(data.n_ng, data.n_judged) },
              {
                label: "NG",
                text: `${formatNumber(data.n_ng)}件`,
                href: data.n_ng > 0 ? href({ judgement: "ng" }) : null,
              },
              { label: "判定", text: `${formatNumber(data.n_judged)}件` },
              {
                label: "未記録",
                text: `${formatNumber(data.n - data.n_judged)}件`,
                href: data.n > data.n_judged ? href({ judgement: "none" }) : null,
              },
              { label: "再測定", text: `${formatNumber(data.n_retested)}件` },
            ]}
          />
          <Charts data={data} isSeller={isSeller} href={href} />
          <Strands data={data} href={href} />
        </>
      )}
    </ListPage>
  );
}
