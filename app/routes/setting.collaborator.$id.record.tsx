import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { SchemaForm } from "~/components/form/SchemaForm";
import { sharing, sharingState } from "~/lib/bi/certificate.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { partnerTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PartnerHead } from "./setting.collaborator.$id._index/PartnerHead";

export const meta = partnerTitled("記録の公開");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const id = encodeURIComponent(args.params.id!);
  const partner = await api.get(partnerDetail, `/factories/collaborators/${id}`);
  return json({
    partner,
    state: await api.get(sharingState, `/certificates/sharing/${id}`),
    admin: who.is_admin,
  });
}

export async function action(args: ActionFunctionArgs) {
  const id = encodeURIComponent(args.params.id!);
  return submit(args, sharing, async (api, value) => {
    const { is_shared } = await api.put(sharingState, `/certificates/sharing/${id}`, value);
    return flash(
      args,
      `/setting/collaborator/${id}/record`,
      is_shared ? "記録データと検査成績書を見せます。" : "記録データと検査成績書を見せません。",
    );
  });
}

export default function RecordSharing() {
  const { partner, state, admin } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid gap-4">
      <PartnerHead partner={partner} part="/record" />
      <p className="text-muted">
        見せると、この依頼元は自社のカードの記録データと検査成績書を読めます。作業者と備考は見えません。
        {state.set_time
          ? `　${state.is_shared ? "見せています" : "見せていません"}（${state.set_by}・${formatDateTime(state.set_time)}）。`
          : "　いまは見せていません。"}
      </p>
      {admin ? (
        <SchemaForm
          id="sharing"
          schema={sharing}
          reply={reply}
          submit="保存"
          values={{ is_shared: state.is_shared ? "on" : "" }}
        >
          <FieldSet legend="記録の公開">
            <CheckField name="is_shared" label="この依頼元に、記録データと検査成績書を見せる" />
          </FieldSet>
        </SchemaForm>
      ) : (
        <p className="text-note text-muted">変更は管理者だけができます。</p>
      )}
    </div>
  );
}
