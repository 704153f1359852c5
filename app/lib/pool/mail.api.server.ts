import { call } from "~/lib/api/call.server";
import { mailKey, openedMail, outboxAnswer } from "./mail.schema";
import { openMail, waitingMail } from "./outbox.server";

export const mailCalls = [
  call({
    method: "GET",
    path: "/outbox",
    summary: "送信待ちのメール（運営のみ。新しい順に100通まで、本文は含まない）",
    internal: true,
    answer: outboxAnswer,
    run: async (db) => ({ items: await waitingMail(db, 100) }),
  }),
  // No POST: its answer would be kept for a repeated post, and with it the code.
  call({
    method: "PUT",
    path: "/outbox/{key}/opened",
    summary: "送信待ちのメールを開く（運営の編集できる人。開いたことは記録される）",
    internal: true,
    params: mailKey,
    answer: openedMail,
    run: (db, who, { params }) => openMail(db, who, params.key),
  }),
];
