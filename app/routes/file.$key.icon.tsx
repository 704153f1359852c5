import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileOf } from "~/lib/web/file.server";
import { enter } from "~/lib/web/visit.server";

export async function loader(args: LoaderFunctionArgs) {
  return fileOf(await enter(args), `/files/${args.params.key}/icon`);
}
