import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Lines } from "~/components/form/Lines";
import type { LineColumn } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { productPage } from "~/lib/product/product.master.schema";
import { parting } from "~/lib/task/branch.schema";
import { cardChoices } from "~/lib/task/card.page.schema";
import { cannotWork } from "~/lib/task/work";
import { cardRow, UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { unitOptions } from "~/lib/vocabulary/unit";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("部品カードの追加");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, page, steps } = await enterCard(args, "seller");
  const [{ products, units }, own] = await Promise.all([
    api.get(cardChoices, "/cards/choices"),
    card.product_id === null ? null : api.get(productPage, `/products/${card.product_id}`),
  ]);
  const mine = products.filter((one) => one.buyer_id === card.buyer_id);
  return json({
    ...page,
    idempotency_key: crypto.randomUUID(),
    // A part that is kept for another buyer goes by its name.
    parts: (own?.parts ?? []).map(({ part_id, name, per_parent }) => ({
      product_id: mine.some((one) => one.product_id === part_id) ? String(part_id) : "",
      name,
      per_parent,
      order_unit: "",
      group_id: "",
      note: "",
    })),
    products: mine.map(({ product_id, code, name, order_unit }) => ({
      value: String(product_id),
      label: `${code} ${name}`,
      fill: { order_unit },
    })),
    units: unitOptions(units, card.order_unit),
    steps,
  });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, parting, async (api, value, given) => {
    const card = await api.post(cardRow, `/cards/${key}/parts`, value, given);
    return flash(
      args,
      backTo(args.request, `/task/${key}?tab=parts`),
      `「${card.name}」に部品カードを${value.parts.length}枚追加しました。`,
    );
  });
}

export default function AddParts() {
  const { card, today, back, returning, idempotency_key, products, parts, steps, units } =
    useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const closed = cannotWork(card, "部品を追加");
  const columns: LineColumn[] = [
    {
      name: "product_id",
      label: CARD_LABEL.product_id,
      kind: "combo",
      optional: true,
      width: "wide",
      options: products,
    },
    { name: "name", label: CARD_LABEL.name, kind: "text", optional: true, width: "wide" },
    { name: "per_parent", label: "員数", kind: "number", width: "narrow" },
    { name: "order_unit", label: "単位", kind: "select", optional: true, width: "narrow", options: units },
    {
      name: "group_id",
      label: "始める工程",
      kind: "select",
      optional: true,
      options: [{ value: "", label: "最初の工程" }, ...steps],
    },
    { name: "note", label: CARD_LABEL.note, kind: "text", optional: true },
  ];
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="部品カードの追加" />
      {closed ? (
        <Closed text={again?.reply.error?.[""]?.[0] ?? closed} card={card} />
      ) : (
        <SchemaForm
          id="part"
          action={`/task/${card.key}/part${returning}`}
          schema={parting}
          answer={again}
          version={card.version}
          idempotency_key={idempotency_key}
          submit="追加する"
          cancel={back}
          wide
          values={{
            parts:
              parts.length > 0
                ? parts
                : [{ product_id: "", name: "", per_parent: "1", order_unit: "", group_id: "", note: "" }],
          }}
        >
          <p className="max-w-[720px] text-muted">
            商品を選ぶか、品名を入力してください。員数は、親1{UNIT_LABEL[card.order_unit]}
            に使う数です。部品の数量は 親の数 {formatNumber(card.num_items)} × 員数 になります。
            部品カードは請求対象になりません。
          </p>
          <Lines name="parts" columns={columns} min={1} max={30} />
        </SchemaForm>
      )}
    </div>
  );
}
