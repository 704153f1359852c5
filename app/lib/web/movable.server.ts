import { collaborators } from "~/lib/partner/collaborator.schema";
import { movableList } from "~/lib/scan/movable.list";
import { movable } from "~/lib/scan/movable.schema";
import { boardMeta } from "~/lib/shop/meta.schema";
import { workers } from "~/lib/shop/worker.schema";
import type { Api } from "./api.server";
import { applyPreference } from "./list.preference.server";
import { filterOf } from "./list.server";
import type { Args, Visitor } from "./visit.server";

const CODE_MAX = 200;

/** `last`: a code that names no card of ours, to be told why. Null where nothing was read. */
export async function scanned({ request }: Args, api: Api): Promise<string | null> {
  const query = new URL(request.url).searchParams;
  const text = query.get("scan")?.trim();
  if (!query.has("scan")) return null;
  for (const name of ["scan", "last", "twice"]) query.delete(name);
  if (text) {
    const { named } =
      text.length > CODE_MAX ? { named: [] } : await api.get(movable, "/movable", { add: text });
    const there = (query.get("add") ?? "").split(" ").filter(Boolean);
    if (named.some((id) => there.includes(id))) query.set("twice", "1");
    query.set("add", [...new Set([...there, ...named])].join(" "));
    if (there.length + named.length === 0) query.delete("add");
    query.set("last", named.join(" ") || text.slice(0, CODE_MAX));
  }
  return `/task/move?${query}`;
}

export async function loadMovable(args: Args, visitor: Visitor) {
  const { api } = visitor;
  const query = new URL(args.request.url).searchParams;
  const filter: Record<string, string> = filterOf(movableList([], []) as never, args.request);
  const turned = await applyPreference(args, visitor, { path: "/task/move" }, filter);
  const last = query.get("last")?.trim().slice(0, CODE_MAX);
  const [cards, { processes }, { items: buyers }, { items: sellers }, { items: people }, wrong] =
    await Promise.all([
      api.get(movable, "/movable", filter),
      api.get(boardMeta, "/factories/self/meta"),
      api.get(collaborators, "/factories/collaborators", { side: "buyer" }),
      api.get(collaborators, "/factories/collaborators", { side: "seller" }),
      api.get(workers, "/workers"),
      last ? api.get(movable, "/movable", { add: last }) : null,
    ]);
  const [lost] = wrong?.missing ?? [];
  const name = wrong?.items[0]?.name ?? "";
  const heard = !last
    ? null
    : lost
      ? { good: false, text: `${lost.id}: ${lost.why}` }
      : query.has("twice")
        ? { good: false, text: `カード ${last}「${name}」は、すでに追加されています。` }
        : { good: true, text: `カード ${last}「${name}」を追加しました（${cards.named.length}枚）。` };
  return {
    cards,
    heard,
    processes,
    buyers,
    partners: sellers.filter((one) => !one.is_stock),
    workers: people,
    filter,
    turned,
    all: query.get("all") === "on",
  };
}
