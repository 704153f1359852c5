import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SchemaForm } from "~/components/form/SchemaForm";
import { actOf } from "~/lib/auth/member.act";
import { memberRow } from "~/lib/auth/member.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { sendsMail } from "~/lib/web/temporary.password.server";
import { actTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = actTitled("アカウント");

/** One act on an account, asked once more before it is done. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const act = actOf(args.params.act);
  if (!act) throw new Response(null, { status: 404 });
  const row = await api.get(memberRow, `/users/${args.params.key}`);
  return json({
    row,
    label: act.label,
    question: act.question(row),
    key: `${args.params.act}.${row.id}.${row.version}`,
  });
}

export async function action(args: ActionFunctionArgs) {
  const act = actOf(args.params.act);
  return submit(args, z.object({}), async (api, _value, key) => {
    if (!act) throw new Response(null, { status: 404 });
    const row = await api.get(memberRow, `/users/${args.params.key}`);
    const path = `/users/${row.id}`;
    if (args.params.act === "stop") await api.delete(memberRow, path);
    else await api.post(z.object({}), `${path}/${args.params.act}`, {}, key);
    const hidden = !sendsMail(args) && ["invite", "reset"].includes(args.params.act!);
    return hidden
      ? flash(args, `/setting/user/${row.id}/password`, "仮パスワードを表示して、本人に伝えてください。")
      : flash(args, `/setting/user/${row.id}`, act.done(row));
  });
}

export default function Act() {
  const { row, label, question, key } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>
        {row.name}さんの{label}
      </h1>
      <SchemaForm
        id="act"
        schema={z.object({})}
        reply={reply}
        idempotency_key={key}
        submit={label}
        cancel={`/setting/user/${row.id}`}
      >
        <p>{question}</p>
      </SchemaForm>
    </div>
  );
}
