import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { contactInput } from "~/lib/partner/contact.schema";
import { PARTNER_ACTS } from "~/lib/partner/partner.act";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { registrationWarning } from "~/lib/text/registration";
import { seesAmounts } from "~/lib/vocabulary/permission";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { CompanyFacts, ContactFields } from "./ContactFields";
import { PartnerHead } from "./PartnerHead";

export const meta = titledOf<{ partner: { name: string } }>("依頼元", ({ partner }) => partner.name);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const partner = await api.get(
    partnerDetail,
    `/factories/collaborators/${encodeURIComponent(args.params.id!)}`,
  );
  const room = partner.buyer ? `${who.company_id}_${partner.id}` : `${partner.id}_${who.company_id}`;
  return json({ partner, admin: who.is_admin, amounts: seesAmounts(who), room });
}

export async function action(args: ActionFunctionArgs) {
  const id = encodeURIComponent(args.params.id!);
  return submit(args, contactInput, async (api, value) => {
    const saved = await api.put(partnerDetail, `/factories/collaborators/${id}/contact`, value);
    const warning =
      saved.is_kept && value.registration_number && registrationWarning(value.registration_number);
    return flash(
      args,
      `/setting/collaborator/${id}`,
      warning ? `保存しました。${warning}。` : `「${saved.name}」を保存しました。`,
      warning ? "info" : "success",
    );
  });
}

export default function Partner() {
  const { partner, admin, amounts, room } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const {
    contact: { version, ...contact },
    facts,
  } = partner;
  const at = `/setting/collaborator/${encodeURIComponent(partner.id)}`;
  const own = {
    kana: contact.kana ?? facts.kana,
    tel: contact.tel ?? facts.tel,
    email: contact.email ?? facts.email,
  };
  const kept = partner.is_kept ? { ...facts, name: partner.name, ...own } : {};
  const acts = admin ? Object.entries(PARTNER_ACTS).filter(([, act]) => act.offered(partner)) : [];
  return (
    <div className="grid gap-4">
      <PartnerHead partner={partner} part="" />
      <nav aria-label="この会社について" className="flex flex-wrap gap-3">
        <LinkButton href={`/setting/product?buyer_id=${encodeURIComponent(partner.id)}`}>
          商品 {partner.num_products}件
        </LinkButton>
        <LinkButton href={`/task/list?buyer_id=${encodeURIComponent(partner.id)}`}>
          進行中のカード {partner.num_cards}枚
        </LinkButton>
        {partner.state === "stopped" ? null : (
          <LinkButton href={`/chat/${encodeURIComponent(room)}`}>チャット</LinkButton>
        )}
        <LinkButton href={`/setting/collaborator/label?ids=${encodeURIComponent(partner.id)}`}>
          宛名ラベル
        </LinkButton>
      </nav>
      {amounts && partner.balance !== null && partner.kind !== "seller" ? (
        <Facts facts={[{ label: "売掛残", value: `${partner.balance.toLocaleString("en-US")}円` }]} />
      ) : null}
      {admin ? (
        <SchemaForm
          id="contact"
          enter={POSTAL_ENTER}
          schema={contactInput}
          reply={reply}
          version={version}
          values={{ ...contact, ...kept }}
          submit="保存"
          cancel="/setting/collaborator"
          pair
          action={at}
        >
          <ContactFields partner={partner} />
        </SchemaForm>
      ) : (
        <section className="grid gap-3 rounded border border-line bg-surface p-4">
          <h2>連絡先</h2>
          <Facts
            facts={[
              { label: "コード", value: partner.code },
              { label: "担当者", value: partner.person },
              { label: "TEL", value: partner.tel },
              { label: "メール", value: partner.email },
              { label: "メモ", value: contact.note },
            ]}
          />
          <h2>会社</h2>
          <CompanyFacts partner={partner} />
          <p className="text-note text-muted">変更は管理者だけができます。</p>
        </section>
      )}
      {acts.length > 0 ? (
        <section className="grid gap-3 rounded border border-line bg-surface p-4">
          <h2>取引と利用</h2>
          <p className="flex flex-wrap gap-3">
            {acts.map(([name, act]) => (
              <LinkButton key={name} tone={act.danger ? "danger" : undefined} href={`${at}/${name}`}>
                {act.label}
              </LinkButton>
            ))}
          </p>
        </section>
      ) : null}
    </div>
  );
}
