import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/lib/money/decimal";
import { cannotDivide, proposedShares, undone } from "~/lib/task/branch";
import { sharing } from "~/lib/task/branch.form.schema";
import { dividing } from "~/lib/task/branch.schema";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { backOf, flashUndo } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "~/routes/task.$key._index/Head";
import { DivideForm } from "./DivideForm";
import { ShareForm } from "./ShareForm";

export const meta = cardTitled("分割");

/** ?size= so many in each, ?count= into so many. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page, steps } = await enterCard(args, "seller");
  const { parts, branches } = await api.get(cardWork, `/cards/${card.key}/work`);
  const asked = sharing.safeParse(Object.fromEntries(new URL(args.request.url).searchParams)).data ?? {};
  const left = undone(card);
  return json({
    ...page,
    left,
    asked,
    shares: left === "0" ? [] : proposedShares(left, asked, card.order_unit !== "kg"),
    first: branches.length + parts.length + 1,
    num_parts: parts.filter((one) => !one.is_done).length,
    steps,
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, dividing, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/divide`, value, given);
    return flashUndo(
      args,
      backTo(args.request, `/task/${key}?tab=parts`),
      `「${card.name}」を${value.parts.length}つに分けました。`,
      backOf(card, "undivide"),
    );
  });
}

export default function Divide() {
  const data = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const { card, today, left } = data;
  const closed = cannotDivide(card);
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="分割" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <>
          <p>
            まだ手を付けていない{" "}
            <b className="tabular-nums">
              {formatNumber(left)}
              {UNIT_LABEL[card.order_unit]}
            </b>{" "}
            を分けます。良品・不良・途中の数は、このカードに残ります。
          </p>
          {again ? null : <ShareForm {...data} />}
          <DivideForm
            {...data}
            reply={again?.reply}
            idempotency_key={again?.idempotency_key ?? data.idempotency_key}
          />
        </>
      )}
    </div>
  );
}
