import type { ActionFunctionArgs } from "@remix-run/node";
import { fileRow, filing } from "~/lib/file/file.schema";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { formOf } from "~/lib/web/visit.server";

/** What is refused is said on the page that it came from. */
export async function action(args: ActionFunctionArgs) {
  const at = `/order/product/${args.params.key}`;
  const answer = await submit(args, filing, async (api, _, key) => {
    const form = filesForm(await formOf(args));
    const made = await api.upload(fileRow.array(), `/quotes/${args.params.key}/files`, form, key);
    return flash(args, at, `${made.length}件のファイルを載せました。`);
  });
  if (answer.status < 400) return answer;
  const { reply } = (await answer.json()) as { reply: { error?: Record<string, string[] | null> | null } };
  const why = Object.values(reply.error ?? {}).flat()[0];
  return flash(args, at, why ?? "ファイルを載せられませんでした。", "error");
}
