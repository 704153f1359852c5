import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { homeOf, visitor } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  const found = await visitor(args);
  throw redirect(found ? await homeOf(args, found) : "/login");
}
