import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { INVENTORY, stockHref } from "~/lib/stock/stock.list";
import { termsUndo, termsUndone } from "~/lib/stock/terms.schema";
import { optionalKey } from "~/lib/text/text.schema";
import { ApiError } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { enterStock } from "~/lib/web/stock.server";
import { formOf } from "~/lib/web/visit.server";

const form = termsUndo.extend({ product_id: optionalKey("商品") });

export async function loader(args: LoaderFunctionArgs) {
  await enterStock(args);
  return redirect(INVENTORY, 303);
}

/** 元に戻す of 在庫の設定 and of しきい値, one by one or together. */
export async function action(args: ActionFunctionArgs) {
  const { api } = await enterStock(args);
  const read = form.safeParse(Object.fromEntries(await formOf(args)));
  if (!read.success) return redirect(INVENTORY, 303);
  const { changed_time, product_id } = read.data;
  const back = product_id ? stockHref(product_id) : INVENTORY;
  try {
    const key = `undo.terms.${changed_time}`;
    const { num } = await api.post(termsUndone, `${INVENTORY}/terms/undo`, { changed_time }, key);
    return flash(
      args,
      back,
      product_id ? "在庫の設定を元に戻しました。" : `${num}件のしきい値を元に戻しました。`,
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.confirm) throw error;
    return flash(args, back, error.detail, "error");
  }
}
