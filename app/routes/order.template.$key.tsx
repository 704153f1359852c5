import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { FactPanel } from "~/components/list/Facts";
import { contentText, draftDetail, draftSaved, templateNaming } from "~/lib/order/draft.schema";
import { formatDateTime } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("ひな形");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { fields: _, ...draft } = await api.get(draftDetail, `/orders/drafts/${args.params.key}`);
  if (draft.template_name === null) throw new Response(null, { status: 404 });
  return json({ draft });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, templateNaming, async (api, value) => {
    await api.put(draftSaved, `/orders/templates/${args.params.key}`, value);
    return flash(args, "/order/template", `ひな形の名前を「${value.template_name}」にしました。`);
  });
}

export default function Template() {
  const { draft } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>ひな形 {draft.template_name}</h1>
      <FactPanel
        facts={[
          { label: "依頼先", value: draft.seller_name },
          { label: "内容", value: contentText(draft) },
          { label: "保存", value: `${formatDateTime(draft.updated_time)}　${draft.name}` },
        ]}
      />
      <SchemaForm
        id="template"
        schema={templateNaming}
        reply={answer?.reply}
        values={{ template_name: draft.template_name }}
        submit="名前を保存"
        cancel="/order/template"
        version={draft.version}
      >
        <TextField name="template_name" label="名前" autoFocus />
      </SchemaForm>
      <form method="post" action={`/order/draft/${draft.key}`} className="flex flex-wrap gap-2">
        <input type="hidden" name="act" value="delete" />
        <input type="hidden" name="back" value="/order/template" />
        <input type="hidden" name="version" value={draft.version} />
        <LinkButton href={`/order/new?template=${draft.key}`}>このひな形を使う</LinkButton>
        <Button tone="danger">ひな形を削除する</Button>
      </form>
    </section>
  );
}
