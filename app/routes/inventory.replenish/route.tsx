import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { replenished, replenishing, suggestions, suggestionTurned } from "~/lib/stock/replenish.schema";
import { INVENTORY } from "~/lib/stock/stock.list";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { chosenStocks, enterStock } from "~/lib/web/stock.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Dismissed } from "./Dismissed";
import { DISMISS, Item } from "./Item";

export const meta = titled("補充カード");

/** Those that were chosen, or all that are short. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterStock(args);
  const { search, searchParams } = new URL(args.request.url);
  const chosen = searchParams.has("ids") ? await chosenStocks(args) : undefined;
  const ids = chosen?.map(({ product_id }) => product_id);
  const { items, dismissed } = await api.get(suggestions, "/inventory/suggestions", { ids });
  const rows = (chosen ?? items).map((one) => {
    const { product_id, code, name, order_unit, num, num_threshold, supplier_name } = one;
    const found = [...items, ...dismissed].find((row) => row.product_id === product_id);
    const delivery_date = found?.delivery_date ?? null;
    const said = { product_id, code, name, order_unit, num, num_threshold, supplier_name };
    return { ...said, ...found, delivery_date };
  });
  return json({ rows, dismissed, search, idempotency_key: crypto.randomUUID() });
}

/** A product whose number is left empty gets no card. */
export async function action(args: ActionFunctionArgs) {
  await enterStock(args);
  const form = await formOf(args);
  const turned = (act: string, id: string) =>
    [`/inventory/suggestions/${Number(id)}/${act}`, {}, `${act}.${id}.${crypto.randomUUID()}`] as const;
  const restored = form.get("restore");
  if (restored) {
    const { api } = await enterStock(args);
    await api.post(suggestionTurned, ...turned("restore", String(restored)));
    return flash(args, `${INVENTORY}/replenish`, "見送った提案を戻しました。");
  }
  const away = new Set(form.getAll(DISMISS).map(String));
  return submit(args, replenishing, async (api, value, key) => {
    const items = value.items.filter(
      ({ num, product_id }) => num !== undefined && !away.has(String(product_id)),
    );
    if (items.length + away.size === 0)
      return flash(args, `${INVENTORY}/replenish`, "数量が入力された商品がありません。", "error");
    const made =
      items.length > 0 ? (await api.post(replenished, "/inventory/replenish", { items }, key)).items : [];
    for (const id of away) await api.post(suggestionTurned, ...turned("dismiss", id));
    const ids = made.map(({ id }) => id).join("、");
    const ordered = made.filter(({ supplier_name }) => supplier_name !== null).length;
    const text = [
      made.length > 0 && `補充カードを${made.length}枚作りました（${ids}）。`,
      ordered > 0 && `${ordered}枚は仕入先に外注依頼を送りました。`,
      away.size > 0 && `${away.size}件の提案を見送りました。`,
    ];
    const to = made.length === 1 ? `/task/${made[0]!.key}` : INVENTORY;
    return flash(args, to, text.filter(Boolean).join(""));
  });
}

export default function Replenish() {
  const { rows, dismissed: away, search, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const values = {
    items: rows.map((row) => ({
      product_id: String(row.product_id),
      num: row.suggest ?? "",
      delivery_date: row.delivery_date ? formatDate(row.delivery_date) : "",
      order: row.supplier_name ? "on" : "",
    })),
  };
  if (rows.length === 0)
    return (
      <section className="grid min-w-0 grid-cols-1 gap-4">
        <h1>補充カード</h1>
        <Empty
          text="しきい値を下回る商品はありません。"
          action={{ label: "在庫一覧に戻る", href: INVENTORY }}
        />
        <Dismissed rows={away} />
      </section>
    );
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>補充カード</h1>
      <p className="text-muted">
        数量は、調達日数のうちに届く分を足した見込みから、目標在庫・最小発注数・ロットで計算しています。数量を空欄にした商品は、カードを作りません。
      </p>
      <SchemaForm
        id="replenish"
        schema={replenishing}
        answer={answer}
        values={values}
        submit="補充カードを作る"
        cancel={INVENTORY}
        action={`${INVENTORY}/replenish${search}`}
        idempotency_key={idempotency_key}
      >
        {rows.map((row, at) => (
          <Item key={row.product_id} row={row} at={at} />
        ))}
      </SchemaForm>
      <Dismissed rows={away} />
    </section>
  );
}
