import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/lib/money/decimal";
import { treatmentChoice } from "~/lib/shop/treatment";
import { cannotWork } from "~/lib/task/work";
import { cardWork } from "~/lib/task/work.page.schema";
import { defecting } from "~/lib/task/work.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TREATMENT_LABEL } from "~/lib/vocabulary/reason";
import { enterCard } from "~/lib/web/card.server";
import { filesForm } from "~/lib/web/file.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Closed, Head } from "~/routes/task.$key._index/Head";
import { DefectForm } from "./DefectForm";

export const meta = cardTitled("不良登録");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page, steps } = await enterCard(args, "seller");
  const { reasons, workers, num_left } = await api.get(cardWork, `/cards/${card.key}/work`);
  return json({
    ...page,
    idempotency_key: crypto.randomUUID(),
    // Where nothing is left to do, what is found was counted already.
    values: { group_id: String(card.group_id), from_counted: num_left === "0" ? "on" : "" },
    counted: card.num_good !== "0" || card.num_partial !== "0",
    reasons: reasons
      .filter((one) => one.kind === "defect")
      .map((one) => ({ value: String(one.reason_id), label: one.label })),
    treatments: treatmentChoice(reasons),
    workers: workers.map((one) => ({ value: String(one.worker_id), label: one.name })),
    steps,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, defecting, async (api, value, given) => {
    const card = await api.upload(
      cardRow,
      `/cards/${key}/defect`,
      filesForm(await formOf(args), value),
      given,
    );
    const [found] = (await api.get(cardWork, `/cards/${key}/work`)).defects.slice(-1);
    const child = found?.child_key
      ? `${found.treatment_label ?? TREATMENT_LABEL[found.treatment!]}のカードを作りました。`
      : "";
    const text = `不良 ${formatNumber(value.num)}${UNIT_LABEL[card.order_unit]}を登録しました。${child}`;
    return flashUndo(args, backTo(args.request, `/task/${key}?tab=parts`), text, backOf(card));
  });
}

export default function Defect() {
  const { today, ...form } = useLoaderData<typeof loader>();
  const { card, reasons } = form;
  const again = useActionData<typeof action>();
  const none = reasons.length === 0 ? "不良理由がまだありません。管理者がメタ情報で登録します。" : null;
  const closed = cannotWork(card, "不良を登録") ?? none;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="不良登録" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <DefectForm
          {...form}
          card={card}
          reply={again?.reply}
          idempotency_key={again?.idempotency_key ?? form.idempotency_key}
        />
      )}
    </div>
  );
}
