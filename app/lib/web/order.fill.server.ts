import type { SubmissionResult } from "@conform-to/dom";
import { json } from "@remix-run/node";
import { filled, repeated, type Typed } from "~/lib/order/order.draft";
import { lineFields } from "~/lib/order/order.fields";
import { orderForm } from "~/lib/order/order.schema";
import { type LastPrice, lastPriced } from "~/lib/order/previous.price";
import { lastLines, type OrderedLine } from "~/lib/order/previous.schema";
import { date } from "~/lib/time/date.schema";
import { readForm } from "./read.server";
import { type Args, enter, formOf } from "./visit.server";

export type Earlier = { index: number; name: string; lines: OrderedLine[] };

const MOST = 20;

/** 前回単価を入れる: the last price of each product, where none was typed. */
export async function takePrices(args: Args) {
  const { api } = await enter(args);
  const form = await formOf(args);
  const { step: _, file: __, attached: ___, ...typed } = readForm(form, orderForm).payload as Typed;
  const all = typed.lines ?? [];
  const day = date("依頼日").safeParse(typed.order_date).data;
  const told = await Promise.all(
    all.map(async (line, index) => {
      if (!filled(line) || !/^[1-9]\d{0,14}$/.test(line.product_id ?? "")) return null;
      const num_items = lineFields.num_items.safeParse(line.num_items).data;
      const query = {
        seller_id: String(typed.seller_id),
        product_id: line.product_id!,
        order_date: day,
        num_items,
      };
      const found = lastPriced(line, await api.get(lastLines, "/orders/lines", query));
      return { index, name: line.name || line.product_id_label || "", ...found };
    }),
  );
  const lines = all.map((line, index) => ({ ...line, ...told[index]?.cells }));
  return json({
    reply: { initialValue: { ...typed, lines } } as SubmissionResult<string[]>,
    idempotency_key: String(form.get("idempotency_key") ?? "") || crypto.randomUUID(),
    priced: told.flatMap((one): LastPrice[] =>
      one ? [{ index: one.index, name: one.name, text: one.text }] : [],
    ),
  });
}

/** 商品の前回: the last five of each product in the sheet; 前回と同じ puts one of them into its line. */
export async function takeEarlier(args: Args, step: string) {
  const { api } = await enter(args);
  const form = await formOf(args);
  const { step: _, file: __, attached: ___, ...typed } = readForm(form, orderForm).payload as Typed;
  const seen = new Set<string>();
  const wanted = (typed.lines ?? []).flatMap((line, index) => {
    const id = line?.product_id;
    if (!id || !/^\d{1,15}$/.test(id) || seen.has(id)) return [];
    seen.add(id);
    return [{ index, id, name: line.name || line.product_id_label || "" }];
  });
  const earlier: Earlier[] = await Promise.all(
    wanted.slice(0, MOST).map(async ({ index, id, name }) => {
      const query = { seller_id: String(typed.seller_id), product_id: id };
      return { index, name, lines: (await api.get(lastLines, "/orders/lines", query)).items };
    }),
  );
  const [, at, order_key, line_no] = step.split(" ").map(Number);
  const chosen = earlier
    .flatMap((one) => one.lines)
    .find((line) => line.order_key === order_key && line.line_no === line_no);
  const lines = (typed.lines ?? []).map((line, index) =>
    chosen && index === at ? { ...line, ...repeated(chosen) } : line,
  );
  const initialValue = { ...typed, lines };
  return json({
    reply: { initialValue } as SubmissionResult<string[]>,
    idempotency_key: String(form.get("idempotency_key") ?? "") || crypto.randomUUID(),
    earlier,
  });
}
