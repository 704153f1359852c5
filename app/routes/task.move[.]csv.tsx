import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { toCsv } from "~/lib/text/csv";
import { enter, formOf } from "~/lib/web/visit.server";

const row = z.tuple([z.string().max(40), z.string().max(400), z.string().max(20), z.string().max(400)]);

function read(text: FormDataEntryValue) {
  try {
    return row.parse(JSON.parse(String(text)));
  } catch {
    throw new Response(null, { status: 422 });
  }
}

export async function action(args: ActionFunctionArgs) {
  await enter(args);
  const rows = (await formOf(args)).getAll("row").slice(0, 300).map(read);
  return new Response(toCsv([["カード番号", "品名", "結果", "内容"], ...rows]), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent("一括移動の結果.csv")}`,
    },
  });
}

/** There is nothing to read here without a move. */
export async function loader(args: ActionFunctionArgs) {
  await enter(args);
  throw new Response(null, { status: 404 });
}
