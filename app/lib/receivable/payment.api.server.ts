import { type Call, call } from "~/lib/api/call.server";
import { paymentMade, paymentNew } from "./payment.schema";
import { recordPayment } from "./payment.server";

export const paymentCalls: Call[] = [
  call({
    method: "POST",
    path: "/payments",
    summary: "入金の登録",
    side: "seller",
    permission: "accounting",
    body: paymentNew,
    answer: paymentMade,
    run: (db, who, { body }) => recordPayment(db, who, body),
  }),
];
