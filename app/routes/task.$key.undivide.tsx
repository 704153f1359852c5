import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { versioned } from "~/lib/task/card.command.schema";
import { cardWork } from "~/lib/task/work.page.schema";
import { cardRow } from "~/lib/vocabulary/card.schema";
import { enterCard } from "~/lib/web/card.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { cardTitled } from "~/lib/web/title";
import { Closed, Head } from "./task.$key._index/Head";

export const meta = cardTitled("分割を元に戻す");

export async function loader(args: LoaderFunctionArgs) {
  const { api, card, today } = await enterCard(args, "seller");
  const { undo } = await api.get(cardWork, `/cards/${card.key}/work`);
  const closed =
    undo === "分割" ? null : "分割したあとに更新があるため、元に戻せません。枝を「合流」してください。";
  return json({ card, today, closed });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, versioned, async (api, { version }) => {
    const card = await api.post(cardRow, `/cards/${key}/undivide`, { version }, `undivide.${key}.${version}`);
    return flash(args, `/task/${key}?tab=parts`, `「${card.name}」の分割を元に戻しました。`);
  });
}

export default function Undivide() {
  const { card, today, closed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <Head card={card} today={today} act="分割を元に戻す" />
      {closed || reply ? (
        <Closed text={reply?.error?.[""]?.[0] ?? closed ?? ""} card={card} />
      ) : (
        <SchemaForm
          id="undivide"
          schema={versioned}
          version={card.version}
          submit="分割を元に戻す"
          cancel={`/task/${card.key}?tab=parts`}
        >
          <p>分けた枝の数量をこのカードに戻します。枝はカンバンから外れます。履歴には両方が残ります。</p>
        </SchemaForm>
      )}
    </div>
  );
}
