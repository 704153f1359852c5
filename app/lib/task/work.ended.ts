/** Work that a move, or 出荷, has ended with it. */
export type Ended = { worker: string | null; status: string };

/** 「江口さん・井上さんの切断を終了しました。」; empty where nobody was at work. */
export function endedText(ended: Ended[]): string {
  const places = [...new Set(ended.map(({ status }) => status))];
  return places
    .map((status) => {
      const names = ended.filter((one) => one.status === status).flatMap(({ worker }) => worker ?? []);
      return `${names.length > 0 ? `${names.map((name) => `${name}さん`).join("・")}の${status}` : `${status}の作業`}を終了しました。`;
    })
    .join("");
}
