import type { ActionFunctionArgs } from "@remix-run/node";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { transferContent, transferTaken, transferTaking } from "~/lib/transfer/file.schema";
import { type Api, ApiError } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";

/** Presses within a minute from one page are one; a later one is 再作成, though the page may be the same. */
const minuteOf = (key: string) => `${key}.${Math.floor(Date.now() / 60_000)}`;

async function bytesOf(api: Api, file: string, taking: { num_takes?: number }, key: string) {
  const path = `/transfers/${file}/takes`;
  const { take } = await api.post(transferTaken, path, taking, minuteOf(key));
  const { file_name, content } = await api.get(transferContent, `${path}/${take}`);
  return new Response(Buffer.from(content, "base64"), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
      "Cache-Control": "no-store",
    },
  });
}

/** The bytes as they were made, for the bank; refused, the file's page says why and shows it as it is now. */
export async function action(args: ActionFunctionArgs) {
  const file = args.params.key ?? "";
  return submit(args, transferTaking, async (api, value, key) => {
    try {
      return await bytesOf(api, file, value, key);
    } catch (error) {
      if (!(error instanceof ApiError) || error.confirm) throw error;
      return flash(args, `${TRANSFERS}/${file}`, error.detail, "error", 20_000);
    }
  });
}
