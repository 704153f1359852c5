import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { looked } from "~/lib/scan/scan.schema";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const code = new URL(args.request.url).searchParams.get("code") ?? "";
  return json(await api.get(looked, "/scans/look", { code: code.slice(0, 200) || "?" }));
}
