import { type ActionFunctionArgs, json } from "@remix-run/node";
import { pinAnswer } from "~/lib/scan/scan.schema";
import { ApiError } from "~/lib/web/api.server";
import { enter, formOf } from "~/lib/web/visit.server";

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  const form = await formOf(args);
  try {
    return json(
      await api.post(
        pinAnswer,
        "/scans/pin",
        { worker_id: form.get("worker_id"), pin: form.get("pin") },
        crypto.randomUUID(),
      ),
    );
  } catch (error) {
    if (error instanceof ApiError) return json({ pass: null, until: null, detail: error.detail });
    throw error;
  }
}
