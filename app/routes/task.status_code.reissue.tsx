import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { kindIn } from "~/lib/code/code.list";
import { codeRow, reissued, reissuing } from "~/lib/code/code.schema";
import { pageOf } from "~/lib/list/list.schema";
import { KIND_LABEL } from "~/lib/vocabulary/scan";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("コードの再発行");

export async function loader(args: LoaderFunctionArgs) {
  const { api, who } = await enter(args);
  if (!who.is_admin) throw new Response(null, { status: 403 });
  const { searchParams } = new URL(args.request.url);
  const kind = kindIn(searchParams);
  const keys = searchParams.getAll("ids");
  if (keys.length === 0) return redirect(`/task/status_code?kind=${kind}`);
  const { items } = await api.get(pageOf(codeRow), "/codes", { kind, keys });
  return json({ kind, rows: items, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, reissuing, async (api, value, key) => {
    const { num_changed } = await api.post(reissued, "/codes/reissue", value, key);
    return flash(
      args,
      `/task/status_code?kind=${value.kind}`,
      `${num_changed}件のコードを再発行しました。新しい用紙を印刷してください。`,
    );
  });
}

export default function Reissue() {
  const { kind, rows, idempotency_key } = useLoaderData<typeof loader>();
  const problem = Object.values(useActionData<typeof action>()?.reply.error ?? {}).flat()[0] as
    | string
    | undefined;
  return (
    <section className="grid max-w-[720px] gap-4">
      <p className="text-note">
        <a href={`/task/status_code?kind=${kind}`}>工程QRコード一覧</a>
      </p>
      <h1>コードの再発行</h1>
      {problem && (
        <p
          role="alert"
          data-summary
          tabIndex={-1}
          className="rounded border border-bad bg-bad-soft px-4 py-3 text-bad"
        >
          {problem}
        </p>
      )}
      <p>
        次の{KIND_LABEL[kind]}のコードを新しくします。
        <b className="text-bad">いま貼ってある用紙は読み取れなくなります。</b>
        再発行したら、新しい用紙を印刷して貼り替えてください。
      </p>
      <ul className="divided rounded border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.key} className="flex flex-wrap gap-x-4 px-4 py-2">
            <b>{row.name}</b>
            <span className="text-muted">{row.note}</span>
          </li>
        ))}
      </ul>
      <form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="idempotency_key" value={idempotency_key} />
        <input type="hidden" name="kind" value={kind} />
        {rows.map((row) => (
          <input key={row.key} type="hidden" name="keys" value={row.key} />
        ))}
        <Button tone="danger">{rows.length}件を再発行する</Button>
        <LinkButton href={`/task/status_code?kind=${kind}`}>やめる</LinkButton>
      </form>
    </section>
  );
}
