import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { boardPulse } from "~/lib/task/board.schema";
import { enter } from "~/lib/web/visit.server";

/** Nothing new is a 304. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json(
    await api.get(boardPulse, "/board/pulse", {
      since: new URL(args.request.url).searchParams.get("since") ?? "0",
    }),
  );
}
