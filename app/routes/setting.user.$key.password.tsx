import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ShownOnce, type ShownOnceAnswer } from "~/components/form/ShownOnce";
import { memberRow } from "~/lib/auth/member.schema";
import { submit } from "~/lib/web/submit.server";
import { shownOnce } from "~/lib/web/temporary.password.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("仮パスワード");
export const headers = () => ({ "Cache-Control": "no-store" });

/** Where no mail is sent, who invited tells the temporary password: shown once, by a press. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { id, name } = await api.get(memberRow, `/users/${args.params.key}`);
  return json({ name: `${name}さん`, back: `/setting/user/${id}` });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({}), (api) => shownOnce(api, `/users/${args.params.key}`));
}

export default function TemporaryPassword() {
  return <ShownOnce {...useLoaderData<typeof loader>()} answer={useActionData<ShownOnceAnswer>()} />;
}
