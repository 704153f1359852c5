import type { LoaderFunctionArgs } from "@remix-run/node";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("ページが見つかりません");

/** No path at all: whoever is not signed in is asked to first. */
export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await enter(args);
  throw new Response(null, { status: 404 });
}

export default function Unknown() {
  return null;
}
