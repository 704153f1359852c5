import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { destinationInput } from "~/lib/partner/destination.schema";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PlaceFields } from "./setting.destination.$key/PlaceFields";

export const meta = titled("納入先の追加");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { id, name } = await api.get(
    partnerDetail,
    `/factories/collaborators/${encodeURIComponent(args.params.id!)}`,
  );
  return json({ id, name, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const id = encodeURIComponent(args.params.id!);
  return submit(args, destinationInput, async (api, value, key) => {
    await api.post(z.object({}), `/factories/${id}/destinations`, value, key);
    return flash(args, `/setting/collaborator/${id}/destination`, `納入先「${value.name}」を追加しました。`);
  });
}

export default function NewPlace() {
  const first = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>{first.name}の納入先の追加</h1>
      <SchemaForm
        id="destination"
        enter={POSTAL_ENTER}
        schema={destinationInput}
        reply={again?.reply}
        idempotency_key={again?.idempotency_key ?? first.idempotency_key}
        submit="追加する"
        cancel={`/setting/collaborator/${encodeURIComponent(first.id)}/destination`}
      >
        <PlaceFields help="置き場所や納入のしかたなど。自社だけに見えます。" />
      </SchemaForm>
    </div>
  );
}
