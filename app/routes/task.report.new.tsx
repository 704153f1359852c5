import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { CheckField } from "~/components/form/choices";
import { HiddenField, TextArea } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { cannotSend } from "~/lib/defect/report";
import { REPORTS, reportDetail, reportMade, reportNew } from "~/lib/defect/report.schema";
import { namedDefects } from "~/lib/task/treat.schema";
import { flash } from "~/lib/web/flash.server";
import { backTo } from "~/lib/web/return-to";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { DefectTable } from "./shared/defect.table";

export const meta = titled("不良報告書を送る");

/** ?rows= the defects, ?corrects= the version that this one takes the place of. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { searchParams } = new URL(args.request.url);
  const rows = searchParams.getAll("rows").join(" ");
  if (!rows) return redirect(REPORTS);
  const corrects = searchParams.get("corrects");
  const [{ items }, before] = await Promise.all([
    api.get(namedDefects, "/defects", { rows }),
    corrects ? api.get(reportDetail, `/reports/${encodeURIComponent(corrects)}`) : null,
  ]);
  return json({
    items,
    before,
    back: backTo(args.request, REPORTS),
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, reportNew, async (api, value, key) => {
    const rows = value.rows.map((row) => `${row.is_work ? "w" : "d"}${row.key}:${row.num}`).join(" ");
    const made = await api.post(reportMade, "/reports", { ...value, rows }, key);
    return flash(args, `${REPORTS}/${made.key}`, "不良報告書を送りました。依頼元の回答を待っています。");
  });
}

export default function NewReport() {
  const { items, before, back, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const rows = items.map(({ tick }) => tick).join(" ");
  const [first] = items;
  const problem = cannotSend(items);
  if (problem && !again)
    return (
      <div className="grid gap-4">
        <h1>不良報告書を送る</h1>
        <DefectTable items={items} title="選んだ不良" />
        <p className="font-bold text-bad">{problem}</p>
        <p>
          <LinkButton href={back}>選び直す</LinkButton>
        </p>
      </div>
    );
  return (
    <div className="grid gap-4">
      <h1>{before ? `不良報告書 ${before.number} 第${before.version + 1}版を送る` : "不良報告書を送る"}</h1>
      <DefectTable items={items} title="報告する不良" />
      <SchemaForm
        id="report"
        schema={reportNew}
        answer={again}
        idempotency_key={idempotency_key}
        submit={`${first?.buyer_name ?? "依頼元"}へ送る`}
        cancel={back}
        values={{ rows, photos: "on", cause: before?.cause ?? "", words: before?.words ?? "" }}
      >
        <HiddenField name="rows" value={rows} />
        {before ? <HiddenField name="corrects" value={String(before.key)} /> : null}
        <TextArea name="cause" label="原因" optional rows={3} />
        <TextArea name="words" label="対策・連絡" optional rows={3} />
        <CheckField
          name="photos"
          label="不良の写真を付ける"
          help="付けた写真は、依頼元にも見えるようになります。社内のみの写真は付きません。"
        />
        <p>
          送った内容は変えられません（直すときは新しい版を送ります）。依頼元が特採・手直し・再製作・廃棄のどれかを回答すると、その処置がカードに入ります。
        </p>
      </SchemaForm>
    </div>
  );
}
