import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { archiveZip } from "~/lib/web/archive.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return archiveZip(args, false);
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  return archiveZip(args, true);
}
