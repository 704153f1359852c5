import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fileAct, fileRow } from "~/lib/file/file.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash, flashUndo } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("図面・写真");

const CHANGES = {
  latest: { is_latest: true },
  old: { is_latest: false },
  inner: { is_inner: true },
  open: { is_inner: false },
};
const DONE = {
  latest: "最新の図面にしました。",
  old: "旧版にしました。",
  inner: "社内のみにしました。相手の会社には見えません。",
  open: "相手の会社にも見えるようにしました。",
};

export async function loader(args: LoaderFunctionArgs) {
  const { card, today } = await enterCard(args);
  return json({ card, today });
}

export async function action(args: ActionFunctionArgs) {
  const { key, file } = args.params;
  const tab = `/task/${key}?tab=files`;
  return submit(args, fileAct, async (api, { act, version }) => {
    if (act === "restore") {
      const { name } = await api.post(fileRow, `/files/${file}/restore`, {}, crypto.randomUUID());
      return flash(args, tab, `「${name}」を元に戻しました。`);
    }
    if (act === "hide") {
      const { name } = await api.delete(fileRow, `/files/${file}`);
      return flashUndo(args, tab, `「${name}」を削除しました。`, {
        action: `/task/${key}/files/${file}`,
        fields: { act: "restore" },
      });
    }
    const { name } = await api.put(fileRow, `/files/${file}`, { version, ...CHANGES[act] });
    return flash(args, tab, `「${name}」を${DONE[act]}`);
  });
}

export default function FileAct() {
  const { card, today } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="図面・写真" />
      <Closed text={reply?.error?.[""]?.[0] ?? "カードの「図面・写真」で操作してください。"} card={card} />
    </div>
  );
}
