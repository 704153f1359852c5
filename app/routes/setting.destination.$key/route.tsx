import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { destinationChange, destinationRow, destinations } from "~/lib/partner/destination.schema";
import { version } from "~/lib/text/text.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PlaceFields } from "./PlaceFields";

export const meta = titled("納入先");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(destinations, `/factories/${who.company_id}/destinations`);
  const row = items.find((one) => String(one.destination_id) === args.params.key);
  if (!row) throw new Response(null, { status: 404 });
  return json(row);
}

/** Saves; the second button takes it out of the lists. */
export async function action(args: ActionFunctionArgs) {
  const stops = new URL(args.request.url).searchParams.has("stop");
  if (!stops) {
    return submit(args, destinationChange, async (api, value, _key, { who }) => {
      await api.put(destinationRow, `/factories/${who.company_id}/destinations/${args.params.key}`, value);
      return flash(args, "/setting/destination", `納入先「${value.name}」を保存しました。`);
    });
  }
  return submit(args, z.object({ version }), async (api, { version }, _key, { who }) => {
    await api.delete(z.object({}), `/factories/${who.company_id}/destinations/${args.params.key}`, {
      version,
    });
    return flash(
      args,
      "/setting/destination",
      "納入先を一覧から外しました。これまでの依頼書の記載は変わりません。",
    );
  });
}

export default function Destination() {
  const { version, ...row } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>納入先</h1>
      <SchemaForm
        id="destination"
        enter={POSTAL_ENTER}
        schema={destinationChange}
        reply={reply}
        version={version}
        values={row}
        submit="保存"
        cancel="/setting/destination"
        action={`/setting/destination/${row.destination_id}`}
      >
        <PlaceFields />
      </SchemaForm>
      <section className="grid gap-2 border-t border-line pt-4">
        <p className="text-note text-muted">
          使わなくなった納入先は一覧から外せます。これまでの依頼書や納品書の記載は残ります。
        </p>
        <div className="justify-self-start">
          <OneTap
            action={`/setting/destination/${row.destination_id}?stop=1`}
            fields={{ version }}
            tone="danger"
          >
            一覧から外す
          </OneTap>
        </div>
      </section>
    </div>
  );
}
