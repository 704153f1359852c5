import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { takeSignOut } from "~/lib/web/signin.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("ログアウト");

export async function loader(args: LoaderFunctionArgs) {
  const { who } = await enter(args);
  return { name: who.name, email: who.email, back: who.is_admin ? "/setting" : "/setting/self" };
}

export async function action(args: ActionFunctionArgs) {
  return takeSignOut(args);
}

export default function Logout() {
  const { name, email, back } = useLoaderData<typeof loader>();
  return (
    <form method="post" data-plain className="grid max-w-[720px] gap-4">
      <h1>ログアウト</h1>
      <p>
        {name}さん（{email}）をログアウトします。この端末でもう一度使うには、パスワードが要ります。
      </p>
      <p data-rare data-unsent hidden className="rounded border border-warn bg-warn-soft p-3 text-warn">
        まだ送っていない読み取りが <b data-unsent-count>0</b>{" "}
        件あります。先に送ってください。ログアウトすると、送れなくなることがあります。
      </p>
      <p className="flex flex-wrap gap-3">
        <Button tone="primary">ログアウト</Button>
        <LinkButton tone="plain" href={back}>
          やめる
        </LinkButton>
      </p>
    </form>
  );
}
