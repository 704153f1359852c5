import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { OneTap } from "~/components/form/OneTap";
import { Refused } from "~/components/form/Refused";
import { Facts } from "~/components/list/Facts";
import { formatNumber, formatYen, normalizeNumber } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { seenText } from "~/lib/quote/award";
import { comparedRow } from "~/lib/quote/quote.comparison";
import { awarded, quoteDetail } from "~/lib/quote/quote.row.schema";
import { awardInput } from "~/lib/quote/quote.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { TOOLING_OWNER_LABEL } from "~/lib/vocabulary/quote";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("見積の採用");

/** ?answer= and ?num=: the figures of what would be chosen. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const part = found.parts.find((one) => one.answers.some(({ key }) => String(key) === query.get("answer")));
  const answer = part?.answers.find(({ key }) => String(key) === query.get("answer"));
  if (!part || !answer) throw new Response(null, { status: 404 });
  const num = normalizeNumber(query.get("num") ?? "");
  const usable = num !== null && /^\d{1,9}(\.|$)/.test(num) && Number(num) > 0 ? num : found.quantities[0]!;
  const cell = comparedRow(found, usable, { kind: "once" })[found.parts.indexOf(part)] ?? null;
  const current = cell?.answer_key === answer.key ? cell : null;
  const paid = found.awards.some((one) => one.seller_id === part.seller_id);
  const broken = wholeProblem(usable, found.order_unit);
  const shown = { cell: broken ? null : current, other: paid ? 0 : answer.other };
  return json({ found, part, answer, num: usable, broken, ...shown });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, awardInput, async (api, value, given) => {
    const made = await api.post(awarded, `/quotes/${key}/awards`, value, given);
    return redirect(`/order/new?quote=${key}&award=${made.key}`, 303);
  });
}

export default function Award() {
  const { found, part, answer, num, broken, cell, other } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const unit = UNIT_LABEL[found.order_unit];
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>見積の採用</h1>
      <Refused reply={again?.reply} />
      <form method="get" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="answer" value={answer.key} />
        <label className="grid gap-1 text-note font-bold">
          依頼する数量（{unit}）
          <input
            name="num"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={num}
            className={`${INPUT} w-40 text-right`}
          />
        </label>
        <Button>この数量で計算する</Button>
      </form>
      {cell ? (
        <>
          <div className="rounded border border-line bg-surface p-4">
            <Facts
              facts={[
                { label: "依頼先", value: part.seller_name },
                { label: "見積", value: `${found.number} 第${answer.version}版 ${found.name}` },
                { label: "数量", value: `${formatNumber(num)}${unit}` },
                {
                  label: "単価",
                  value: `${formatNumber(cell.total.at.unit_price)}円/${UNIT_LABEL[found.unit]}（${formatNumber(cell.total.at.quantity)}${unit}以上の単価）`,
                },
                { label: "代金", value: formatYen(cell.total.goods) },
                cell.total.tooling > 0 && {
                  label: "型・治具代",
                  value: `${formatYen(cell.total.tooling)}${answer.tooling_owner ? `・所有者 ${TOOLING_OWNER_LABEL[answer.tooling_owner]}` : ""}`,
                },
                cell.total.at.shipping > 0 && { label: "送料", value: formatYen(cell.total.at.shipping) },
                other > 0 && { label: "そのほか", value: formatYen(other) },
                {
                  label: "合計（税抜）",
                  value: <b className="text-section">{formatYen(cell.total.total)}</b>,
                },
                { label: "納期", value: formatDate(cell.delivery_date) },
                { label: "有効期限", value: formatDate(answer.valid_until) },
              ]}
            />
          </div>
          <p className="text-note">
            採用すると、この見積の数量段階と単価が{part.seller_name}
            の単価に登録され（{formatDate(answer.valid_until)}
            まで）、採用したことが伝わります。続けて、この内容の外注依頼を作ります。依頼は、送信するまで届きません。
          </p>
          <div className="flex flex-wrap gap-2">
            <OneTap
              action={`/order/product/${found.key}/award?answer=${answer.key}&num=${num}`}
              fields={{
                version: found.version,
                answer_key: answer.key,
                num_items: num,
                seen: seenText({
                  ...cell.total.at,
                  ...{ num_items: num, other },
                  ...{ tooling: cell.total.tooling, delivery_date: cell.delivery_date },
                }),
                idempotency_key: `quote.award.${answer.key}.${num}.${found.version}`,
              }}
              tone="primary"
            >
              採用して外注依頼へ進む
            </OneTap>
            <LinkButton tone="plain" href={`/order/product/${found.key}`}>
              やめる
            </LinkButton>
          </div>
        </>
      ) : (
        <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
          {broken ??
            "この数量の単価はありません。回答のある最小の数量より少ないときは、依頼先に相談してください。"}
          <a href={`/order/product/${found.key}`} className="ml-2">
            比較に戻る
          </a>
        </p>
      )}
    </section>
  );
}
