import { Empty } from "~/components/list/Empty";
import type { CardDetail } from "~/lib/task/card.page.schema";
import type { Api } from "~/lib/web/api.server";

/** What this tab alone needs. */
export async function loadFiles(_: Api, __: CardDetail, ___: boolean) {
  return {};
}

type Props = { detail: CardDetail; seller: boolean; found: Awaited<ReturnType<typeof loadFiles>> };

export function Files(_: Props) {
  return <section className="rounded border border-line bg-surface"><Empty text="図面・写真はまだありません。" /></section>;
}
