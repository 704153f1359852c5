import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChecksField } from "~/components/form/ChecksField";
import { CheckField, ComboField } from "~/components/form/choices";
import { FieldSet } from "~/components/form/FieldSet";
import { DateField, HiddenField, TextArea, TextField } from "~/components/form/fields";
import { SchemaForm } from "~/components/form/SchemaForm";
import { Empty } from "~/components/list/Empty";
import { issuingPerson } from "~/lib/api/who";
import { askedLine, unpriced } from "~/lib/order/order.draft";
import { QUOTE_LABEL as L, MAX_BATCH } from "~/lib/quote/quote.fields";
import { quotesMade } from "~/lib/quote/quote.row.schema";
import { quoteLines } from "~/lib/quote/quote.schema";
import { addBusinessDays } from "~/lib/time/businessday";
import { formatDate, today } from "~/lib/time/date";
import { ApiError } from "~/lib/web/api.server";
import { flash } from "~/lib/web/flash.server";
import { findOrderDraft, resumed } from "~/lib/web/order.draft.server";
import { askedItems, quoteChoices } from "~/lib/web/quote.server";
import { renameErrors } from "~/lib/web/refused.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";

export const meta = titled("明細の見積依頼");
const DAYS_TO_ANSWER = 5;

/** ?draft= of 外注依頼: its lines whose price is not settled. */
export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const wanted = new URL(args.request.url).searchParams.get("draft") ?? "";
  const draft = /^\d{1,15}$/.test(wanted) ? await findOrderDraft(api, wanted) : null;
  if (!draft) throw new Response(null, { status: 404 });
  const typed = resumed(draft).values;
  const lines = unpriced(typed).map(({ index, name }) => {
    const { drawing_no, drawing_revision, num_items, wish_date, files } = askedLine(typed, index);
    const said = [
      `${index + 1}行目 ${name}`,
      [drawing_no, drawing_revision].filter(Boolean).join(" "),
      num_items && `数量 ${num_items}`,
      /^\d{4}-\d\d-\d\d$/.test(wish_date ?? "") && `希望納期 ${formatDate(wish_date!)}`,
      files && `添付${files.split(" ").length}件`,
    ];
    return { value: String(index), label: said.filter(Boolean).join("・") };
  });
  const { sellers, places, usual } = await quoteChoices(visitor, String(typed.destination_id ?? ""));
  return json({
    lines,
    draft: { key: draft.key, version: draft.version },
    sellers,
    places,
    values: {
      lines: lines.slice(0, MAX_BATCH).map((line) => line.value),
      seller_ids: [draft.seller_id],
      destination: String(typed.destination ?? "") || usual,
      deadline: addBusinessDays(today(), DAYS_TO_ANSWER),
      person: issuingPerson(who) ?? "",
    },
    idempotency_key: crypto.randomUUID(),
  });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, quoteLines, async (api, { draft_key, draft_version, lines, ...head }, key) => {
    const draft = await findOrderDraft(api, String(draft_key));
    if (draft?.version !== draft_version)
      throw new ApiError(
        409,
        "この下書きは、ほかの画面で変わりました。外注依頼の下書きから、もう一度選んでください。",
      );
    const typed = resumed(draft).values;
    const body = { ...head, items: askedItems(typed, lines) };
    const named = renameErrors((errors) => lineErrors(errors, lines));
    const { keys } = await api.post(quotesMade, "/quotes/batch", body, key).catch(named);
    const done = `見積依頼の下書きを${keys.length}件作りました。確認して、選択してまとめて送信できます。`;
    return flash(args, "/order/product?status=draft", done);
  });
}

/** What is wrong with a line is said of it by its number. */
function lineErrors(errors: Record<string, string[]>, lines: number[]) {
  const said = Object.entries(errors).map(([name, [why]]) => {
    const at = /^items\[(\d+)\]/.exec(name)?.[1];
    return at === undefined ? [name, why] : ["lines", `${lines[Number(at)]! + 1}行目：${why}`];
  });
  const names = [...new Set(said.map(([name]) => name!))];
  return Object.fromEntries(
    names.map((name) => [name, [said.flatMap((one) => (one[0] === name ? [one[1]!] : [])).join("。")]]),
  );
}

export default function QuoteLines() {
  const { lines, draft, sellers, places, values, idempotency_key } = useLoaderData<typeof loader>();
  const again = useActionData() as Reply | undefined;
  const back = `/order/new?draft=${draft.key}`;
  if (lines.length === 0 || sellers.length === 0)
    return (
      <Empty text="単価の決まっていない明細はありません。" action={{ label: "外注依頼に戻る", href: back }} />
    );
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>明細の見積依頼</h1>
      <p>
        選択した明細ごとに、見積依頼の下書きを作ります。図番と改訂、数量、希望納期、依頼全体と明細の添付が入ります。
      </p>
      <SchemaForm
        id="lines"
        schema={quoteLines}
        answer={again}
        values={values}
        idempotency_key={idempotency_key}
        submit="下書きを作る"
        cancel={back}
      >
        <HiddenField name="draft_key" value={draft.key} />
        <HiddenField name="draft_version" value={draft.version} />
        <FieldSet legend="明細">
          <ChecksField name="lines" label="見積を依頼する明細" options={lines} />
        </FieldSet>
        <FieldSet legend="依頼先と期限" columns={2}>
          <ChecksField name="seller_ids" label="依頼先（何社でも）" options={sellers} />
          <DateField name="deadline" label={L.deadline} lean="coming" />
          <ComboField name="destination" label={L.destination} optional free width="full" options={places} />
          <TextField name="person" label={L.person} optional width="medium" />
          <CheckField name="is_sealed" label={L.is_sealed} />
          <CheckField name="tells_count" label={L.tells_count} />
          <TextArea name="memo" label={L.memo} optional help="依頼先には伝わりません。" />
        </FieldSet>
      </SchemaForm>
    </section>
  );
}
