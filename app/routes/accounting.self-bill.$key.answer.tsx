import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RadioField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { formatYen } from "~/lib/money/decimal";
import { selfBillAnswer, selfBillChanged, selfBillDetail } from "~/lib/selfbill/selfbill.schema";
import { formatDate } from "~/lib/time/date";
import { SELF_BILLS } from "~/lib/vocabulary/selfbill";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("支払通知書の確認");

/** ?agreed=no begins with 相違がある. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(selfBillDetail, `/self-bills/${args.params.key}`);
  if (doc.is_payer) throw new Response(null, { status: 403 });
  const agreed = new URL(args.request.url).searchParams.get("agreed") === "no" ? "no" : "yes";
  return json({ doc, agreed, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, selfBillAnswer, async (api, value, idempotency_key) => {
    await api.post(selfBillChanged, `/self-bills/${key}/answer`, value, idempotency_key);
    const done = value.agreed === "yes" ? "確認済みにしました。" : "相違を連絡しました。";
    return flash(args, `${SELF_BILLS}/${key}`, done);
  });
}

export default function SelfBillAnswer() {
  const { doc, agreed, idempotency_key } = useLoaderData<typeof loader>();
  const at = `${SELF_BILLS}/${doc.key}`;
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-1">
        <h1>支払通知書 {doc.number} の確認</h1>
        <p>
          {doc.buyer.name}・支払期日 {formatDate(doc.due_date)}・金額（税込） <b>{formatYen(doc.total)}</b>
        </p>
      </header>
      {doc.may_answer ? null : (
        <Empty
          text={`回答はできません（${doc.confirmation}）。`}
          action={{ label: "支払通知書に戻る", href: at }}
        />
      )}
      <SchemaForm
        id="answer"
        action={`${at}/answer`}
        schema={selfBillAnswer}
        answer={useActionData<typeof action>()}
        version={doc.version}
        idempotency_key={idempotency_key}
        submit="送る"
        cancel={at}
        values={{ agreed }}
      >
        <FieldSet legend="記載内容の確認">
          <RadioField
            name="agreed"
            label="回答"
            options={[
              { value: "yes", label: "確認する（記載内容のとおり）" },
              { value: "no", label: "相違がある" },
            ]}
          />
          <TextArea
            name="reason"
            label="相違の内容"
            optional
            rows={3}
            help="相違があるときに入力します。チャットにも送られるので、金額は下の欄に入力してください。"
          />
        </FieldSet>
        <FieldSet legend="明細ごとの正しい金額（税抜・違う行だけ）">
          {doc.lines.map((line, row) => (
            <div key={line.line_no}>
              <input type="hidden" name={`lines[${row}].line_no`} value={line.line_no} />
              <YenField
                name={`lines[${row}].amount`}
                label={`${line.line_no} ${line.name}（記載 ${formatYen(line.price)}）`}
                optional
              />
            </div>
          ))}
        </FieldSet>
      </SchemaForm>
    </div>
  );
}
