import type { Args } from "./visit.server";

export function chosenProducts({ request }: Args): number[] {
  const packed = new URL(request.url).searchParams.get("ids") ?? "";
  const ids = packed
    .split(".")
    .map((one) => parseInt(one, 36))
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  if (ids.length === 0)
    throw new Response("商品が選ばれていません。商品マスタ一覧で選び直してください。", { status: 422 });
  return ids;
}
