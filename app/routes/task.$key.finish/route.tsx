import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { outsideText } from "~/lib/measurement/measure";
import { cardMeasurements } from "~/lib/measurement/measurement.schema";
import { formatNumber } from "~/lib/money/decimal";
import { treatmentChoice } from "~/lib/shop/treatment";
import { nextProcess } from "~/lib/task/card";
import { cannotWork, countedBefore, isLastStep } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { finishForm } from "~/lib/task/work.schema";
import { known, parseList } from "~/lib/task/worker.pick";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { filesForm, itemPhotos } from "~/lib/web/file.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { partsOf, partsText } from "~/lib/web/parts.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { lastWorkers, rememberWorkers } from "~/lib/web/worker.server";
import { Closed, Head } from "~/routes/task.$key._index/Head";
import { Shortages } from "~/routes/task.$key._index/Shortages";
import { FinishForm } from "./FinishForm";

export const meta = cardTitled("完了");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who, card, page, processes, steps } = await enterCard(args, "seller");
  const { num_left, works, workers, reasons } = await api.get(cardWork, `/cards/${card.key}/work`);
  const last = isLastStep(processes, card.group_id);
  const at = works.filter((one) => one.work_end === null).flatMap((one) => one.worker_id ?? []);
  const asked = parseList(new URL(args.request.url).searchParams.get("worker"));
  const picked =
    asked.length > 0
      ? asked
      : at.length > 0
        ? []
        : known(workers, await lastWorkers(args)).map((one) => one.worker_id);
  return json({
    ...page,
    num_left,
    num_before: countedBefore(card, last),
    workers,
    at,
    picked: picked.map(String),
    reasons: reasons.filter((one) => one.kind === "defect"),
    treatments: treatmentChoice(reasons),
    next: nextProcess(processes, card.group_id),
    steps,
    last,
    needs: await partsOf(api, card),
    items: (await api.get(cardMeasurements, `/cards/${card.key}/measurements`)).asked,
    stocked: who.permissions.includes("inventory"),
    idempotency_key: crypto.randomUUID(),
  });
}

/** 全数良品 finishes with everything that remains, whatever stands in the fields. */
export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const form = await formOf(args);
  const typed = [
    "num_good",
    "num_defective",
    "num_partial",
    "reason_id",
    "treatment",
    "treatment_id",
    "cause",
    "rework_group_id",
    "files",
  ];
  if (form.has("all_good")) for (const name of typed) form.delete(name);
  return submit(args, finishForm, async (api, { next, used, values, ...value }, given) => {
    const { asked } = await api.get(cardMeasurements, `/cards/${key}/measurements`);
    const onward =
      next === "partner" ? { next: "stay" } : next === "inside" ? { next: "next", inside: true } : { next };
    const parts_used = used.flatMap(({ product_id, num }) =>
      num === undefined ? [] : `${product_id}:${num}`,
    );
    const worker_ids = value.worker_ids.join();
    const fields = { ...value, ...onward, worker_ids, parts_used: parts_used.join(" ") };
    const body = itemPhotos(form, filesForm(form, { ...fields, values: JSON.stringify(values) }), asked);
    const card = await api.upload(cardRow, `/cards/${key}/finish`, body, given);
    const unit = UNIT_LABEL[card.order_unit];
    const half = value.num_partial !== undefined && value.num_partial !== "0";
    const text = half
      ? `「${card.name}」の途中数 ${formatNumber(value.num_partial!)}${unit}を登録しました。`
      : `「${card.name}」を完了しました。いまの工程は「${card.status}」です。`;
    const outside = outsideText(asked, values);
    const told = text + (outside && `${outside}。`) + (await partsText(api, card));
    const to = backTo(args.request, `/task/${key}`);
    const leads =
      next === "partner" && !half ? `/task/${key}/outsource?${new URLSearchParams({ return: to })}` : to;
    return rememberWorkers(args, value.worker_ids, await flashUndo(args, leads, told, backOf(card)));
  });
}

export default function Finish() {
  const data = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const { card, today } = data;
  const closed = cannotWork(card, "完了");
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="完了" />
      {closed ? null : (
        <Shortages items={data.needs.items} stocked={data.stocked} act={data.last ? "完了" : undefined} />
      )}
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <FinishForm
          {...data}
          reply={again?.reply}
          idempotency_key={again?.idempotency_key ?? data.idempotency_key}
        />
      )}
    </div>
  );
}
