import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { CardSummary } from "~/lib/scan/scan";

export type Waiting = {
  seq?: number;
  company: string;
  item: { client_id: string; act: string } & Record<string, unknown>;
};

/** Of one 記録項目 of a 完了 that goes before them. */
export type KeptPhotos = {
  seq?: number;
  company: string;
  client_id: string;
  item_id: number;
  /** Bytes: not every phone keeps a file as such. */
  files: { name: string; type: string; bytes: ArrayBuffer }[];
};

interface DeviceSchema extends DBSchema {
  queue: { key: number; value: Waiting };
  photos: { key: number; value: KeptPhotos };
  cards: { key: number; value: CardSummary & { company: string }; indexes: { id: string } };
}

let opened: Promise<IDBPDatabase<DeviceSchema>> | undefined;

function database() {
  return (opened ??= openDB<DeviceSchema>("koba-scan", 4, {
    upgrade(db, had, _, { objectStore }) {
      if (had === 0) {
        db.createObjectStore("queue", { keyPath: "seq", autoIncrement: true });
        db.createObjectStore("cards", { keyPath: "key" }).createIndex("id", "id");
      } else objectStore("cards").clear();
      if (had < 4) db.createObjectStore("photos", { keyPath: "seq", autoIncrement: true });
    },
  }));
}

export const addScan = async (waiting: Waiting) => (await database()).add("queue", waiting);
export const queuedScans = async () => (await database()).getAll("queue");
export const waitingOf = async (company: string) =>
  (await queuedScans()).filter((one) => one.company === company);
export const countScans = async () => (await database()).count("queue");

export const addPhotos = async (photos: KeptPhotos) => (await database()).add("photos", photos);
export const keptPhotos = async (company: string) =>
  (await (await database()).getAll("photos")).filter((one) => one.company === company);
export const dropPhotos = async (seq: number) => (await database()).delete("photos", seq);
export async function dropPhotosOf(company: string, client_id: string) {
  for (const one of await keptPhotos(company)) if (one.client_id === client_id) await dropPhotos(one.seq!);
}

export async function dropScans(seqs: number[]) {
  const transaction = (await database()).transaction("queue", "readwrite");
  for (const seq of seqs) void transaction.store.delete(seq);
  await transaction.done;
}

export async function keepCards(company: string, cards: CardSummary[]) {
  const transaction = (await database()).transaction("cards", "readwrite");
  for (const card of cards) void transaction.store.put({ ...card, company });
  await transaction.done;
}

export async function seenCard(
  company: string,
  by: { key: number } | { id: string },
): Promise<CardSummary | null> {
  const db = await database();
  const found = "key" in by ? await db.get("cards", by.key) : await db.getFromIndex("cards", "id", by.id);
  return found?.company === company ? found : null;
}

export async function cardsOfProduct(company: string, product_id: number): Promise<CardSummary[]> {
  const kept = await (await database()).getAll("cards");
  return kept.filter(
    (one) => one.company === company && one.product_id === product_id && one.state !== "off",
  );
}

/** Another company's cards leave the device; its unsent scans stay until somebody of it comes back. */
export async function forgetOthers(company: string | null) {
  const db = await database();
  for (const card of await db.getAll("cards"))
    if (card.company !== company) await db.delete("cards", card.key);
}
