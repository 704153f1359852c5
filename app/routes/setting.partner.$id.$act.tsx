import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SchemaForm } from "~/components/form/SchemaForm";
import { PARTNERSHIP_ACTS } from "~/lib/partner/partnership";
import { partnerships } from "~/lib/partner/partnership.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { actTitled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = actTitled("取引先");

const actOf = (name: string | undefined) => (name === "end" || name === "resume" ? name : null);

/** Ending a partnership, or taking it up again, is asked once more. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const act = actOf(args.params.act);
  const { partners } = await api.get(partnerships, "/partnerships");
  const partner = partners.find(
    ({ id, is_active, may_resume }) => id === args.params.id && (act === "end" ? is_active : may_resume),
  );
  if (!act || !partner) throw new Response(null, { status: 404 });
  const { label, danger, question } = PARTNERSHIP_ACTS[act];
  return json({
    name: partner.name,
    label,
    danger,
    question: question(partner.name),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  const path = `/factories/collaborators/${encodeURIComponent(args.params.id!)}`;
  const act = actOf(args.params.act);
  return submit(args, z.object({}), async (api, _, key) => {
    if (!act) throw new Response(null, { status: 404 });
    if (act === "end") await api.delete(z.object({}), path);
    else await api.post(z.unknown(), `${path}/resume`, {}, key);
    return flash(
      args,
      "/setting/partner",
      act === "end" ? "取引を終了しました。交わした書類は残ります。" : "取引を再開しました。",
    );
  });
}

export default function Act() {
  const { name, label, danger, question, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>
        {name}：{label}
      </h1>
      <SchemaForm
        id="act"
        schema={z.object({})}
        answer={again}
        idempotency_key={idempotency_key}
        submit={`${label}する`}
        tone={danger ? "danger" : undefined}
        cancel="/setting/partner"
      >
        <p>{question}</p>
      </SchemaForm>
    </div>
  );
}
