import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { menuFor } from "~/lib/auth/menu";
import { visitor } from "~/lib/web/visit.server";

const FIRST = "/task/kanban";

export async function loader(args: LoaderFunctionArgs) {
  const { config } = args.context.app;
  const found = await visitor(args);
  if (!found) throw redirect("/login");
  const items = menuFor(found.who, config.stock_id, config.parts_id).flatMap((tab) => tab.items);
  throw redirect((items.find((item) => item.href.startsWith(FIRST)) ?? items[0])!.href);
}
