import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { enter } from "~/lib/web/visit.server";

const LIST = "/setting/self/notices";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return redirect(LIST);
}

/** 試しに送る: to one's own browsers. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, z.object({}), async (api, _, key) => {
    await api.post(z.object({}), "/notices/test", {}, key);
    return flash(
      args,
      LIST,
      "送りました。数秒で届かないときは、ブラウザーとパソコンの通知の設定を確かめてください。",
    );
  });
}
