import type { Option } from "~/lib/list/option";
import { formatDate, today } from "~/lib/time/date";
import { parseDateInput } from "~/lib/time/dateinput";
import { formatDateTime } from "~/lib/time/datetime";
import type { Answer } from "./step";

export type Options = { places: Option[]; workers: Option[]; partners: Option[] };

export function planOf(answer: Answer, { places, workers, partners }: Options): [string, string][] {
  const typed = (name: string) => String(answer.reply.initialValue?.[name] ?? "");
  const named = (options: Option[], name: string) =>
    options.find((one) => one.value === typed(name))?.label ?? "";
  const out = typed("partner_id") !== "";
  const day = (name: string) => {
    const date = parseDateInput(typed(name), today(), "coming");
    return date ? formatDate(date) : typed(name);
  };
  const open = typed("undetermined_reason")
    ? `未定（${typed("undetermined_reason")}、${day("planned_fix_date")}まで）`
    : "";
  const price = typed("unit_price") ? `${typed("unit_price")}円` : open;
  const plan: [string, string][] = [
    ["移動先", named(places, "to")],
    ["協力会社", out ? named(partners, "partner_id") : typed("inside") ? "頼まずに置く" : ""],
    ["外注の納期", out ? day("delivery_date") : ""],
    ["外注単価", out ? price : ""],
    ["移動日時", typed("moved_time") ? formatDateTime(`${typed("moved_time")}:00+09:00`) : "いま"],
    ["作業者", named(workers, "worker_id")],
    ["作業中の作業", typed("keep_work") ? "続ける" : "終了する"],
    ["メモ", typed("reason")],
  ];
  return plan.filter(([, text]) => text !== "");
}
