import { PHOTO_TAKEN } from "~/lib/measurement/measure";
import { photographed } from "~/lib/scan/scan.schema";
import { type Api, ApiError } from "./api.server";
import { filesForm } from "./file.server";

const CODE = /^[\x21-\x7e]{1,64}$/;

export async function sendScanPhotos(
  api: Api,
  client_id: string,
  item_id: string,
  files: FormDataEntryValue[],
) {
  if (!CODE.test(client_id)) throw new ApiError(404, "写真を付ける読み取りが見つかりません。");
  const form = new FormData();
  for (const file of files) form.append("files", file);
  const path = `/scans/${encodeURIComponent(client_id)}/photos`;
  return api.upload(photographed, path, filesForm(form, { item_id }), crypto.randomUUID());
}

type Shot = { item_id: string; files: File[] };

/** What a form without a script brings: which 記録項目 have photos. */
export function shotsIn(form: FormData): Shot[] {
  const names = [...new Set(form.keys())].filter((name) => /^photos_\d+$/.test(name));
  return names.flatMap((name) => {
    const files = form.getAll(name).filter((one) => one instanceof Blob && one.size > 0) as File[];
    return files.length > 0 ? { item_id: name.slice("photos_".length), files } : [];
  });
}

/** Values that were typed, and photos that follow. */
export const enteredIn = (given: Record<string, string>, shots: Shot[]) => [
  ...Object.entries(given).flatMap(([name, value]) => {
    const item_id = /^value_(\d+)$/.exec(name)?.[1];
    return item_id ? { item_id, value } : [];
  }),
  ...shots.map(({ item_id }) => ({ item_id, value: PHOTO_TAKEN })),
];

/** Null: all are there; else why one is not. The 完了 stands. */
export async function sendShots(api: Api, client_id: string, shots: Shot[]): Promise<string | null> {
  for (const { item_id, files } of shots)
    try {
      await sendScanPhotos(api, client_id, item_id, files);
    } catch (error) {
      if (error instanceof ApiError) return `完了しましたが、写真を付けられませんでした。${error.detail}`;
      throw error;
    }
  return null;
}
