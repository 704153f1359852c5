import { z } from "zod";
import { list } from "~/lib/list/list.schema";
import { paging } from "~/lib/list/paging.schema";
import { sortBy } from "~/lib/list/sort";
import { optionalChoice } from "~/lib/text/text.schema";
import { optionalDate } from "~/lib/time/date.schema";
import { FILE_STATE_LABEL, FILE_STATES, FILE_TONE } from "./file";
import { transferFile } from "./file.schema";

export const TRANSFERS = "/accounting/transfer";

const transferFilter = z.object({
  state: optionalChoice("状態", FILE_STATES),
  from: optionalDate("振込指定日"),
  to: optionalDate("振込指定日"),
});
export const transferQuery = transferFilter.extend({
  ...paging,
  sort: sortBy(["made_time", "pay_date", "total"], "-made_time"),
});
export type TransferQuery = z.output<typeof transferQuery>;

export const transferList = list({
  path: TRANSFERS,
  api: "/transfers",
  title: "総合振込",
  counter: "件",
  key: "key",
  order: "-made_time",
  filter: transferFilter,
  row: transferFile,
  fields: [
    {
      name: "state",
      label: "状態",
      kind: "select",
      options: FILE_STATES.map((value) => ({ value, label: FILE_STATE_LABEL[value] })),
    },
    { name: "from", label: "振込指定日（から）", kind: "date" },
    { name: "to", label: "振込指定日（まで）", kind: "date" },
  ],
  columns: [
    {
      name: "made_time",
      label: "作成日時",
      kind: "datetime",
      sort: true,
      link: (row) => `${TRANSFERS}/${row.key}`,
    },
    {
      name: "state",
      label: "状態",
      kind: "state",
      text: (row) => FILE_STATE_LABEL[row.state],
      tone: (row) => FILE_TONE[row.state],
    },
    { name: "pay_date", label: "振込指定日", kind: "date", sort: true, fact: 1 },
    { name: "account", label: "振込元", kind: "text" },
    { name: "num_rows", label: "件数", kind: "count", unit: () => "件" },
    { name: "total", label: "合計", kind: "yen", amount: true, sort: true, fact: 2 },
    { name: "made_name", label: "作成した人", kind: "text" },
    { name: "num_takes", label: "取得", kind: "count", unit: () => "回" },
  ],
  empty: {
    none: { text: "総合振込のファイルはまだありません。" },
    unmatched: "条件に一致するファイルはありません。",
  },
});
