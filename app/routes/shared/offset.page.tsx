import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/form/Button";
import { Alert } from "~/components/frame/Alert";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Timeline } from "~/components/list/Timeline";
import { formatYen } from "~/lib/money/decimal";
import { OFFSET_STATE_LABEL, OFFSET_TONE, OFFSET_WORD_LABEL } from "~/lib/receivable/offset.agreement";
import { offsetsBy } from "~/lib/receivable/offset.list";
import { offsetDetail, offsetSaid, offsetSaying } from "~/lib/receivable/offset.proposal.schema";
import { formatDate } from "~/lib/time/date";
import { flash } from "~/lib/web/flash.server";
import { type Reply, submit } from "~/lib/web/submit.server";
import { titledOf } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { EarlySupplies } from "./early.supplies";
import { Parts } from "./offset.parts";
import { Saying } from "./offset.saying";
import { OffsetTabs } from "./offset.tabs";
import { PrintedCompany } from "./printed.company";

export const meta = titledOf<{ doc: { partner_name: string } }>("相殺", ({ doc }) => doc.partner_name);

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(offsetDetail, `/offsets/${args.params.key}`);
  return json({ doc, at: offsetsBy(args.request.url), idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(args, offsetSaying, async (api, value, key) => {
    await api.post(offsetSaid, `/offsets/${args.params.key}/say`, value, key);
    const done = `「${OFFSET_WORD_LABEL[value.word]}」を記録し、相手に知らせました。`;
    return flash(args, `${offsetsBy(args.request.url)}/${args.params.key}`, done);
  });
}

export default function OffsetPage() {
  const { doc, at, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as Reply | undefined;
  const stands = doc.state === "agreed" || doc.state === "cancel_asked";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>
          相殺 {doc.partner_name} {formatYen(doc.amount)}
        </h1>
        <Chip tone={OFFSET_TONE[doc.state]}>{OFFSET_STATE_LABEL[doc.state]}</Chip>
        {doc.payment_key === null ? null : (
          <span className="ml-auto flex flex-wrap gap-2 print:hidden">
            {stands ? (
              <LinkButton href={`/accounting/receivable/payment/${doc.payment_key}/offset`}>
                相殺通知書
              </LinkButton>
            ) : null}
            <LinkButton href={`/accounting/receivable/payment/${doc.payment_key}`}>
              当社の帳簿の記録
            </LinkButton>
          </span>
        )}
      </header>
      <PrintedCompany />
      <OffsetTabs at={at} />
      <FactPanel
        columns={2}
        facts={[
          { label: "提案", value: doc.is_ours ? "当社から" : `${doc.partner_name} から` },
          { label: "相殺額", value: <b>{formatYen(doc.amount)}</b> },
          { label: "相殺日", value: doc.offset_date ? formatDate(doc.offset_date) : "同意した日" },
        ]}
      />
      <Alert tone="warn">{doc.moved}</Alert>
      <Parts title="当社の請求書" parts={doc.ours} stands={stands} />
      <Parts title={`${doc.partner_name} の請求書`} parts={doc.theirs} stands={stands} />
      {doc.early.length > 0 ? <EarlySupplies early={doc.early} partner_name={doc.partner_name} /> : null}
      {doc.may.length > 0 ? (
        <div className="print:hidden">
          <Saying
            doc={doc}
            reply={answer?.reply}
            idempotency_key={answer?.idempotency_key ?? idempotency_key}
          />
        </div>
      ) : null}
      <h2>やりとり</h2>
      <Timeline
        entries={doc.words.map((one) => ({
          id: one.key,
          who: `${one.company_name} ${one.person}`,
          when: one.said_time,
          what: OFFSET_WORD_LABEL[one.word],
          note: one.words ?? undefined,
        }))}
      />
    </section>
  );
}
