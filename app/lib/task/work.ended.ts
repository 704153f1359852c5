export type Ended = { worker: string | null; status: string };

export function endedText(ended: Ended[]): string {
  const places = [...new Set(ended.map(({ status }) => status))];
  return places
    .map((status) => {
      const names = ended.filter((one) => one.status === status).flatMap(({ worker }) => worker ?? []);
      return `${names.length > 0 ? `${names.map((name) => `${name}さん`).join("・")}の${status}` : `${status}の作業`}を終了しました。`;
    })
    .join("");
}
