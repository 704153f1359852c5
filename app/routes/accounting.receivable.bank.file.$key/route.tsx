import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { bankFileGone, bankFileRead, bankSetup } from "~/lib/bank/bank.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { BANK } from "../shared/bank.upload";
import { Read } from "./Read";
import { Setup } from "./Setup";

export const meta = titled("銀行明細のファイル");

const counted = z.object({ num_rows: z.number(), num_new: z.number() });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const setup = await api.get(bankSetup, `/bank/files/${args.params.key}`);
  return json({ setup, idempotency_key: crypto.randomUUID() });
}

/** Reads the file as it was said to be, or takes it out again. */
export async function action(args: ActionFunctionArgs) {
  const path = `/bank/files/${args.params.key}`;
  if (new URL(args.request.url).searchParams.has("discard"))
    return submit(args, z.object({}), async (api) => {
      const { num_rows } = await api.delete(bankFileGone, path);
      const done = num_rows > 0 ? `取込を取り消しました（${num_rows}行）。` : "ファイルを消しました。";
      return flash(args, BANK, done, "info");
    });
  return submit(args, bankFileRead, async (api, value, key) => {
    const { num_rows, num_new } = await api.post(counted, `${path}/read`, value, key);
    const known = num_rows > num_new ? `${num_rows - num_new}行は取り込み済みでした。` : "";
    return flash(args, `${BANK}?file=${args.params.key}`, `${num_new}行を取り込みました。${known}`);
  });
}

export default function BankFilePage() {
  const { setup, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const key = answer?.idempotency_key ?? idempotency_key;
  return setup.file.state === "read" ? (
    <Read file={setup.file} reply={answer?.reply} />
  ) : (
    <Setup setup={setup} answer={answer} idempotency_key={key} />
  );
}
