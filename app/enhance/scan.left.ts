import { dayOfWorker } from "~/lib/scan/ask";

/** 終わっていない作業 is answered on the worker's day. */
export const answerOnDay = (worker_id: number | null, day?: string) => ({
  word: { text: "別の時刻（今日の日報で回答する）", fields: {} },
  press: () => void open(dayOfWorker(worker_id, day), "_blank"),
});
