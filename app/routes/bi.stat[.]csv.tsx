import type { LoaderFunctionArgs } from "@remix-run/node";
import { statColumns } from "~/lib/bi/stat.list";
import { periodText } from "~/lib/bi/stat.words";
import { csvOf } from "~/lib/list/csv";
import { visibleColumns } from "~/lib/list/list.schema";
import { toCsv } from "~/lib/text/csv";
import { formatDateTime } from "~/lib/time/date";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { csvAnswer } from "~/lib/web/csv.server";
import { loadStat } from "~/lib/web/stat.server";
import { enter } from "~/lib/web/visit.server";

/** The table, below what each figure means: a file is read by people who have not seen the page. */
export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  const { who, asked, data } = await loadStat(args);
  const head = [
    ["期間", periodText(data)],
    ...data.tiles.map(({ label, formula, denominator, excluded }) => [
      label,
      formula,
      `母数: ${denominator}`,
      ...excluded.map((one) => `除外: ${one.label} ${one.n}件`),
    ]),
    [],
  ];
  const columns = visibleColumns(statColumns(data, asked), seesAmounts(who));
  // Each of the two begins with the mark of UTF-8.
  const text = toCsv(head) + csvOf(columns, data.rows).slice(1);
  return csvAnswer(args, `加工実績_${formatDateTime(new Date()).slice(0, 10).replace(/\//g, "")}`, text);
}
