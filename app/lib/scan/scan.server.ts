import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { Refusal } from "~/lib/api/refusal";
import type { Who } from "~/lib/api/who";
import { cardByCode, countReads } from "~/lib/code/code.server";
import { refuseUnproved } from "~/lib/code/pass.server";
import type { Tx } from "~/lib/db/connection.server";
import { outsideAt } from "~/lib/measurement/measurement.server";
import { processesOf } from "~/lib/shop/process.server";
import { type Card, card } from "~/lib/tables/card.table.server";
import { scan } from "~/lib/tables/scan.table.server";
import { nextProcess } from "~/lib/task/card";
import { endedBy } from "~/lib/task/work.ended.server";
import { isIndirectAct } from "~/lib/vocabulary/scan";
import { doneAt, doneText, happened } from "./scan";
import { perform, takeBack } from "./scan.act.server";
import { before, type Came, claim, passing, rowOf, sentenceOf } from "./scan.claim.server";
import { takeIndirect } from "./scan.indirect.server";
import { indirectItem, type ScanItem, type ScanResult, type scanBatch, scanItem } from "./scan.schema";
import { cardSummariesOf } from "./summary.server";

export async function cardIn(db: Tx, who: Who, item: ScanItem): Promise<number> {
  const meant = await cardByCode(db, who, item.card ?? "");
  if (typeof meant === "string") throw new Refusal(404, meant);
  if (meant.kind !== "card") throw new Refusal(422, "カードのコードか、カードの番号を読み取ってください。");
  return meant.key;
}

/** Never before the last entry of the card's log. */
async function atItsTime(
  db: Tx,
  who: Who,
  item: ScanItem,
  device_now: string,
  key: number | null,
): Promise<Who> {
  if (!item.queued) return who;
  const [row] =
    key === null
      ? []
      : await db.select({ update_time: card.update_time }).from(card).where(eq(card.key, key)).for("update");
  return { ...who, now: happened(item.device_time ?? device_now, device_now, who.now, row?.update_time) };
}

async function registerScan(db: Tx, who: Who, item: ScanItem, device_now: string): Promise<Card> {
  if (item.act === "undo") return takeBack(db, await atItsTime(db, who, item, device_now, null), item.undoes);
  const key = await cardIn(db, who, item);
  const then = await atItsTime(db, who, item, device_now, key);
  await refuseUnproved(db, then, item);
  return perform(db, then, key, item);
}

/** 完了 before a 外注 process leaves the card where it is until a partner is chosen (decision 022). */
async function awaited(db: Tx, who: Who, { act, inside }: ScanItem, made: Card): Promise<string | null> {
  if (act !== "finish" || inside || made.group_update_time === made.update_time) return null;
  const to = nextProcess(await processesOf(db, who.company_id), made.group_id);
  return to?.role === "outsource" ? `次は「${to.label}」です。カードの画面で協力会社を選ぶと進みます` : null;
}

async function takeScan(db: Tx, who: Who, item: ScanItem, device_now: string): Promise<Came> {
  const { client_id } = item;
  const row = rowOf(who, item, device_now);
  try {
    return await db.transaction(async () => {
      if ((await claim(db, row)).length === 0) return before(db, who, item);
      const made = await registerScan(db, who, item, device_now);
      await db
        .update(scan)
        .set({
          state: "done",
          detail: null,
          card_key: made.key,
          worker_id: item.worker_id ?? null,
          version: made.version,
          happened_time: made.update_time,
        })
        .where(and(eq(scan.company_id, who.company_id), eq(scan.client_id, client_id)));
      const awaits =
        (await awaited(db, who, item, made)) ??
        (item.act === "next" || item.move ? await endedBy(db, made) : null);
      const outside = item.act === "finish" ? await outsideAt(db, made.key, made.update_time) : "";
      return {
        client_id,
        result: "done",
        detail: doneText(item.act, made.name),
        errors: {},
        key: made.key,
        done: item.act,
        awaits: [outside, awaits].filter(Boolean).join("。"),
      };
    });
  } catch (error) {
    if (passing(error)) throw error;
    const { detail, errors } = sentenceOf(error);
    const meant = await cardByCode(db, who, item.card ?? "");
    const key = typeof meant === "string" || meant.kind !== "card" ? null : meant.key;
    if (item.queued)
      await db
        .insert(scan)
        .values({ ...row, card_key: key, state: "conflict", detail })
        .onConflictDoNothing();
    return { client_id, result: item.queued ? "conflict" : "refused", detail, errors, key };
  }
}

function unreadable(given: unknown, issues: { path: PropertyKey[]; message: string }[]): Came {
  const client_id = (given as { client_id?: unknown } | null)?.client_id;
  const errors: Record<string, string[]> = {};
  for (const issue of issues) (errors[issue.path.join(".")] ??= []).push(issue.message);
  const known = typeof client_id === "string" && /^[\x21-\x7e]{1,64}$/.test(client_id) ? client_id : null;
  return { client_id: known, result: "refused", detail: "入力内容を確認してください。", errors, key: null };
}

/** Each item once and by itself: a refusal stops no other. */
export async function takeScans(
  db: Tx,
  who: Who,
  batch: z.output<typeof scanBatch>,
): Promise<{ items: ScanResult[] }> {
  const { device_now = who.now, items } = batch;
  const scanned: Who = { ...who, origin: "QR" };
  const came: Came[] = [];
  const tokens: string[] = [];
  for (const given of items) {
    if (isIndirectAct((given as { act?: unknown } | null)?.act)) {
      const asked = indirectItem.safeParse(given);
      came.push(
        asked.success
          ? await takeIndirect(db, scanned, asked.data, device_now)
          : unreadable(given, asked.error.issues),
      );
      continue;
    }
    const read = scanItem.safeParse(given);
    const last = read.success
      ? await takeScan(db, scanned, read.data, device_now)
      : unreadable(given, read.error.issues);
    if (read.success && last.result !== "again") tokens.push(...read.data.tokens);
    came.push(last);
  }
  await countReads(db, scanned, tokens);
  const cards = await cardSummariesOf(db, who, [...new Set(came.flatMap(({ key }) => key ?? []))]);
  return {
    items: came.map(({ key, done, awaits, ...result }) => {
      const summary = cards.find((one) => one.key === key) ?? null;
      const detail = done && summary ? doneAt(done, summary.name, summary) : result.detail;
      return { ...result, card: summary, detail: [detail, awaits].filter(Boolean).join("。") };
    }),
  };
}
