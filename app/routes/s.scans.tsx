import { type ActionFunctionArgs, json } from "@remix-run/node";
import { boundedJson, JSON_BODY, TOO_MANY } from "~/lib/text/bounds";
import { ApiError } from "~/lib/web/api.server";
import { takeDeviceScans } from "~/lib/web/shelf.server";
import { enter, formOf } from "~/lib/web/visit.server";

export async function action(args: ActionFunctionArgs) {
  const { api } = await enter(args);
  try {
    const text = String((await formOf(args)).get("body"));
    if (!boundedJson(text, JSON_BODY)) return json({ detail: TOO_MANY }, { status: 413 });
    const body = JSON.parse(text) as unknown;
    return json(await takeDeviceScans(api, body));
  } catch (error) {
    if (error instanceof ApiError) return json({ detail: error.detail }, { status: error.status });
    if (error instanceof SyntaxError)
      return json({ detail: "送信された内容を読み取れませんでした。" }, { status: 400 });
    throw error;
  }
}
