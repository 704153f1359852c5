import type { LoaderFunctionArgs } from "@remix-run/node";
import { PRODUCT_LABEL } from "~/lib/journal/journal";
import { exportFile } from "~/lib/journal/journal.schema";
import { cp932Response } from "~/lib/web/csv.server";
import { enter } from "~/lib/web/visit.server";

/** The file as it was given out. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const file = await api.get(exportFile, `/journal/exports/${args.params.key}`);
  const days = [file.from_date, file.to_date].map((day) => day.replaceAll("-", "")).join("-");
  return cp932Response(
    `仕訳_${PRODUCT_LABEL[file.product]}_${days}_${file.first_no}-${file.last_no}`,
    file.content,
  );
}
