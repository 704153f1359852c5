import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { enterCard } from "~/lib/web/card.server";
import { chatHref } from "./task.$key._index/tabs";

/**
 * On to what is said about the card; `/date`: to asking the other side for another 納期, which becomes an
 * agreement.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { card } = await enterCard(args);
  const { stock_id, parts_id } = args.context.app.config;
  const talk = chatHref(card, [stock_id, parts_id]);
  const [room] = talk.split("?");
  return redirect(args.params.about === "date" ? `${room}/agree?task=${card.key}&field=delivery_date` : talk);
}
