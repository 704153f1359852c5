import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { workerChange, workerInput, workerRow, workers } from "~/lib/shop/worker.schema";
import { version } from "~/lib/text/text.schema";
import type { Api } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { json } from "~/lib/web/json.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { workerChoices } from "~/lib/web/worker.server";
import { WorkerFields } from "./WorkerFields";

type Params = Pick<LoaderFunctionArgs, "params">;
const isNew = ({ params }: Params) => params.key === "new";

export const meta = (args: Params & Parameters<ReturnType<typeof titled>>[0]) =>
  titled(isNew(args) ? "作業者の追加" : "作業者")(args);

async function find(api: Api, key: string | undefined) {
  const row = (await api.get(workers, "/workers", { all: true })).items.find(
    (one) => String(one.worker_id) === key,
  );
  if (!row) throw new Response(null, { status: 404 });
  return row;
}

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const choices = await workerChoices(api);
  return isNew(args)
    ? json({ row: null, idempotency_key: crypto.randomUUID(), ...choices })
    : json({ row: await find(api, args.params.key), idempotency_key: "", ...choices });
}

/** Adds or saves; the second button takes the person out of the choices, or back in. */
export async function action(args: ActionFunctionArgs) {
  if (isNew(args)) {
    return submit(args, workerInput, async (api, value, key) => {
      await api.post(workerRow, "/workers", value, key);
      return flash(args, "/setting/worker", `作業者「${value.name}」を追加しました。`);
    });
  }
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
  const { row, processes, people, ...first } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const path = `/setting/worker/${row?.worker_id ?? "new"}`;
  const values = row && {
    name: row.name,
    kana: row.kana ?? "",
    group_name: row.group_name ?? "",
    colour: row.colour ?? "",
    group_ids: row.group_ids.map(String),
    username: row.username ?? "",
  };
  return (
    <div className="grid max-w-[720px] gap-4">
      <h1>{row ? "作業者" : "作業者の追加"}</h1>
      <SchemaForm
        id="worker"
        schema={row ? workerChange : workerInput}
        reply={again?.reply}
        version={row?.version}
        idempotency_key={row ? undefined : (again?.idempotency_key ?? first.idempotency_key)}
        values={values ?? undefined}
        submit={row ? "保存" : "追加する"}
        cancel="/setting/worker"
        action={row ? path : undefined}
      >
        {row ? <input type="hidden" name="is_active" value={String(row.is_active)} /> : null}
        <WorkerFields has_pin={row?.has_pin} processes={processes} people={people} />
      </SchemaForm>
      {row ? (
        <section className="grid gap-2 border-t border-line pt-4">
          <p className="text-note text-muted">
            {row.is_active
              ? "無効にすると、作業者の選択に出なくなります。これまでの記録は残ります。"
              : "この作業者は無効です。"}
          </p>
          <div className="justify-self-start">
            <OneTap
              action={`${path}?active=1`}
              fields={{ version: row.version, is_active: String(!row.is_active) }}
              tone={row.is_active ? "danger" : undefined}
            >
              {row.is_active ? "無効にする" : "有効に戻す"}
            </OneTap>
          </div>
        </section>
      ) : null}
    </div>
  );
}
