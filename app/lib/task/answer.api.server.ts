import { call } from "~/lib/api/call.server";
import { acceptance, proposal, reasoned } from "./answer.schema";
import { acceptCard, acceptCards, agreeDate, declineCard, proposeDate, refuseDate } from "./answer.server";
import { cardCommand } from "./card.call.server";
import { versioned } from "./card.command.schema";
import { moveResults } from "./move.schema";

export const answerCalls = [
  call({
    method: "POST",
    path: "/cards/accept",
    summary: "選んだ依頼をまとめて承諾する",
    side: "seller",
    body: acceptance,
    answer: moveResults,
    run: (db, who, { body }) => acceptCards(db, who, body),
  }),
  cardCommand("accept", "依頼を承諾する", versioned, acceptCard),
  cardCommand("propose", "別の納期を提案する", proposal, proposeDate),
  cardCommand("decline", "依頼を断る", reasoned, declineCard),
  cardCommand("agree", "提案された納期に合意する", versioned, agreeDate, {}),
  cardCommand("refuse", "提案された納期を断る", reasoned, refuseDate, {}),
];
