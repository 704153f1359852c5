import { call } from "~/lib/api/call.server";
import { cardCommand } from "~/lib/task/card.call.server";
import { bulkMove, moveResults } from "~/lib/task/move.schema";
import { moveCards } from "./move.server";
import { outsourcing, receiving, takingBack } from "./outsource.schema";
import { outsourceCard, receiveCard, takeBackCard } from "./outsource.server";

export const moveCalls = [
  call({
    method: "POST",
    path: "/cards/move",
    summary: "カード一括移動（300枚まで）",
    side: "seller",
    body: bulkMove,
    answer: moveResults,
    run: (db, who, { body }) => moveCards(db, who, body),
  }),
  cardCommand("outsource", "外注に出す", outsourcing, outsourceCard),
  cardCommand("receive", "外注から受け入れる", receiving, receiveCard),
  cardCommand("take_back", "外注を取り消す", takingBack, takeBackCard),
];
