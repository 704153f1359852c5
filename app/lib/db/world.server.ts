import type { App } from "~/lib/web/app.server";
import { makeCast } from "./cast.server";

/** The sample world. */
export async function makeWorld({ db }: App): Promise<void> {
  await makeCast(db);
}
