import { type Call, call } from "~/lib/api/call.server";
import { key } from "~/lib/text/text.schema";
import { awardOrderOf } from "./award.order.server";
import { awarded, awardOrder, awardUndone } from "./award.row.schema";
import { askAgain, awardQuote, passSeller } from "./award.server";
import { undoAward } from "./award.undo.server";
import { quoteDone } from "./quote.row.schema";
import { awardInput, quoteAct, quoteAsk, quoteKey, quotePass } from "./quote.schema";

const awardKey = quoteKey.extend({ award: key("採用") });
const act = { method: "POST", side: "buyer", params: quoteKey } as const;
const buyer = { side: "buyer" } as const;

export const awardCalls: Call[] = [
  call({
    ...act,
    path: "/quotes/{key}/ask",
    summary: "依頼先に再見積を求める",
    body: quoteAsk,
    answer: quoteDone,
    run: (db, who, { params, body }) => askAgain(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/{key}/pass",
    summary: "見送り（知らせるときだけ、依頼先に伝わります）",
    body: quotePass,
    answer: quoteDone,
    run: (db, who, { params, body }) => passSeller(db, who, params.key, body),
  }),
  call({
    ...act,
    path: "/quotes/{key}/awards",
    summary: "回答の採用（依頼先の単価になり、外注依頼に使えます）",
    body: awardInput,
    answer: awarded,
    run: (db, who, { params, body }) => awardQuote(db, who, params.key, body),
  }),
  call({
    ...buyer,
    method: "GET",
    path: "/quotes/{key}/awards/{award}",
    summary: "採用した内容（外注依頼の初めの値）",
    params: awardKey,
    answer: awardOrder,
    run: (db, who, { params }) => awardOrderOf(db, who, params.key, params.award),
  }),
  call({
    ...act,
    path: "/quotes/{key}/awards/{award}/undo",
    summary: "採用の取消（外注依頼を送るまで。依頼先の単価も元に戻ります）",
    params: awardKey,
    body: quoteAct,
    answer: awardUndone,
    run: (db, who, { params, body }) => undoAward(db, who, params.key, params.award, body),
  }),
];
