import { PHOTO_TAKEN } from "~/lib/measurement/measure";
import type { RecordItem } from "~/lib/shop/record.schema";
import { element } from "./scan.dialog";
import { headText } from "./scan.measure.field";
import { post } from "./scan.post";
import { addPhotos, dropPhotos, type KeptPhotos, keptPhotos, queuedScans } from "./scan.store";
import { shrink } from "./shrink";

/** A photo of a few hundred KB on a line that carries scans. */
const PATIENCE_MS = 90_000;
const MOST = 3;

export type Photos = { item_id: number; files: File[] }[];

/** 写真: taken at once, small enough to keep on the device. */
export function photoField(item: RecordItem, put: (files: File[], value: string) => void): HTMLElement {
  const input = Object.assign(element("input", "w-full min-w-0"), {
    type: "file",
    name: `photos_${item.item_id}`,
    accept: "image/*",
    multiple: true,
  });
  input.setAttribute("capture", "environment");
  input.onchange = async () => {
    const given = [...(input.files ?? [])].slice(0, MOST);
    const files = await Promise.all(given.map((file) => shrink(file).catch(() => file)));
    put(files, files.length > 0 ? PHOTO_TAKEN : "");
  };
  return element("label", "grid gap-1", headText(item), input);
}

const bytesOf = async (file: File) => ({
  name: file.name,
  type: file.type,
  bytes: await file.arrayBuffer(),
});

export async function keepPhotos(company: string, client_id: string, photos: Photos) {
  for (const { item_id, files } of photos)
    await addPhotos({ company, client_id, item_id, files: await Promise.all(files.map(bytesOf)) });
}

type Sending = { acting: string | undefined; told: (problem: string) => void };

/** What nobody will take: the record stays as it is, and says that it has no photo. */
const LOST = [400, 404, 413, 422];

async function sendOne({ client_id, item_id, files, seq }: KeptPhotos, { acting, told }: Sending) {
  const form = new FormData();
  form.set("client_id", client_id);
  form.set("item_id", String(item_id));
  for (const { name, type, bytes } of files) form.append("files", new File([bytes], name, { type }), name);
  const answer = await post("/s/photos", form, acting, PATIENCE_MS);
  const isTaken = answer?.status === 200;
  const isLost = answer !== null && LOST.includes(answer.status);
  if (isLost) told(`写真を付けられませんでした。${answer.body?.detail ?? ""}`);
  if (isTaken || isLost) await dropPhotos(seq!);
}

let sending: Promise<void> = Promise.resolve();

/** Once their scan has gone; what waits as 確認が必要な読み取り keeps its photos waiting. */
export function sendPhotos(company: string, how: Sending): Promise<void> {
  const run = async () => {
    const queued = new Set((await queuedScans()).map(({ item }) => item.client_id));
    for (const one of await keptPhotos(company)) if (!queued.has(one.client_id)) await sendOne(one, how);
  };
  sending = sending.then(run).catch(() => {});
  return sending;
}
