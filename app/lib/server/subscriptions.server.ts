import { noticeEntries } from "~/lib/chat/notice.entries.server";
import { subscribeToLog } from "~/lib/log/subscription.server";
import { settleStock } from "~/lib/stock/settle.server";
import { refreshBoards } from "~/lib/task/board.entries.server";

export const subscribeAll = () => subscribeToLog([refreshBoards, noticeEntries, settleStock]);
