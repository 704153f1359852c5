import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { FieldSet } from "~/components/form/FieldSet";
import { TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { invitationInput, invitationSent } from "~/lib/partner/collaboration.schema";
import { partnerAct } from "~/lib/partner/partner.act";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { sendsMail } from "~/lib/web/temporary.password.server";
import { actTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = actTitled("依頼元");

/** One act on a partner, asked once more before it is done. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const act = partnerAct(args.params.act);
  if (!act) throw new Response(null, { status: 404 });
  const partner = await api.get(
    partnerDetail,
    `/factories/collaborators/${encodeURIComponent(args.params.id!)}`,
  );
  const { id, name, email, person, contact, buyer, seller } = partner;
  const key = `${args.params.act}.${id}.${contact.version}.${buyer?.version ?? 0}.${seller?.version ?? 0}`;
  return json({
    id,
    name,
    email,
    person,
    label: act.label,
    danger: act.danger,
    question: act.question(partner),
    invites: args.params.act === "invite",
    key,
  });
}

export async function action(args: ActionFunctionArgs) {
  const path = `/factories/collaborators/${encodeURIComponent(args.params.id!)}`;
  const there = `/setting/collaborator/${encodeURIComponent(args.params.id!)}`;
  return submit(args, invitationInput, async (api, value, key) => {
    switch (args.params.act) {
      case "invite": {
        const sent = await api.post(invitationSent, `${path}/invite`, value, key);
        return sendsMail(args)
          ? flash(args, there, `${sent.email} に招待のメールを送りました。`)
          : flash(
              args,
              `${there}/password`,
              "招待しました。仮パスワードを表示して、お相手の管理者に伝えてください。",
            );
      }
      case "stop":
        await api.delete(z.object({}), path);
        return flash(args, there, "無効にしました。これまでの書類と記録は残ります。");
      case "resume":
        await api.post(partnerDetail, `${path}/resume`, {}, key);
        return flash(args, there, "取引を再開しました。");
      default:
        throw new Response(null, { status: 404 });
    }
  });
}

export default function Act() {
  const { id, name, email, person, label, danger, question, invites, key } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>
        {name}の{label}
      </h1>
      <SchemaForm
        id="act"
        schema={invitationInput}
        answer={useActionData<typeof action>()}
        idempotency_key={key}
        values={{ email, person }}
        submit={invites ? "招待する" : `${label}する`}
        tone={danger ? "danger" : undefined}
        cancel={`/setting/collaborator/${encodeURIComponent(id)}`}
      >
        <p>{question}</p>
        {invites ? (
          <FieldSet legend="招待する人">
            <TextField
              name="email"
              label="メールアドレス"
              type="email"
              help="ユーザー名になります。前と違うアドレスにすると、前の招待は使えなくなります。"
            />
            <TextField name="person" label="氏名" optional />
          </FieldSet>
        ) : null}
      </SchemaForm>
    </div>
  );
}
