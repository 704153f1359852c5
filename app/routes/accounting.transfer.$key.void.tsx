import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CancelDocument } from "~/components/paper/CancelDocument";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { formatDate } from "~/lib/time/date";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { fileVoiding, transferDetail } from "~/lib/transfer/file.schema";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("振込ファイルの取りやめ");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  return json({ doc: await api.get(transferDetail, `/transfers/${args.params.key}`) });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, fileVoiding, async (api, value, key) => {
    await api.post(z.object({}), `/transfers/${args.params.key}/void`, value, key);
    return flash(args, `${TRANSFERS}/${args.params.key}`, "振込ファイルを取りやめました。");
  });
}

export default function TransferVoid() {
  const { doc } = useLoaderData<typeof loader>();
  const sent = doc.num_takes > 0 ? "取得済みのファイルです。銀行に送っていないことを確かめてください。" : "";
  return (
    <CancelDocument
      title="振込ファイルの取りやめ"
      facts={[
        { label: "振込元", value: doc.account },
        { label: "振込指定日", value: formatDate(doc.pay_date) },
        { label: "件数", value: `${formatNumber(doc.num_rows)}件` },
        { label: "合計", value: formatYen(doc.total) },
      ]}
      doc={{
        version: doc.version,
        cannot_cancel: doc.voided_time === null ? null : "この振込ファイルは取りやめ済みです。",
      }}
      schema={fileVoiding}
      effect={`${sent}ファイルは取得できなくなり、入っていた支払は、ほかのファイルに入れられます。`}
      label="取りやめの理由"
      submit="振込ファイルを取りやめる"
      help="履歴に残ります"
      back={{ label: "振込ファイルに戻る", href: `${TRANSFERS}/${doc.key}` }}
      answer={useActionData<typeof action>()}
      idempotency_key={`void.transfer.${doc.key}.${doc.version}`}
    />
  );
}
