import { json, redirect } from "@remix-run/node";
import { type CardSummary, resolveAct } from "~/lib/scan/scan";
import { type ScanResult, station } from "~/lib/scan/scan.schema";
import { type Memory, memoryCookie, memoryIn, staying, withWorker } from "~/lib/scan/station";
import { isDate } from "~/lib/time/date";
import { ACTS, type Act, OPERATIONS } from "~/lib/vocabulary/scan";
import { loadShelf, lookAtCard, lookUp } from "./shelf.server";
import { type Args, enter } from "./visit.server";

export type Refused = { result: ScanResult; given: Record<string, string> };

const whole = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : null);

export async function loadScan(args: Args, refused?: Refused, atShelf?: Parameters<typeof loadShelf>[5]) {
  const { api, who } = await enter(args);
  const url = new URL(args.request.url);
  if (url.pathname === "/s") throw redirect(`/s/${url.search}`);
  const { config } = args.context.app;
  const before = memoryIn(args.request.headers.get("Cookie"), Date.now());
  const data = await api.get(station, "/scans/station");
  let memory: Memory = { ...before, usual: data.stay };
  const { searchParams: query } = url;
  const text = args.params.token ?? query.get("code")?.trim();
  const { found, at } = text
    ? await lookUp(api, who, text.slice(0, 200), query.get("sheet"))
    : { found: null, at: null };
  const shelf = await loadShelf(args, api, who, at, text, atShelf);
  let pin: number | null = null;

  function choose(worker_id: number | null) {
    const worker = data.workers.find((one) => one.worker_id === worker_id);
    if (worker?.has_pin && worker_id !== memory.worker_id) pin = worker_id;
    else
      memory = withWorker(
        memory,
        worker ? worker_id : null,
        worker?.has_pin ? memory.pass : null,
        Date.now(),
      );
  }
  if (query.has("worker")) choose(whole(query.get("worker")));
  if (query.has("process")) memory = { ...memory, group_id: whole(query.get("process")) };
  memory = query.has("stay") ? staying(memory, query.get("stay"), Date.now()) : memory;
  if (found?.kind === "worker") choose(found.key);
  if (found?.kind === "process") memory = { ...memory, group_id: found.key };
  if (memory.group_id !== null && !data.processes.some((one) => one.group_id === memory.group_id))
    memory = { ...memory, group_id: null };

  // A product's code means its card, where only one is on the board.
  const only = found?.kind === "product" && found.cards.length === 1 ? found.cards[0]! : null;
  const which =
    found?.kind === "product" && !only
      ? { key: found.key!, name: found.label ?? "", cards: found.cards }
      : null;
  let card: CardSummary | null = found?.card ?? only;
  let problem = at ? null : (found?.detail ?? null);
  const kept = refused?.given.card ?? query.get("card");
  if (!card && kept) {
    const again = await lookAtCard(api, kept.slice(0, 200));
    card = again.card;
    problem ??= again.detail;
  }
  const wanted =
    found?.kind === "operation"
      ? OPERATIONS.find((one) => one.key === found.key)!.act
      : (ACTS.find((one) => one === query.get("act")) ?? null);
  let act: Act | null = refused ? null : wanted;
  if (card && act) {
    const means = resolveAct(act, card, memory.worker_id);
    if (means === act || means === "resume" || means === "start") act = means as Act;
    else [act, problem] = [null, means];
  }
  const cookie = memoryCookie(memory, config.secure);
  const changed = cookie !== memoryCookie(before, config.secure);
  return json(
    {
      data,
      memory,
      card,
      act,
      pin,
      /** 日報 that waits for the PIN. */
      day: isDate(query.get("day")) ? query.get("day") : null,
      problem,
      shelf,
      stocks: who.permissions.includes("inventory"),
      which,
      /** 間接作業 that waits for a word about the cards at work. */
      indirect: whole(query.get("indirect")),
      code: only ? only.id : found?.kind === "card" || kept ? (kept ?? text ?? null) : null,
      tokens: args.params.token ? [args.params.token] : [],
      refused: refused ?? null,
      client_id: crypto.randomUUID(),
      acting: who.acting ? who.company_id : null,
    },
    {
      status:
        args.params.token && (problem || shelf?.problem) && !card ? 404 : refused || atShelf ? 409 : 200,
      headers: changed ? { "Set-Cookie": cookie } : {},
    },
  );
}
