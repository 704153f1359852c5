import { type ActionFunctionArgs, json } from "@remix-run/node";
import { ApiError } from "~/lib/web/api.server";
import { sendScanPhotos } from "~/lib/web/scan.photo.server";
import { enter, formOf } from "~/lib/web/visit.server";

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const form = await formOf(args);
  try {
    const [client_id, item_id] = ["client_id", "item_id"].map((name) => String(form.get(name) ?? ""));
    return json(await sendScanPhotos(api, client_id!, item_id!, form.getAll("files")));
  } catch (error) {
    if (error instanceof ApiError) return json({ detail: error.detail }, { status: error.status });
    throw error;
  }
}
