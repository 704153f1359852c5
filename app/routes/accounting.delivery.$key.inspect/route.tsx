import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField } from "~/components/form/fields";
import { OneTap } from "~/components/form/OneTap";
import { SchemaForm } from "~/components/form/SchemaForm";
import { changed } from "~/lib/accounting/document.schema";
import { dueText } from "~/lib/accounting/inspection";
import { inspecting, inspectionSheet } from "~/lib/accounting/inspection.schema";
import { formatDate, today } from "~/lib/time/date";
import { withPhotos } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { LineFields } from "./LineFields";

export const meta = titledOf<{ sheet: { number: string } }>("検収", ({ sheet }) => sheet.number);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const sheet = await api.get(inspectionSheet, `/deliveries/${args.params.key}/inspection`);
  return json({ sheet, today: today(), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  const { key } = args.params;
  return submit(args, inspecting, async (api, value, idempotency_key) => {
    const form = withPhotos(await formOf(args), value);
    const path = `/deliveries/${key}/inspect`;
    await (form
      ? api.upload(changed, path, form, idempotency_key)
      : api.post(changed, path, value, idempotency_key));
    return flash(args, `/accounting/delivery/${key}#inspection`, "検収を登録しました。");
  });
}

/** For the receiving bay: one tap accepts all, the rest stands below. */
export default function Inspect() {
  const { sheet, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData<typeof action>();
  const at = `/accounting/delivery/${sheet.key}`;
  const waiting = sheet.lines.filter((line) => line.state === "pending");
  const due = waiting.map(dueText).find(Boolean);
  return (
    <div className="grid max-w-[720px] gap-4">
      <header className="grid gap-1">
        <h1>検収 {sheet.number}</h1>
        <p className="text-muted">
          {sheet.partner_name}・納品日 {formatDate(sheet.delivery_date)}
        </p>
        {due ? <p className="text-note text-warn">{due}。</p> : null}
      </header>
      {sheet.may_inspect ? (
        <>
          <OneTap
            action={`${at}/inspect`}
            fields={{ rest: "on", version: sheet.version, idempotency_key: `all.${idempotency_key}` }}
            look="scan-button scan-first"
          >
            全部合格にする（{waiting.length}明細）
          </OneTap>
          <SchemaForm
            id="inspect"
            schema={inspecting}
            answer={again}
            version={sheet.version}
            idempotency_key={idempotency_key}
            upload
            submit="数を入れて検収する"
            tone="secondary"
            cancel={at}
            values={{
              received_date: sheet.delivery_date < day ? sheet.delivery_date : day,
              inspected_date: day,
            }}
          >
            <p className="text-note text-muted">
              合格を空欄にすると、不合格を除いた残り全部が合格になります。写真は明細ごとに、その場で撮ってつけられます。
              単価の違いは<a href={`${at}/difference`}>差異を連絡</a>から。
            </p>
            {waiting.map((line, index) => (
              <LineFields key={line.line_no} line={line} index={index} />
            ))}
            <FieldSet legend="日付" columns={2}>
              <DateField name="received_date" label="受領日" optional />
              <DateField name="inspected_date" label="検収日" optional />
            </FieldSet>
          </SchemaForm>
        </>
      ) : (
        <>
          <p>
            {again?.reply.error?.[""]?.[0] ??
              (waiting.length > 0 ? "検収は、納品を受けた会社が行います。" : "検収待ちの明細はありません。")}
          </p>
          <p>
            <LinkButton href={at}>納品書を開く</LinkButton>
          </p>
        </>
      )}
    </div>
  );
}
