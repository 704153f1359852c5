import { boardMeta } from "~/lib/setting/meta.schema";
import { cardDetail } from "~/lib/task/card.page.schema";
import type { Api } from "./api.server";

/** Where the partner is chosen before a card comes into a 外注 process (decision 4); null where none is to be asked for. */
export async function askPartner(api: Api, key: string | number, group_id: number, back: string): Promise<string | null> {
  const { processes } = await api.get(boardMeta, "/factories/self/meta");
  if (processes.find((one) => one.group_id === group_id)?.role !== "outsource") return null;
  const { card } = await api.get(cardDetail, `/cards/${key}`);
  return card.group_id === group_id ? null : `/task/${key}/outsource?${new URLSearchParams({ group_id: String(group_id), return: back })}`;
}
