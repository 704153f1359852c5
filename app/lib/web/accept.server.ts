import { acceptForm } from "~/lib/stock/allocation.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "./card.server";
import { flash } from "./flash.server";
import { backTo } from "./return-to";
import { takingFromStock } from "./stock.server";
import { submit } from "./submit.server";
import type { Args } from "./visit.server";

/** 承諾 and 在庫から出す at once. */
export async function acceptTaking(args: Args): Promise<Response> {
  const { card } = await enterCard(args, "seller");
  return submit(args, acceptForm, async (api, { version, from_stock, num_from_stock }, key) => {
    const isTaken = from_stock !== "none";
    const done = isTaken
      ? await takingFromStock(api, card.product_id ?? 0, () =>
          api.post(
            cardRow,
            `/cards/${card.key}/allocation/accept`,
            { version, from_stock, num_from_stock },
            key,
          ),
        )
      : await api.post(cardRow, `/cards/${card.key}/accept`, { version }, `accept.${card.key}.${version}`);
    const text = isTaken ? "在庫から引き当てた分は、出荷待ちにあります。" : "";
    return flash(
      args,
      backTo(args.request, `/task/${card.key}`),
      `「${done.name}」の依頼を承諾しました。${text}`,
    );
  });
}
