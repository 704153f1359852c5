import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AskedField, RadioField, SelectField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, FileField, TextField, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { fileRow } from "~/lib/file/file.schema";
import { collaborators } from "~/lib/partner/collaborator.schema";
import { billMade, billNew } from "~/lib/payable/bill.schema";
import { PAYABLE } from "~/lib/payable/debt.list";
import {
  BILL_KIND_LABEL,
  BILL_KINDS,
  EXPENSE_ACCOUNT_LABEL,
  EXPENSE_ACCOUNTS,
} from "~/lib/vocabulary/payable";
import { filesForm } from "~/lib/web/file.server";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter, formOf } from "~/lib/web/visit.server";
import { PayableTabs } from "./shared/payable.tabs";

export const meta = titled("請求書・経費の計上");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const { items } = await api.get(collaborators, "/factories/collaborators", { side: "seller" });
  const query = new URL(args.request.url).searchParams;
  const [asked, late_debt] = [query.get("partner_id") ?? "", query.get("late_debt") ?? ""];
  const late = { kind: "expense", account: "interest", late_debt, base_0: query.get("base_0") ?? "" };
  return json({
    partners: items.map(({ id, name }) => ({ value: id, label: name })),
    partner_id: items.some(({ id }) => id === asked) ? asked : "",
    first: late_debt ? late : { kind: "invoice" },
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, billNew, async (api, value, key) => {
    const made = await api.post(billMade, "/payables/bills", value, key);
    const files = filesForm(await formOf(args));
    if (files.has("files")) {
      const path = `/payables/bills/${made.key}/files`;
      await api.upload(fileRow.array(), path, files, `${key.slice(0, 190)}.files`);
    }
    const tone = made.notes.length > 0 ? "info" : "success";
    return flash(args, `${PAYABLE}/bill/${made.key}`, ["計上しました。", ...made.notes].join(""), tone);
  });
}

const KINDS = BILL_KINDS.map((value) => ({ value, label: BILL_KIND_LABEL[value] }));
const ACCOUNTS = EXPENSE_ACCOUNTS.map((value) => ({ value, label: EXPENSE_ACCOUNT_LABEL[value] }));
const ACCEPT = ".pdf,.jpg,.jpeg,.png,.webp";

export default function BillNewPage() {
  const { partners, partner_id, first, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>請求書・経費の計上</h1>
      <PayableTabs current={`${PAYABLE}/bill`} />
      {partners.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text="支払先がまだありません。依頼元一覧で、区分を協力会社にして登録してください。"
            action={{ label: "依頼元を追加", href: "/setting/collaborator/new" }}
          />
        </div>
      ) : (
        <SchemaForm
          id="bill"
          schema={billNew}
          reply={answer?.reply}
          values={{ partner_id, ...first }}
          submit="計上する"
          cancel={`${PAYABLE}/due`}
          upload
          idempotency_key={answer?.idempotency_key ?? idempotency_key}
        >
          <FieldSet legend="請求書" columns={2}>
            <SelectField name="partner_id" label="支払先" options={partners} />
            <RadioField name="kind" label="種類" options={KINDS} />
            <TextField
              name="number"
              label="請求書番号"
              optional
              width="medium"
              help="経費では空欄でもかまいません"
            />
            <SelectField name="account" label="科目" options={ACCOUNTS} />
            <DateField name="bill_date" label="請求日" />
            <DateField
              name="received_date"
              label="受領日"
              optional
              help="品物を受け取った日（取適法の60日は、この日から）。空欄は請求日"
            />
            <DateField
              name="due_date"
              label="支払期日"
              optional
              lean="coming"
              help="空欄は支払条件から計算します"
            />
            <TextField
              name="registration_number"
              label="登録番号"
              optional
              width="medium"
              help="空欄は免税事業者として、経過措置の割合で控除します"
            />
          </FieldSet>
          <FieldSet legend="金額" columns={2}>
            <YenField name="base_10" label="10%対象（税抜）" optional />
            <YenField name="tax_10" label="消費税（10%）" optional help="空欄は計算します" />
            <YenField name="base_8" label="8%対象（税抜）" optional />
            <YenField name="tax_8" label="消費税（8%）" optional help="空欄は計算します" />
            <YenField name="base_0" label="対象外" optional />
          </FieldSet>
          {"late_debt" in first ? <input type="hidden" name="late_debt" value={first.late_debt} /> : null}
          <AskedField name="as_printed" label="消費税は請求書の記載どおりに計上する" />
          <AskedField name="unusual_date" label="この日付で計上する" />
          <AskedField name="twice" label="二重ではないので計上する" />
          <FileField
            name="files"
            label="原本のファイル"
            optional
            accept={ACCEPT}
            help="PDF・写真。10件まで。"
          />
          <TextField name="note" label="備考" optional />
        </SchemaForm>
      )}
    </section>
  );
}
