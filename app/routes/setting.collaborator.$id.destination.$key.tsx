import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { POSTAL_ENTER } from "~/components/form/PostalField";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Facts } from "~/components/list/Facts";
import { DESTINATION_LABEL } from "~/lib/partner/destination.fields";
import { destinationChange, destinationRow, destinations } from "~/lib/partner/destination.schema";
import { version } from "~/lib/text/text.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PlaceFields } from "./setting.destination.$key/PlaceFields";

const FACTS = ["name", "postal_code", "address", "person", "tel", "hours", "note"] as const;

export const meta = titled("納入先");

const id = (args: Pick<LoaderFunctionArgs, "params">) => encodeURIComponent(args.params.id!);

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { items } = await api.get(destinations, `/factories/${id(args)}/destinations`);
  const row = items.find((one) => String(one.destination_id) === args.params.key);
  if (!row) throw new Response(null, { status: 404 });
  return json({
    row,
    at: `/setting/collaborator/${id(args)}/destination`,
    change: row.is_own && who.is_admin,
  });
}

/** Saves; the second button takes it out of the lists. */
export async function action(args: ActionFunctionArgs) {
  const path = `/factories/${id(args)}/destinations/${encodeURIComponent(args.params.key!)}`;
  const there = `/setting/collaborator/${id(args)}/destination`;
  if (!new URL(args.request.url).searchParams.has("stop")) {
    return submit(args, destinationChange, async (api, value) => {
      await api.put(destinationRow, path, value);
      return flash(args, there, `納入先「${value.name}」を保存しました。`);
    });
  }
  return submit(args, z.object({ version }), async (api, { version }) => {
    await api.delete(z.object({}), path, { version });
    return flash(args, there, "納入先を一覧から外しました。これまでの記録は変わりません。");
  });
}

export default function Place() {
  const {
    row: { version, is_own, ...row },
    at,
    change,
  } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const here = `${at}/${row.destination_id}`;
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>納入先</h1>
      {change ? (
        <>
          <SchemaForm
            id="destination"
            enter={POSTAL_ENTER}
            schema={destinationChange}
            reply={reply}
            version={version}
            values={row}
            submit="保存"
            cancel={at}
            action={here}
          >
            <PlaceFields help="置き場所や納入のしかたなど。自社だけに見えます。" />
          </SchemaForm>
          <div className="justify-self-start border-t border-line pt-4">
            <OneTap action={`${here}?stop=1`} fields={{ version }} tone="danger">
              一覧から外す
            </OneTap>
          </div>
        </>
      ) : (
        <section className="grid gap-3 rounded border border-line bg-surface p-4">
          <Facts facts={FACTS.map((field) => ({ label: DESTINATION_LABEL[field], value: row[field] }))} />
          <p className="text-note text-muted">
            {is_own
              ? "変更は管理者だけができます。"
              : "お相手の会社が登録した納入先です。変更はお相手に依頼してください。"}
            <a href={at}>納入先に戻る</a>
          </p>
        </section>
      )}
    </div>
  );
}
