import type { Who } from "~/lib/api/who";
import type { Tx } from "~/lib/db/connection.server";
import { answerInput, offerInput } from "~/lib/quote/answer.schema";
import { sendAnswer } from "~/lib/quote/answer.server";
import { awardQuote, passSeller } from "~/lib/quote/award.server";
import { sendOffer } from "~/lib/quote/offer.server";
import { findQuote } from "~/lib/quote/quote.read.server";
import { createQuote, sendQuote } from "~/lib/quote/quote.request.server";
import { awardInput, quoteInput, quotePass } from "~/lib/quote/quote.schema";
import type { Clock } from "./world.clock.server";
import type { Shop } from "./world.shop.server";
import type { Act } from "./world.stage.server";

type Prices = [quantity: string, unit_price: string, lead_days: string][];

const answer = (prices: Prices, valid_until: string, more: object = {}) =>
  answerInput.parse({
    lines: prices.map(([quantity, unit_price, lead_days]) => ({
      quantity,
      unit_price,
      lead_days,
      shipping: "1500",
    })),
    valid_until,
    ...more,
  });

/** 見積: one that both have answered, one that has run out, one that was chosen, and a 見積書 unasked. */
export function quoteActs(shops: Shop[], clock: Clock): Act[] {
  const [first, second] = shops as [Shop, Shop];
  const clerk = first.buyers[0].clerks[0]!;
  const both = [first.seller_id, second.seller_id];
  const keys = new Map<string, number>();
  const ask = (at: number, name: string, more: object): Act => ({
    at: clock.instant(at),
    username: clerk,
    run: async (tx: Tx, who: Who) => {
      const { key } = await createQuote(
        tx,
        who,
        quoteInput.parse({ name, order_unit: "piece", person: who.name, ...more }),
      );
      keys.set(name, key);
      await sendQuote(tx, who, key, 1);
    },
  });
  const reply = (at: number, shop: Shop, name: string, given: ReturnType<typeof answer>): Act => ({
    at: clock.instant(at),
    username: shop.boss,
    run: (tx, who) => sendAnswer(tx, who, keys.get(name)!, given),
  });
  const [open, late, chosen] = [
    "ブラケットA 改良型（リブ追加）",
    "扉ヒンジ受け",
    "検査治具プレート",
  ] as const;
  const month = clock.fromToday(30);
  return [
    ask(-1.9, open, {
      drawing_no: "TNK-2210",
      drawing_revision: "A",
      material: "SPCC t2.3",
      surface: "三価クロメート",
      quantities: ["50", "100", "300"],
      destination: "本社工場 資材倉庫",
      seller_ids: both,
      deadline: clock.fromToday(6),
      wish_date: clock.fromToday(21),
      memo: "今のブラケットAからの切替。300個の単価で比べる。",
      target_price: "150",
    }),
    reply(
      -1.2,
      first,
      open,
      answer(
        [
          ["50", "198", "8"],
          ["100", "172.5", "10"],
          ["300", "148", "14"],
        ],
        month,
        { tooling: "65000", tooling_owner: "buyer", comment: "曲げ型を新しく作ります。" },
      ),
    ),
    reply(
      -0.8,
      second,
      open,
      answer(
        [
          ["50", "240", "6"],
          ["100", "215", "7"],
          ["300", "189", "10"],
        ],
        month,
        { comment: "汎用の型で曲げます。型代はかかりません。" },
      ),
    ),
    ask(-12.5, late, {
      drawing_no: "TNK-4105",
      quantities: ["20"],
      seller_ids: both,
      deadline: clock.date(-6),
    }),
    ask(-15.5, chosen, {
      drawing_no: "TNK-J018",
      drawing_revision: "A",
      quantities: ["1", "5"],
      seller_ids: both,
      deadline: clock.date(-11),
    }),
    reply(-14.2, first, chosen, answer([["1", "38000", "12"]], month)),
    reply(
      -13.4,
      second,
      chosen,
      answer(
        [
          ["1", "31500", "9"],
          ["5", "27800", "12"],
        ],
        month,
      ),
    ),
    {
      at: clock.instant(-9.5),
      username: clerk,
      run: async (tx, who) => {
        const { key, version, parts } = await findQuote(tx, who, keys.get(chosen)!);
        const [answered] = parts.find((one) => one.seller_id === second.seller_id)!.answers;
        const given = { version, answer_key: answered!.key, num_items: "1" };
        await awardQuote(tx, who, key, awardInput.parse(given));
      },
    },
    {
      at: clock.instant(-6.2),
      username: clerk,
      run: async (tx, who) => {
        const { key, version } = await findQuote(tx, who, keys.get(chosen)!);
        const words = "今回は見送らせていただきます。次の機会にお願いします。";
        const passed = { version, seller_id: first.seller_id, reason: "lead_time", words, tell: "on" };
        await passSeller(tx, who, key, quotePass.parse(passed));
      },
    },
    {
      at: clock.instant(-2.3),
      username: first.boss,
      run: (tx, who) =>
        sendOffer(
          tx,
          who,
          offerInput.parse({
            buyer_id: first.buyers[1].buyer_id,
            name: "端子台ケース 一体成形案",
            order_unit: "piece",
            lines: [{ quantity: "500", unit_price: "231.5", lead_days: "15" }],
            valid_until: month,
            comment: "溶接をなくした形のご提案です。",
          }),
        ),
    },
  ];
}
