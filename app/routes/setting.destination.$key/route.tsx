import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import {
  destinationChange,
  destinationInput,
  destinationRow,
  destinations,
} from "~/lib/partner/destination.schema";
import { version } from "~/lib/text/text.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PlaceFields } from "./PlaceFields";

type Params = Pick<LoaderFunctionArgs, "params">;
const isNew = ({ params }: Params) => params.key === "new";

export const meta = (args: Params & Parameters<ReturnType<typeof titled>>[0]) =>
  titled(isNew(args) ? "納入先の追加" : "納入先")(args);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  if (isNew(args)) return json({ row: null, idempotency_key: crypto.randomUUID() });
  const { items } = await api.get(destinations, `/factories/${who.company_id}/destinations`);
  const row = items.find((one) => String(one.destination_id) === args.params.key);
  if (!row) throw new Response(null, { status: 404 });
  return json({ row, idempotency_key: "" });
}

/** Adds or saves; the second button takes it out of the lists. */
export async function action(args: ActionFunctionArgs) {
  if (isNew(args)) {
    return submit(args, destinationInput, async (api, value, key, { who }) => {
      await api.post(z.object({}), `/factories/${who.company_id}/destinations`, value, key);
      return flash(args, "/setting/destination", `納入先「${value.name}」を追加しました。`);
    });
  }
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
  const { row, ...first } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const { version: drawn, ...values } = row ?? {};
  const path = `/setting/destination/${row?.destination_id ?? "new"}`;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>{row ? "納入先" : "納入先の追加"}</h1>
      <SchemaForm
        id="destination"
        enter={POSTAL_ENTER}
        schema={row ? destinationChange : destinationInput}
        reply={again?.reply}
        version={drawn}
        idempotency_key={row ? undefined : (again?.idempotency_key ?? first.idempotency_key)}
        values={row ? values : undefined}
        submit={row ? "保存" : "追加する"}
        cancel="/setting/destination"
        action={row ? path : undefined}
      >
        <PlaceFields />
      </SchemaForm>
      {row ? (
        <section className="grid gap-2 border-t border-line pt-4">
          <p className="text-note text-muted">
            使わなくなった納入先は一覧から外せます。これまでの依頼書や納品書の記載は残ります。
          </p>
          <div className="justify-self-start">
            <OneTap action={`${path}?stop=1`} fields={{ version: row.version }} tone="danger">
              一覧から外す
            </OneTap>
          </div>
        </section>
      ) : null}
    </div>
  );
}
