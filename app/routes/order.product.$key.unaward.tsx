import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Refused } from "~/components/form/Refused";
import { FactPanel } from "~/components/list/Facts";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { orderedProblem } from "~/lib/quote/award";
import { awardUndone } from "~/lib/quote/award.row.schema";
import { quoteDetail } from "~/lib/quote/quote.row.schema";
import { quoteAct } from "~/lib/quote/quote.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("採用の取消");

/** ?award= which of them. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const key = new URL(args.request.url).searchParams.get("award");
  const award = found.awards.find((one) => String(one.key) === key);
  const part = found.parts.find((one) => one.seller_id === award?.seller_id);
  if (!award || !part) throw new Response(null, { status: 404 });
  return json({ found, award, seller_name: part.seller_name, problem: orderedProblem(award.order) });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  const award = new URL(args.request.url).searchParams.get("award") ?? "";
  return submit(args, quoteAct, async (api, value, given) => {
    const path = `/quotes/${key}/awards/${encodeURIComponent(award)}/undo`;
    const { is_restored } = await api.post(awardUndone, path, value, given);
    const prices = is_restored
      ? "依頼先の単価も元に戻りました。"
      : "依頼先の単価は、採用のあとで変わっているため、そのままです。";
    return flash(args, `/order/product/${key}`, `採用を取り消して、依頼先に知らせました。${prices}`);
  });
}

export default function Unaward() {
  const { found, award, seller_name, problem } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const unit = UNIT_LABEL[found.order_unit];
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>採用の取消</h1>
      <Refused reply={again?.reply} />
      <FactPanel
        facts={[
          { label: "見積", value: `${found.number} ${found.name}` },
          { label: "依頼先", value: seller_name },
          { label: "数量", value: `${formatNumber(award.num_items)}${unit}` },
          { label: "単価", value: `${formatNumber(award.unit_price)}円/${UNIT_LABEL[found.unit]}` },
          award.tooling > 0 && { label: "型・治具代", value: formatYen(award.tooling) },
          { label: "納期", value: formatDate(award.delivery_date) },
          { label: "採用", value: `${formatDateTime(award.awarded_time)} ${award.awarded_by}` },
        ]}
      />
      {problem ? (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">{problem}</p>
      ) : (
        <p className="text-note">
          取り消すと、採用したときに登録した単価が{seller_name}の商品から消えて、その前の単価に戻ります。
          {seller_name}には「採用を取り消しました」と伝わります。回答は残るので、また採用できます。
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {problem ? null : (
          <OneTap
            action={`/order/product/${found.key}/unaward?award=${award.key}`}
            fields={{
              version: found.version,
              idempotency_key: `quote.unaward.${award.key}.${found.version}`,
            }}
            tone="danger"
          >
            採用を取り消す
          </OneTap>
        )}
        <LinkButton tone="plain" href={`/order/product/${found.key}`}>
          やめる
        </LinkButton>
      </div>
    </section>
  );
}
