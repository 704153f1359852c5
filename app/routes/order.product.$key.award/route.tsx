import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import { Refused } from "~/components/form/Refused";
import { normalizeNumber } from "~/lib/money/decimal";
import { wholeProblem } from "~/lib/money/whole";
import { seenText } from "~/lib/quote/award";
import { awarded } from "~/lib/quote/award.row.schema";
import { comparedRow } from "~/lib/quote/quote.comparison";
import { quoteDetail } from "~/lib/quote/quote.row.schema";
import { awardInput } from "~/lib/quote/quote.schema";
import { formatDate } from "~/lib/time/date";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { AwardFacts } from "./AwardFacts";

export const meta = titled("見積の採用");

/** ?answer= and ?num=: the figures of what would be chosen. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const found = await api.get(quoteDetail, `/quotes/${args.params.key}`);
  const part = found.parts.find((one) => one.answers.some(({ key }) => String(key) === query.get("answer")));
  const answer = part?.answers.find(({ key }) => String(key) === query.get("answer"));
  if (!part || !answer) throw new Response(null, { status: 404 });
  const typed = query.get("num") ?? found.quantities[0]!;
  const num = normalizeNumber(typed);
  const isCount = num !== null && /^\d{1,9}(\.\d{1,3})?$/.test(num) && Number(num) > 0;
  const usable = isCount ? num : found.quantities[0]!;
  const cell = comparedRow(found, usable, { kind: "once" })[found.parts.indexOf(part)] ?? null;
  const current = cell?.answer_key === answer.key ? cell : null;
  const paid = found.awards.some((one) => one.seller_id === part.seller_id);
  const broken = isCount
    ? wholeProblem(usable, found.order_unit)
    : "依頼する数量は、0より大きい数値で入力してください（小数は3桁まで）。";
  const shown = { cell: broken ? null : current, other: paid ? 0 : answer.other };
  return json({ found, part, answer, num: isCount ? usable : typed.slice(0, 20), broken, ...shown });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  await enter(args);
  const form = await formOf(args);
  const [answer, num] = [String(form.get("answer_key")), String(form.get("num_items") ?? "")];
  // Chosen is what was looked at: another quantity is counted first.
  if (form.get("step") === "count" || normalizeNumber(num) !== form.get("counted"))
    return redirect(`/order/product/${key}/award?${new URLSearchParams({ answer, num })}`, 303);
  return submit(args, awardInput, async (api, value, given) => {
    const made = await api.post(awarded, `/quotes/${key}/awards`, value, given);
    return redirect(`/order/new?quote=${key}&award=${made.key}`, 303);
  });
}

export default function Award() {
  const { found, part, answer, num, broken, cell, other } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const unit = UNIT_LABEL[found.order_unit];
  const fields = {
    version: found.version,
    answer_key: answer.key,
    counted: num,
    seen: cell
      ? seenText({
          ...cell.total.at,
          ...{ num_items: num, other },
          ...{ tooling: cell.total.tooling, delivery_date: cell.delivery_date },
        })
      : "",
    idempotency_key: `quote.award.${answer.key}.${num}.${found.version}`,
  };
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>見積の採用</h1>
      <Refused reply={again?.reply} />
      <form
        method="post"
        action={`/order/product/${found.key}/award?${new URLSearchParams({ answer: String(answer.key), num })}`}
        className="grid gap-4"
        data-enhance="submit"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="flex flex-wrap items-end gap-3">
          <label className="grid gap-1 text-note font-bold">
            依頼する数量（{unit}）
            <input
              name="num_items"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={num}
              className={`${INPUT} w-40 text-right`}
            />
          </label>
          <Button name="step" value="count">
            この数量で計算する
          </Button>
        </div>
        {cell ? (
          <>
            <div className="rounded border border-line bg-surface p-4">
              <AwardFacts
                {...{ found, part, answer, num, other }}
                total={cell.total}
                delivery_date={cell.delivery_date}
              />
            </div>
            <p className="text-note">
              採用すると、この見積の数量段階と単価が{part.seller_name}
              の単価に登録され（{formatDate(answer.valid_until)}
              まで）、採用したことが伝わります。続けて、この内容の外注依頼を作ります。依頼は、送信するまで届きません。
            </p>
            <div className="flex flex-wrap gap-2">
              <Button tone="primary" name="step" value="award">
                採用して外注依頼へ進む
              </Button>
              <LinkButton tone="plain" href={`/order/product/${found.key}`}>
                やめる
              </LinkButton>
            </div>
          </>
        ) : (
          <p className="rounded border border-warn bg-warn-soft px-4 py-2 text-warn">
            {broken ??
              "この数量の単価はありません。回答のある最小の数量より少ないときは、依頼先に相談してください。"}
            <a href={`/order/product/${found.key}`} className="ml-2 text-accent underline">
              比較に戻る
            </a>
          </p>
        )}
      </form>
    </section>
  );
}
