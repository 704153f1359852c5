import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { collaborationChange, toritekiInput } from "~/lib/partner/collaboration.schema";
import { type Agreed, partnerDetail } from "~/lib/partner/partner.schema";
import { termsPreview, termsSaved } from "~/lib/partner/terms.preview";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { partnerTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PartnerHead } from "../setting.collaborator.$id._index/PartnerHead";
import { TermsFields } from "../setting.collaborator.new/TermsFields";
import { JudgeForm } from "./JudgeForm";
import { judged, TermsFacts } from "./TermsFacts";

export const meta = partnerTitled("取引の条件");

const TITLE = { buyer: "依頼元としての条件", seller: "協力会社としての条件" } as const;
const SIDES = ["buyer", "seller"] as const;

/** Each way of working together has terms of its own; 例を確かめる shows those of one side anew. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const partner = await api.get(
    partnerDetail,
    `/factories/collaborators/${encodeURIComponent(args.params.id!)}`,
  );
  const query = Object.fromEntries(new URL(args.request.url).searchParams);
  const parts = SIDES.flatMap((side) => {
    const agreed = partner[side];
    if (!agreed) return [];
    const asked = query.side === side && "pay_month" in query;
    const values: Record<string, unknown> = asked ? query : { ...agreed };
    return [
      {
        side,
        agreed,
        values,
        preview: termsPreview(asked ? query : {}, agreed, today()),
        change: who.is_admin && agreed.may_change,
      },
    ];
  });
  return json({ partner, parts, side: query.side, day: today(), admin: who.is_admin });
}

export async function action(args: ActionFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const side = query.get("side") === "seller" ? "seller" : "buyer";
  const id = encodeURIComponent(args.params.id!);
  const there = `/setting/collaborator/${id}/terms`;
  if (query.has("judge")) {
    return submit(args, toritekiInput, async (api, value) => {
      const saved = await api.put(partnerDetail, `/factories/collaborators/${id}/toriteki`, {
        ...value,
        side,
      });
      const { text, severity } = termsSaved("取適法の判定を保存しました。", saved[side]!, today());
      return flash(args, there, text, severity);
    });
  }
  return submit(args, collaborationChange, async (api, value) => {
    await api.put(partnerDetail, `/factories/collaborators/${id}?side=${side}`, value);
    const { text, severity } = termsSaved("条件を保存しました。", value, today());
    return flash(args, there, text, severity);
  });
}

export default function Terms() {
  const { partner, parts, side: posted, day, admin } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>()?.reply;
  const at = `/setting/collaborator/${encodeURIComponent(partner.id)}`;
  return (
    <div className="grid gap-4">
      <PartnerHead partner={partner} part="/terms" />
      <p className="text-muted">
        これから締める分と、これから作る書類に使います。発行済みの書類と締め済みの期間は変わりません。
      </p>
      {parts.map(({ side, agreed, values, preview, change }) => {
        const reply = posted === side || (!posted && parts.length === 1) ? sent : undefined;
        return (
          <section key={side} className="grid gap-3">
            <h2>{TITLE[side]}</h2>
            {agreed.is_active ? null : <p className="text-warn">この取引は無効です。</p>}
            {change ? (
              <>
                <SchemaForm
                  id={`terms-${side}`}
                  schema={collaborationChange}
                  reply={reply}
                  version={agreed.version}
                  values={values}
                  submit="保存"
                  cancel={at}
                  pair
                  action={`${at}/terms?side=${side}`}
                >
                  <input type="hidden" name="side" value={side} />
                  <TermsFields preview={preview} check={`${at}/terms`} />
                </SchemaForm>
                <p className="text-note text-muted">取適法の判定: {judged(agreed as Agreed)}</p>
              </>
            ) : (
              <div className="grid gap-3 rounded border border-line bg-surface p-4">
                <TermsFacts agreed={agreed as Agreed} today={day} />
                {side === "seller" ? (
                  <p className="text-note text-muted">条件は、受注する側の会社が決めます。</p>
                ) : null}
              </div>
            )}
            {admin && !change && agreed.is_active ? (
              <JudgeForm side={side} agreed={agreed as Agreed} reply={reply} at={at} />
            ) : null}
          </section>
        );
      })}
    </div>
  );
}
