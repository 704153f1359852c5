import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FileField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { FactPanel } from "~/components/list/Facts";
import { fileRow } from "~/lib/file/file.schema";
import { formatYen } from "~/lib/money/decimal";
import { billDetail, billFiling } from "~/lib/payable/bill.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import { formatDate } from "~/lib/time/date";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PAPER_FILES } from "./shared/paper.files";

export const meta = titled("原本を載せる");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(billDetail, `/payables/bills/${args.params.key}`);
  return json({ doc, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, billFiling, async (api, _, given) => {
    const files = filesForm(await formOf(args));
    const made = await api.upload(fileRow.array(), `/payables/bills/${key}/files`, files, given);
    return flash(args, `${PAYABLE}/bill/${key}`, `原本を${made.length}件載せました。`);
  });
}

export default function BillFile() {
  const { doc, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = { label: "計上に戻る", href: `${PAYABLE}/bill/${doc.key}` };
  return (
    <section className="grid max-w-[720px] gap-4">
      <h1>原本を載せる</h1>
      <FactPanel
        facts={[
          { label: "支払先", value: doc.partner_name },
          { label: "請求書番号", value: doc.number },
          { label: "請求日", value: formatDate(doc.bill_date) },
          { label: "金額（税込）", value: formatYen(doc.total) },
          { label: "原本", value: doc.files.map(({ name }) => name).join("、") },
        ]}
      />
      {doc.cancelled_time === null ? (
        <SchemaForm
          id="file"
          schema={billFiling}
          answer={answer}
          submit="載せる"
          cancel={back.href}
          upload
          idempotency_key={idempotency_key}
        >
          <FileField
            name="files"
            label="原本のファイル"
            empty="ファイルを選択してください"
            {...PAPER_FILES}
          />
        </SchemaForm>
      ) : (
        <Empty text="この計上は取り消されています。" action={back} />
      )}
    </section>
  );
}
