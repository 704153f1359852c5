import { FieldSet } from "~/components/form/FieldSet";
import { FileField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { DIFFERENCE_LABEL } from "~/lib/accounting/reconcile";
import { type BillingDifferences, billingChecks, billingCompare } from "~/lib/accounting/reconcile.schema";
import { formatNumber } from "~/lib/money/decimal";
import type { Reply } from "~/lib/web/submit.server";

type Props = {
  hidden: Record<string, string>;
  answer?: Reply & { differences?: BillingDifferences };
  /** Not that of the comparing. */
  idempotency_key: string;
};

/** The buyer's own 支払予定 against the list: nothing of it is kept. */
export function Compare({ hidden, answer, idempotency_key }: Props) {
  const wrong = answer?.reply.error?.csv ? answer.reply : undefined;
  return (
    <FieldSet legend="支払予定のCSVと比べる">
      <p className="text-note text-muted">
        納品書番号か注文番号と、数量・単価・金額（税抜）のどれかがある表を選びます。列は見出しで見分けます。ファイルは保存しません。
      </p>
      <SchemaForm id="compare" schema={billingCompare} reply={wrong} submit="比べる" press={PRESS} upload>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FileField name="csv" label="支払予定のCSV" accept=".csv,text/csv" multiple={false} />
      </SchemaForm>
      {answer?.differences ? <Found {...answer.differences} /> : null}
      {answer?.differences && answer.differences.agreed.length > 0 ? (
        <Agreed {...answer.differences} hidden={hidden} idempotency_key={idempotency_key} />
      ) : null}
    </FieldSet>
  );
}

type AgreedProps = Pick<BillingDifferences, "agreed" | "agreed_price"> &
  Pick<Props, "hidden" | "idempotency_key">;

/** Just the lines that were compared, by what they came to then. */
function Agreed({ agreed, agreed_price, hidden, idempotency_key }: AgreedProps) {
  return (
    <SchemaForm
      id="agreed"
      schema={billingChecks}
      submit={`一致した${agreed.length}行（${formatNumber(agreed_price)}円）を「一致」にする`}
      press={AGREE}
      idempotency_key={idempotency_key}
    >
      {Object.entries({ ...hidden, price: String(agreed_price) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {agreed.map((line) => (
        <input key={line} type="hidden" name="lines" value={line} />
      ))}
    </SchemaForm>
  );
}

const AGREE = { name: "go", value: "agree" };
const PRESS = { name: "go", value: "compare" };

function Found({ items, num_rows }: BillingDifferences) {
  if (items.length === 0)
    return (
      <p role="status" className="font-bold text-good">
        {num_rows}行を比べました。すべて一致しています。
      </p>
    );
  return (
    <div className="lines-pane">
      <table className="lines lines-picked">
        <caption className="text-left">
          {num_rows}行を比べ、差異が{items.length}件あります。
        </caption>
        <thead>
          <tr>
            {["差異", "内容", "納品書・注文番号", "品名", "CSVの行"].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className="text-right">
              請求の金額
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, words, line, row }, at) => (
            <tr key={at}>
              <td className="whitespace-nowrap font-bold text-bad">{DIFFERENCE_LABEL[kind]}</td>
              <td>{words}</td>
              <td className="tabular-nums">
                {[line?.delivery_number ?? row?.delivery_number, line?.order_id ?? row?.order_id]
                  .filter(Boolean)
                  .join("　")}
              </td>
              <td>{line?.name}</td>
              <td className="tabular-nums">{row ? `${row.row}行目` : "―"}</td>
              <td className="text-right tabular-nums">{line ? formatNumber(line.price) : "―"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
