import { type Call, call } from "~/lib/api/call.server";
import { control, controlling, controlQuery } from "./control.schema";
import { changeControl, controlOf } from "./control.server";

export const controlCalls: Call[] = [
  call({
    method: "GET",
    path: "/bi/quality/limits",
    summary: "管理限界の固定と、その履歴（商品・工程・記録項目・図面の版ごと）",
    side: "seller",
    permission: "bi",
    query: controlQuery,
    answer: control,
    run: (db, who, { query }) => controlOf(db, who, query),
  }),
  call({
    method: "POST",
    path: "/bi/quality/limits",
    summary: "管理限界を固定する・解除する・最後の操作を元に戻す",
    side: "seller",
    permission: "bi",
    body: controlling,
    answer: control,
    run: (db, who, { body }) => changeControl(db, who, body),
  }),
];
