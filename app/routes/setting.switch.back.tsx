import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { takeBack } from "~/lib/web/switch.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect("/setting/switch");
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return takeBack(args);
}
