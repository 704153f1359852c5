import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { workerChange, workerRow, workers } from "~/lib/shop/worker.schema";
import { version } from "~/lib/text/text.schema";
import type { Api } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { workerChoices } from "~/lib/web/worker.server";
import { WorkerFields } from "./WorkerFields";

export const meta = titled("作業者");

async function find(api: Api, key: string | undefined) {
  const row = (await api.get(workers, "/workers", { all: true })).items.find(
    (one) => String(one.worker_id) === key,
  );
  if (!row) throw new Response(null, { status: 404 });
  return row;
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ row: await find(api, args.params.key), ...(await workerChoices(api)) });
}

/** Saves; the second button takes the person out of the choices, or back in. */
export async function action(args: ActionFunctionArgs) {
  const path = `/workers/${args.params.key}`;
  if (!new URL(args.request.url).searchParams.has("active")) {
    return submit(args, workerChange, async (api, value) => {
      await api.put(workerRow, path, value);
      return flash(args, "/setting/worker", `作業者「${value.name}」を保存しました。`);
    });
  }
  return submit(args, z.object({ version, is_active: z.enum(["true", "false"]) }), async (api, value) => {
    const row = await api.put(workerRow, path, { ...(await find(api, args.params.key)), ...value });
    return flash(
      args,
      "/setting/worker",
      `作業者「${row.name}」を${row.is_active ? "有効にしました" : "無効にしました。これまでの記録は残ります"}。`,
    );
  });
}

export default function Worker() {
  const {
    row: { version, has_pin, is_active, ...row },
    processes,
    people,
  } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>()?.reply;
  const path = `/setting/worker/${row.worker_id}`;
  const values = {
    name: row.name,
    kana: row.kana ?? "",
    group_name: row.group_name ?? "",
    colour: row.colour ?? "",
    group_ids: row.group_ids.map(String),
    username: row.username ?? "",
  };
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>作業者</h1>
      <SchemaForm
        id="worker"
        schema={workerChange}
        reply={reply}
        version={version}
        values={values}
        submit="保存"
        cancel="/setting/worker"
        action={path}
      >
        <input type="hidden" name="is_active" value={String(is_active)} />
        <WorkerFields has_pin={has_pin} processes={processes} people={people} />
      </SchemaForm>
      <section className="grid gap-2 border-t border-line pt-4">
        <p className="text-note text-muted">
          {is_active
            ? "無効にすると、作業者の選択に出なくなります。これまでの記録は残ります。"
            : "この作業者は無効です。"}
        </p>
        <div className="justify-self-start">
          <OneTap
            action={`${path}?active=1`}
            fields={{ version, is_active: String(!is_active) }}
            tone={is_active ? "danger" : undefined}
          >
            {is_active ? "無効にする" : "有効に戻す"}
          </OneTap>
        </div>
      </section>
    </div>
  );
}
