import { z } from "zod";
import type { Master } from "~/lib/list/master";
import type { Api } from "./api.server";
import { flash } from "./flash.server";
import { readPage } from "./list.server";
import { submit } from "./submit.server";
import type { Args } from "./visit.server";

/** The row that the address names, among all of its list. */
export async function findRow<M extends Master>(api: Api, { list }: M, key: string | undefined) {
  const { items } = await readPage<M["list"]>(api, list, { all: true });
  const row = items.find((item) => String((item as Record<string, unknown>)[list.key ?? "id"]) === key);
  if (!row) throw new Response(null, { status: 404 });
  return row;
}

/** What an editor draws: the row that the address names, or at `…/new` the key of the post that adds one. */
export const loadEditor = async <M extends Master>(api: Api, master: M, key: string | undefined) =>
  key === "new"
    ? { row: null, idempotency_key: crypto.randomUUID() }
    : { row: await findRow(api, master, key), idempotency_key: "" };

/** Adds what the form says, or changes the row that the address names. */
export function saveEditor(args: Args, { noun, list, input, change }: Master): Promise<Response> {
  const said = (value: object) => `${noun}「${(value as { name: string }).name}」を`;
  if (args.params.key === "new") {
    return submit(args, input, async (api, value, key) => {
      await api.post(z.object({}), list.api, value, key);
      return flash(args, list.path, `${said(value)}追加しました。`);
    });
  }
  return submit(args, change, async (api, value) => {
    await api.put(z.object({}), `${list.api}/${encodeURIComponent(args.params.key!)}`, value);
    return flash(args, list.path, `${said(value)}保存しました。`);
  });
}
