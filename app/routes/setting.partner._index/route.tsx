import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LinkButton } from "~/components/form/Button";
import { Alert } from "~/components/frame/Alert";
import { partnershipAnswered, partnershipForm, partnerships } from "~/lib/partner/partnership.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { Asking, Partners, SentRequests } from "./Partnerships";

export const meta = titled("取引先");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  return json({
    ...(await api.get(partnerships, "/partnerships")),
    is_seller: who.company_type === "seller",
  });
}

const SAID = {
  accept: "承認しました。取引を始められます。",
  decline: "断りました。",
  withdraw: "依頼を取り下げました。",
};

export async function action(args: ActionFunctionArgs) {
  return submit(args, partnershipForm, async (api, { key, act }, idempotency_key) => {
    const { company_name } = await api.post(
      partnershipAnswered,
      `/partnerships/${key}/${act}`,
      {},
      idempotency_key,
    );
    return flash(args, "/setting/partner", `「${company_name}」：${SAID[act]}`);
  });
}

const refused = z.object({
  reply: z.object({ error: z.record(z.string(), z.array(z.string()).nullish()).nullish() }),
});

export default function Partnership() {
  const { incoming, outgoing, partners, is_seller } = useLoaderData<typeof loader>();
  const problem = Object.values(refused.safeParse(useActionData()).data?.reply.error ?? {}).flat()[0];
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1>取引先</h1>
        {is_seller ? <LinkButton href="/setting/collaborator">依頼元一覧</LinkButton> : null}
      </header>
      <Alert>{problem}</Alert>
      <Asking rows={incoming} />
      <SentRequests rows={outgoing} is_seller={is_seller} />
      <Partners rows={partners} />
    </div>
  );
}
