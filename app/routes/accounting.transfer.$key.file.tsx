import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { transferContent, transferTaken } from "~/lib/transfer/file.schema";
import { submit } from "~/lib/web/submit.server";

/** Presses within a minute from one page are one; a later one is 再作成, though the page may be the same. */
const minuteOf = (key: string) => `${key}.${Math.floor(Date.now() / 60_000)}`;

/** The bytes as they were made, for the bank. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({}), async (api, _, key) => {
    const path = `/transfers/${args.params.key}/takes`;
    const { take } = await api.post(transferTaken, path, {}, minuteOf(key));
    const { file_name, content } = await api.get(transferContent, `${path}/${take}`);
    return new Response(Buffer.from(content, "base64"), {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`,
        "Cache-Control": "no-store",
      },
    });
  });
}
