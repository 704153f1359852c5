import { type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Button } from "~/components/form/Button";
import { takeSignOut } from "~/lib/web/signin.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("ログアウト");

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  return takeSignOut(args);
}

export default function Logout() {
  return (
    <form method="post" data-plain>
      <h1 className="mb-4">ログアウト</h1>
      <p className="mb-6">ログアウトしますか。</p>
      <Button tone="primary">ログアウト</Button>
    </form>
  );
}
