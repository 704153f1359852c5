import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PreparingPage } from "~/components/frame/ErrorPage";
import { labelOf } from "~/lib/auth/menu";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

type Meta = Parameters<ReturnType<typeof titled>>[0] & { data?: { title: string } };
export const meta = (args: Meta) => titled(args.data?.title ?? "")(args);

/** A path of the menu whose screen is not there yet, or no path at all. */
export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  const { stock_id, parts_id } = args.context.app.config;
  const title = labelOf(who, new URL(args.request.url), stock_id, parts_id);
  if (!title) throw new Response(null, { status: 404 });
  return json({ title });
}

export default function Preparing() {
  return <PreparingPage title={useLoaderData<typeof loader>().title} />;
}
