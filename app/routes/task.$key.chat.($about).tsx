import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { enterCard } from "~/lib/web/card.server";
import { chatHref } from "./task.$key._index/tabs";

/** `/date`: asks the other side for another 納期. */
export async function loader(args: LoaderFunctionArgs) {
  const { card } = await enterCard(args);
  const { stock_id, parts_id } = args.context.app.config;
  const talk = chatHref(card, [stock_id, parts_id]);
  const [room] = talk.split("?");
  return redirect(args.params.about === "date" ? `${room}/agree?task=${card.key}&field=delivery_date` : talk);
}
