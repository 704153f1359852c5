import { type Call, call } from "~/lib/api/call.server";
import { cardKey } from "~/lib/task/card.command.schema";
import { cardCost } from "./cost.schema";
import { cardCostOf } from "./cost.server";

export const costCalls: Call[] = [
  call({
    method: "GET",
    path: "/cards/{key}/cost",
    summary: "カードの実績原価（社内の作業）",
    side: "seller",
    permission: "accounting",
    params: cardKey,
    answer: cardCost,
    run: (db, who, { params }) => cardCostOf(db, who, params.key),
  }),
];
