import { noticeEntries } from "~/lib/chat/notice.entries.server";
import { subscribeToLog } from "~/lib/log/subscription.server";
import { refreshBoards } from "~/lib/task/board.entries.server";

/** Everyone who hears of an entry of the log, in this order. */
export const subscribeAll = () => subscribeToLog([refreshBoards, noticeEntries]);
