import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SchemaForm } from "~/components/form/SchemaForm";
import { workerInput, workerRow } from "~/lib/shop/worker.schema";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { workerChoices } from "~/lib/web/worker.server";
import { WorkerFields } from "./setting.worker.$key/WorkerFields";

export const meta = titled("作業者の追加");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ idempotency_key: crypto.randomUUID(), ...(await workerChoices(api)) });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, workerInput, async (api, value, key) => {
    await api.post(workerRow, "/workers", value, key);
    return flash(args, "/setting/worker", `作業者「${value.name}」を追加しました。`);
  });
}

export default function NewWorker() {
  const first = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  return (
    <div className="grid gap-4">
      <h1>作業者の追加</h1>
      <SchemaForm
        id="worker"
        schema={workerInput}
        reply={again?.reply}
        idempotency_key={again?.idempotency_key ?? first.idempotency_key}
        submit="追加する"
        cancel="/setting/worker"
      >
        <WorkerFields processes={first.processes} people={first.people} />
      </SchemaForm>
    </div>
  );
}
