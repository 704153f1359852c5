import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { destinationInput } from "~/lib/partner/destination.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PlaceFields } from "./setting.destination.$key/PlaceFields";

export const meta = titled("納入先の追加");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({ idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, destinationInput, async (api, value, key, { who }) => {
    await api.post(z.object({}), `/factories/${who.company_id}/destinations`, value, key);
    return flash(args, "/setting/destination", `納入先「${value.name}」を追加しました。`);
  });
}

export default function NewDestination() {
  const first = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid gap-4">
      <h1>納入先の追加</h1>
      <SchemaForm
        id="destination"
        enter={POSTAL_ENTER}
        schema={destinationInput}
        reply={again?.reply}
        idempotency_key={again?.idempotency_key ?? first.idempotency_key}
        submit="追加する"
        cancel="/setting/destination"
      >
        <PlaceFields />
      </SchemaForm>
    </div>
  );
}
