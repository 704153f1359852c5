import type { z } from "zod";
import type { Self } from "~/lib/api/self.schema";
import { type Looked, looked, scanResults } from "~/lib/scan/scan.schema";
import { INVENTORY } from "~/lib/stock/stock.list";
import { stockPage } from "~/lib/stock/stock.schema";
import {
  recentScans,
  type ShelfLooked,
  type ShelfResult,
  shelfLooked,
  shelfResults,
} from "~/lib/stocktake/shelf.schema";
import { shelfWords } from "~/lib/stocktake/shelf.words";
import { SHELF_TWICE } from "~/lib/stocktake/stocktake";
import { isShelfAct, type ShelfAct } from "~/lib/vocabulary/stocktake";
import { type Api, ApiError } from "./api.server";
import { flash, flashUndo } from "./flash.server";
import { partsText, shortOf } from "./parts.server";
import type { Args } from "./visit.server";

type Items = z.infer<typeof scanResults>["items"] | ShelfResult[];

const mayCount = (who: Self) => who.permissions.includes("inventory");

/** The sheet that is being counted: told with each code that is read. */
const sheetOf = (sheet: string | null | undefined): Record<string, string> =>
  /^\d{1,15}$/.test(sheet ?? "") ? { sheet: sheet! } : {};

/** With what the card lacks. */
export async function lookAtCard(api: Api, code: string): Promise<Looked> {
  const found = await api.get(looked, "/scans/look", { code });
  const card = found.card ?? (found.cards.length === 1 ? found.cards[0] : null);
  if (card) card.short = await shortOf(api, card);
  return found;
}

/** What a code means at the board, and what at a shelf: null where it has no meaning there. */
export async function lookUp(api: Api, who: Self, code: string, sheet?: string | null) {
  const at_sheet = sheetOf(sheet);
  const found = await lookAtCard(api, code);
  const asks = mayCount(who) && (found.kind === "stock" || found.kind === null);
  const at = asks ? await api.get(shelfLooked, "/inventory/scans/look", { code, ...at_sheet }) : null;
  const isNothing = at !== null && at.stock === null && at.shelf === null && found.kind === null;
  return { found, at: isNothing ? null : at };
}

type ShelfView = {
  at: ShelfLooked | null;
  shelf: string | null;
  sheet: string | null;
  act: ShelfAct | null;
  /** 探す: what was typed, with what it finds and where that stands. */
  find: { q: string; items: { code: string; name: string; shelf: string | null }[] } | null;
  code: string | null;
  problem: string | null;
  isTwice: boolean;
  recent: z.infer<typeof recentScans>["items"];
  client_id: string;
  refused: {
    result: ShelfResult;
    given: Record<string, string>;
    words: ReturnType<typeof shelfWords>;
  } | null;
};

/** Null: nothing of a shelf was read or asked for. */
export async function loadShelf(
  { request }: Args,
  api: Api,
  who: Self,
  at: ShelfLooked | null,
  text: string | undefined,
  refused?: { result: ShelfResult; given: Record<string, string> },
): Promise<ShelfView | null> {
  const { searchParams: query } = new URL(request.url);
  const act = refused?.given.act ?? query.get("act");
  const before = refused?.given.shelf ?? query.get("shelf");
  const find = query.get("find");
  const isAsked = at || isShelfAct(act) || before !== null || find !== null;
  if (!mayCount(who) || !isAsked) return null;
  const { items } = await api.get(recentScans, "/inventory/scans");
  const isTwice = at?.shelf != null && query.has("twice") && Boolean(before);
  const sheet = sheetOf(refused?.given.sheet ?? query.get("sheet")).sheet ?? null;
  const kept = refused?.given.card;
  const code = kept && { code: kept, ...sheetOf(sheet) };
  const again = code ? await api.get(shelfLooked, "/inventory/scans/look", code) : null;
  const shown = isTwice ? null : (again ?? at);
  return {
    at: shown,
    shelf: (isTwice ? before : (shown?.shelf ?? before)) || null,
    sheet,
    act: isShelfAct(act) ? act : null,
    find: find === null || at ? null : { q: find, items: await searched(api, find) },
    code: kept ?? text ?? null,
    problem: isTwice ? SHELF_TWICE : (shown?.detail ?? null),
    isTwice: shown?.shelf != null || isTwice,
    recent: items,
    client_id: crypto.randomUUID(),
    refused: refused ? { ...refused, words: shelfWords(refused.result.errors, refused.result.row) } : null,
  };
}

async function searched(api: Api, typed: string) {
  const q = typed.trim().slice(0, 100);
  if (!q) return [];
  const { items } = await api.get(stockPage, INVENTORY, { q, sort: "code", size: 30 });
  return items.map(({ code, name, shelf }) => ({ code, name, shelf }));
}

/** What is refused is drawn again. */
export async function takeShelf(args: Args, api: Api, given: Record<string, string>) {
  const back = `/s/?${new URLSearchParams({ shelf: given.shelf ?? "", ...sheetOf(given.sheet) })}`;
  if (given.dismiss) {
    await api.post(
      recentScans,
      `/inventory/scans/${encodeURIComponent(given.dismiss)}/dismiss`,
      {},
      crypto.randomUUID(),
    );
    return flash(args, back, "片付けました。");
  }
  const { answer, ...asked } = given;
  Object.assign(asked, Object.fromEntries(new URLSearchParams(answer ?? "")));
  const usual = given.act === "stock_in" ? given.last_in : given.last_out;
  const num = given.num ?? (given.act === "stock_count" ? undefined : usual);
  const item = { ...asked, num };
  const {
    items: [result],
  } = await api.post(shelfResults, "/inventory/scans", { items: [item] }, crypto.randomUUID());
  if (result!.result === "refused") return { result: result!, given: asked };
  if (given.act === "stock_undo" || !given.client_id || result!.result === "again")
    return flash(args, back, result!.detail);
  return flashUndo(args, back, result!.detail, {
    action: "/s/",
    fields: {
      act: "stock_undo",
      undoes: given.client_id,
      client_id: crypto.randomUUID(),
      shelf: given.shelf ?? "",
    },
  });
}

/** One queue of the device's: acts on cards and acts at shelves, answered in the order in which they came. */
export async function takeDeviceScans(api: Api, body: unknown): Promise<{ items: Items }> {
  const { items, device_now } = (body ?? {}) as { items?: unknown; device_now?: unknown };
  const all: unknown[] = Array.isArray(items) ? items : [];
  const isShelf = (item: unknown) => isShelfAct((item as { act?: unknown } | null)?.act);
  const some = all.filter(isShelf);
  if (some.length === 0)
    return withParts(api, all, await api.post(scanResults, "/scans", body, crypto.randomUUID()));
  const others = all.filter((item) => !isShelf(item));
  const cards =
    others.length === 0
      ? []
      : (
          await withParts(
            api,
            others,
            await api.post(scanResults, "/scans", { device_now, items: others }, crypto.randomUUID()),
          )
        ).items;
  const shelves = await shelfAnswers(api, device_now, some);
  return { items: all.map((item) => (isShelf(item) ? shelves.shift()! : cards.shift()!)) as Items };
}

type Scans = z.infer<typeof scanResults>;

/** What is finished on the floor uses its parts: those that will not do, or did not, are told with it. */
export async function withParts(api: Api, asked: unknown[], { items }: Scans): Promise<Scans> {
  const told = await Promise.all(
    items.map(async (result, at) => {
      const act = (asked[at] as { act?: unknown } | null)?.act;
      if (result.result !== "done" || !result.card || (act !== "finish" && act !== "next")) return result;
      const parts = await partsText(api, { key: result.card.key, product_id: 0 });
      return parts ? { ...result, detail: `${result.detail}。${parts}` } : result;
    }),
  );
  return { items: told };
}

/** Without the permission a number is refused, and the rest of the queue goes on. */
async function shelfAnswers(api: Api, device_now: unknown, items: unknown[]): Promise<ShelfResult[]> {
  try {
    const answer = await api.post(
      shelfResults,
      "/inventory/scans",
      { device_now, items },
      crypto.randomUUID(),
    );
    return answer.items;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    return items.map((item) => ({
      client_id: String((item as { client_id?: unknown }).client_id ?? ""),
      result: "conflict",
      detail: "在庫の権限がないため、登録していません。",
      errors: {},
      card: null,
      row: null,
    }));
  }
}
