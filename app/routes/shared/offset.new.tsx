import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FieldSet } from "~/components/form/FieldSet";
import { TextArea, YenField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { Facts } from "~/components/list/Facts";
import { formatYen } from "~/lib/money/decimal";
import { offsetsBy } from "~/lib/receivable/offset.list";
import {
  offsetBooks,
  offsetForm,
  offsetNew,
  offsetPartners,
  offsetSaid,
} from "~/lib/receivable/offset.proposal.schema";
import { today } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { EarlySupplies } from "./early.supplies";
import { OffsetPartners } from "./offset.partners";
import { OffsetTabs } from "./offset.tabs";
import { OpenInvoices } from "./open.invoices";

export const meta = titled("相殺の提案");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const partner_id = new URL(args.request.url).searchParams.get("partner_id");
  const common = { at: offsetsBy(args.request.url), today: today(), idempotency_key: crypto.randomUUID() };
  if (!partner_id) {
    const { items: partners } = await api.get(offsetPartners, "/offsets/partners");
    return json({ ...common, books: null, partners });
  }
  return json({
    ...common,
    books: await api.get(offsetBooks, "/offsets/books", { partner_id }),
    partners: [],
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, offsetForm, async (api, value, key) => {
    const made = await api.post(offsetSaid, "/offsets", value, key);
    return flash(
      args,
      `${offsetsBy(args.request.url)}/${made.key}`,
      "相殺を提案しました。相手が同意すると、両社の残高が減ります。",
    );
  });
}

type Rows = { invoice_key?: string; on?: string; amount?: string }[];

export default function OffsetNew() {
  const { at, books, partners, today: day, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const typed = answer?.reply.initialValue as { ours?: Rows; theirs?: Rows } | undefined;
  if (books === null)
    return (
      <section className="grid min-w-0 grid-cols-1 gap-4">
        <h1>相殺の提案</h1>
        <OffsetTabs at={at} />
        <OffsetPartners partners={partners} at={at} />
      </section>
    );
  const back = { label: "相殺に戻る", href: at };
  const { partner_name, receivable, payable, offset, waiting } = books;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>{partner_name} への相殺の提案</h1>
      <OffsetTabs at={at} />
      {waiting !== null ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text="この取引先とは、回答を待っている提案があります。"
            action={{ label: "その提案を開く", href: `${at}/${waiting}` }}
          />
        </div>
      ) : offset === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty text="どちらかに残のある請求書がないので、相殺できません。" action={back} />
        </div>
      ) : (
        <SchemaForm
          id="offset"
          schema={offsetNew}
          answer={answer}
          values={{ amount: String(offset) }}
          submit="この内容で提案する"
          cancel={at}
          wide
          idempotency_key={idempotency_key}
        >
          <input type="hidden" name="partner_id" value={books.partner_id} />
          <input type="hidden" name="seen" value={books.seen} />
          <Facts
            columns={2}
            facts={[
              { label: "当社の売掛", value: formatYen(receivable) },
              { label: "当社の買掛", value: formatYen(payable) },
            ]}
          />
          <FieldSet legend="相殺額">
            <YenField
              name="amount"
              label="相殺額"
              help="小さい方の残が初めに入っています。提案しただけでは、どちらの残高も変わりません"
            />
          </FieldSet>
          <FieldSet legend="当社の請求書（相手が払うもの）">
            <p className="text-note text-muted">選ばず、金額も入れなければ、期日の古い順に相殺します。</p>
            <OpenInvoices
              invoices={books.ours}
              typed={typed?.ours}
              today={day}
              name="ours"
              act="相殺する額"
            />
          </FieldSet>
          <FieldSet legend={`${partner_name} の請求書（当社が払うもの）`}>
            <OpenInvoices
              invoices={books.theirs}
              typed={typed?.theirs}
              today={day}
              name="theirs"
              act="相殺する額"
            />
          </FieldSet>
          <FieldSet legend="連絡">
            <TextArea name="words" label="相手への連絡" optional rows={2} />
          </FieldSet>
          <EarlySupplies early={books.early} partner_name={partner_name} />
        </SchemaForm>
      )}
    </section>
  );
}
