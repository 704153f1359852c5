import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { z } from "zod";
import { deviceForm, deviceMade } from "~/lib/auth/push.schema";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("端末の通知");

const LIST = "/setting/self/notices";

export async function loader(args: LoaderFunctionArgs) {
  await enter(args);
  return json({});
}

/** What the browser's permission button sends (`auth_key`, `info`), or `remove`: a device of the list. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, deviceForm, async (api, { remove, ...sent }) => {
    if (remove !== undefined) {
      await api.delete(z.object({}), `/users/self/push_info/${remove}`);
      return flash(args, LIST, "この端末への通知をやめました。");
    }
    const user_agent = args.request.headers.get("User-Agent")?.slice(0, 400);
    const made = await api.put(deviceMade, "/users/self/push_info", { ...sent, user_agent });
    return args.request.headers.get("Accept")?.includes("json")
      ? json(made)
      : flash(args, LIST, "この端末で通知を受け取ります。");
  });
}

export default function Device() {
  const error = useActionData<{ reply?: Reply["reply"] }>()?.reply?.error;
  const refused = error && Object.values(error).flat()[0];
  return (
    <div className="grid gap-4">
      <h1>端末の通知</h1>
      {refused ? <p role="alert">この端末の通知を変更できませんでした。{refused}</p> : null}
      <p>
        <a href={LIST}>通知の設定</a>を開いて、お試しください。
      </p>
    </div>
  );
}
