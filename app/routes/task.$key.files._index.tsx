import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fileRow, filing } from "~/lib/file/file.schema";
import { enterCard } from "~/lib/web/card.server";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { formOf } from "~/lib/web/visit.server";
import { Head } from "./task.$key._index/Head";
import { UploadForm } from "./task.$key._index/UploadForm";

export const meta = cardTitled("図面・写真を載せる");

export async function loader(args: LoaderFunctionArgs) {
  const { card, today } = await enterCard(args);
  return json({ card, today, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, filing, async (api, value, given) => {
    const made = await api.upload(
      fileRow.array(),
      `/cards/${key}/files`,
      filesForm(await formOf(args), value),
      given,
    );
    return flash(args, `/task/${key}?tab=files`, `${made.length}件のファイルを載せました。`);
  });
}

export default function AddFiles() {
  const { card, today, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="図面・写真を載せる" />
      <UploadForm
        card={card.key}
        reply={again?.reply}
        idempotency_key={again?.idempotency_key ?? idempotency_key}
        cancel={`/task/${card.key}?tab=files`}
      />
    </div>
  );
}
