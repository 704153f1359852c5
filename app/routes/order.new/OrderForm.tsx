import type { SubmissionResult } from "@conform-to/dom";
import { Button } from "~/components/form/Button";
import { textOf } from "~/components/form/control";
import { FieldSet } from "~/components/form/FieldSet";
import { HiddenField } from "~/components/form/fields";
import { Lines } from "~/components/form/Lines";
import { ALL_COLUMNS } from "~/components/form/lines.columns";
import { SchemaForm } from "~/components/form/SchemaForm";
import type { FileRow } from "~/lib/file/file.schema";
import type { Option } from "~/lib/list/option";
import { formatYen } from "~/lib/money/decimal";
import type { DraftRow } from "~/lib/order/draft.schema";
import { orderFormItems } from "~/lib/order/order";
import { draftOf, type Typed } from "~/lib/order/order.draft";
import type { OrderCheck } from "~/lib/order/order.row.schema";
import { MAX_LINES, orderForm } from "~/lib/order/order.schema";
import type { LastPrice } from "~/lib/order/previous.price";
import type { CollaboratorRow } from "~/lib/partner/collaborator.schema";
import { termsLabel } from "~/lib/time/period";
import { toleranceLabel } from "~/lib/vocabulary/tolerance";
import type { Earlier } from "~/lib/web/order.fill.server";
import { Attached } from "./Attached";
import { Check } from "./Check";
import { lineColumns } from "./columns";
import { EarlierLines } from "./EarlierLines";
import { HeadFields } from "./HeadFields";
import { LineFile } from "./LineFile";
import { Preview } from "./Preview";
import { Saving } from "./Saving";
import { Terms } from "./Terms";
import { lineUnits, showsFurther, withProducts } from "./typed";
import { Unpriced } from "./Unpriced";

type FormData = {
  seller: CollaboratorRow;
  values: Typed;
  idempotency_key: string;
  draft: Pick<DraftRow, "name" | "updated_time"> | null;
  files: FileRow[];
  products: Option[];
  places: Option[];
};
export type Answer = {
  reply: SubmissionResult<string[]>;
  idempotency_key: string;
  check?: OrderCheck;
  taken?: string;
  earlier?: Earlier[];
  priced?: LastPrice[];
};

const sending = ({ lines, price }: OrderCheck) => ({
  name: "step",
  value: "send",
  label: "依頼を送信する",
  note: `${lines.length}行${price === null ? "" : `・合計（税抜） ${formatYen(price)}`}`,
});
export function OrderForm({ form, answer, buyer }: { form: FormData; answer?: Answer; buyer: string }) {
  const { seller, products, places } = form;
  const reply = answer && withProducts(answer.reply, products);
  const typed = (reply?.initialValue ?? form.values) as Typed;
  const further = showsFurther(typed, reply?.error ?? {});
  const search = `/order/products?${new URLSearchParams({ seller_id: seller.id })}`;
  const source = { source: `${search}&q=`, codes: `${search}&codes=` };
  const units = lineUnits(seller.units, products, typed);
  const columns = lineColumns(products, places, units, source, further && seller);
  const items = orderFormItems(
    draftOf(typed, { seller: seller.name, buyer, payment_terms: termsLabel(seller) }),
  );
  return (
    <SchemaForm
      id="order"
      schema={orderForm}
      reply={reply}
      values={form.values}
      cancel="/order"
      wide
      upload
      submit="内容を確認する"
      press={{ name: "step", value: "check" }}
      final={answer?.check && sending(answer.check)}
      idempotency_key={answer?.idempotency_key ?? form.idempotency_key}
    >
      <a href="#order-lines[0].product_id" className="skip">
        明細へ
      </a>
      <HiddenField name="seller_id" />
      <HiddenField name="columns" value={further ? "all" : ""} />
      <HeadFields places={places} order_date={textOf(form.values.order_date)} />
      <FieldSet legend="明細">
        <Lines name="lines" columns={columns} max={MAX_LINES} rounding={seller.amount_rounding}>
          {further ? null : (
            <Button name="__intent__" value={ALL_COLUMNS} formNoValidate tone="plain">
              図番・工程・納入先などの列を出す
            </Button>
          )}
        </Lines>
        {further ? (
          <p className="text-note text-muted">許容差が空欄の明細は、{toleranceLabel(seller)}です。</p>
        ) : null}
        <p className="text-note text-muted">
          商品は、品名の欄に商品番号を入力しても指定できます。単価を空欄にすると、商品マスタの単価（依頼日時点）を使います。決まっていない単価は、未定の理由と決定予定日を入力してください。
        </p>
        <EarlierLines earlier={answer?.earlier} priced={answer?.priced} />
        <Unpriced typed={typed} wrong={reply?.error} />
        <LineFile taken={answer?.taken} num_lines={typed.lines?.length ?? 0} />
      </FieldSet>
      <Attached typed={typed} files={form.files} />
      <Terms />
      <Saving draft={form.draft} />
      {answer?.check ? <input type="hidden" name="seen" value={answer.check.seen} /> : null}
      <Check
        items={items}
        fresh={answer === undefined}
        wrong={reply?.status === "error"}
        check={answer?.check}
        toriteki={seller.toriteki}
      />
      {answer?.check?.paper ? (
        <Preview
          paper={answer.check.paper}
          compared={answer.check.compared}
          typed={typed}
          files={form.files}
        />
      ) : null}
    </SchemaForm>
  );
}
