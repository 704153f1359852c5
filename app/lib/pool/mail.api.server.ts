import { call } from "~/lib/backend/call.server";
import { Refusal } from "~/lib/backend/refusal";
import { outboxAnswer } from "~/lib/auth/mail.schema";
import { waitingMail } from "./mail.server";

export const mailCalls = [
  call({
    method: "GET",
    path: "/outbox",
    summary: "送信待ちのメール（運営のみ。新しい順に100通まで）",
    answer: outboxAnswer,
    run: async (db, who) => {
      if (!who.isInternal) throw new Refusal(403, "この操作をする権限がありません。");
      return { items: await waitingMail(db, 100) };
    },
  }),
];
