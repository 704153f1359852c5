import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PICTURES, type Picture, pictureForm } from "~/lib/company/print.schema";
import { factorySelf } from "~/lib/vocabulary/factory.schema";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PictureForm } from "./setting.paper._index/PictureForm";

export const meta = titled("帳票の画像");

function wanted(which: string | undefined): Picture {
  if (which !== undefined && Object.hasOwn(PICTURES, which)) return which as Picture;
  throw new Response(null, { status: 404 });
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const which = wanted(args.params.which);
  const { [which]: file } = await api.get(factorySelf, "/factories/self");
  return json({ which, file, idempotency_key: crypto.randomUUID() });
}

/** Another picture, or (`remove`) none from now on. */
export async function action(args: ActionFunctionArgs) {
  return submit(args, pictureForm, async (api, _value, key) => {
    const which = wanted(args.params.which);
    const form = await formOf(args);
    if (form.has("remove")) {
      await api.delete(factorySelf, `/factories/self/${which}`);
      return flash(args, "/setting/paper", `${PICTURES[which]}を外しました。`);
    }
    await api.upload(factorySelf, `/factories/self/${which}`, filesForm(form), key);
    return flash(
      args,
      "/setting/paper",
      `${PICTURES[which]}を保存しました。これから発行する書類に印字します。`,
    );
  });
}

export default function OnePicture() {
  const first = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>帳票の画像</h1>
      <PictureForm
        which={first.which}
        file={first.file}
        idempotency_key={again?.idempotency_key ?? first.idempotency_key}
        reply={again?.reply}
      />
      <p>
        <a href="/setting/paper">帳票へ戻る</a>
      </p>
    </div>
  );
}
