import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { lookUp } from "~/lib/web/shelf.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const code = new URL(args.request.url).searchParams.get("code") ?? "";
  const { found, at } = await lookUp(api, who, code.slice(0, 200) || "?");
  return json({ ...found, detail: found.detail ?? at?.detail ?? null, shelf: at !== null });
}
