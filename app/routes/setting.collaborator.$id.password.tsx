import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ShownOnce, type ShownOnceAnswer } from "~/components/form/ShownOnce";
import { partnerDetail } from "~/lib/partner/partner.schema";
import { submit } from "~/lib/web/submit.server";
import { shownOnce } from "~/lib/web/temporary.password.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("仮パスワード");
export const headers = () => ({ "Cache-Control": "no-store" });

/** Where no mail is sent, who invited tells the temporary password: shown once, by a press. */
export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  const { id, name } = await api.get(
    partnerDetail,
    `/factories/collaborators/${encodeURIComponent(args.params.id!)}`,
  );
  if (!who.is_admin) throw new Response(null, { status: 403 });
  return json({ name: `${name}の管理者`, back: `/setting/collaborator/${encodeURIComponent(id)}` });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({}), (api) =>
    shownOnce(api, `/factories/collaborators/${encodeURIComponent(args.params.id!)}`),
  );
}

export default function TemporaryPassword() {
  return <ShownOnce {...useLoaderData<typeof loader>()} answer={useActionData<ShownOnceAnswer>()} />;
}
