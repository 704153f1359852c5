import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { Alert } from "~/components/frame/Alert";
import { Chip } from "~/components/list/Chip";
import { FactPanel } from "~/components/list/Facts";
import { Table } from "~/components/list/Table";
import { Timeline } from "~/components/list/Timeline";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber, formatYen } from "~/lib/money/decimal";
import { PAYABLE } from "~/lib/payable/debt.list";
import { formatDate } from "~/lib/time/date";
import { formatDateTime } from "~/lib/time/datetime";
import { FILE_STATE_LABEL, FILE_TONE, movedText } from "~/lib/transfer/file";
import { TRANSFERS } from "~/lib/transfer/file.list";
import { type TransferDetail, transferDetail } from "~/lib/transfer/file.schema";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { PrintedCompany } from "../shared/printed.company";
import { logOf } from "./log";

export const meta = titled("振込依頼一覧");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enter(args);
  const doc = await api.get(transferDetail, `/transfers/${args.params.key}`);
  return json({ doc, idempotency_key: crypto.randomUUID() });
}

function oddOf({ is_cancelled, is_moved }: TransferDetail["rows"][number]): string {
  if (is_cancelled) return "支払は取消済み";
  return is_moved ? "口座が変わりました" : "";
}

const COLUMNS: Column<TransferDetail["rows"][number]>[] = [
  { name: "row_no", label: "行", kind: "text", text: ({ row_no }) => String(row_no) },
  {
    name: "partner_name",
    label: "支払先",
    kind: "link",
    fact: 1,
    link: ({ payout }) => (payout === null ? undefined : `${PAYABLE}/payment/${payout}`),
    below: ({ account }) => account,
  },
  { name: "payment_date", label: "支払日", kind: "date" },
  { name: "account", label: "口座", kind: "text" },
  { name: "amount", label: "金額", kind: "yen", fact: 2 },
  {
    name: "is_cancelled",
    label: "支払",
    kind: "state",
    text: oddOf,
    tone: () => "bad",
  },
];

/** A plain form: its answer is the file, and the page stays. */
function Take({ doc, idempotency_key }: { doc: TransferDetail; idempotency_key: string }) {
  const isFirst = doc.num_takes === 0;
  return (
    <form method="post" action={`${TRANSFERS}/${doc.key}/file`}>
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      <input type="hidden" name="num_takes" value={doc.num_takes} />
      <Button tone={isFirst ? "primary" : undefined}>
        {isFirst ? "ファイルを取得する" : "もう一度取得する（再作成）"}
      </Button>
    </form>
  );
}

const BROKEN =
  "取り消された支払が入っているため、取得できません。取りやめてから、残りの支払で作り直してください。";

export default function Transfer() {
  const { doc, idempotency_key } = useLoaderData<typeof loader>();
  const isLive = doc.voided_time === null;
  const isBroken = doc.rows.some(({ is_cancelled }) => is_cancelled);
  const moved = doc.rows.filter(({ is_moved }) => is_moved).map(({ partner_name }) => partner_name);
  const refused = isBroken ? BROKEN : movedText([...new Set(moved)], doc.num_takes);
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>振込依頼一覧 {formatDate(doc.pay_date)}</h1>
        <Chip tone={FILE_TONE[doc.state]}>{FILE_STATE_LABEL[doc.state]}</Chip>
        <span className="ml-auto flex flex-wrap gap-2 print:hidden">
          {isLive ? (
            <>
              <LinkButton tone="danger" href={`${TRANSFERS}/${doc.key}/void`}>
                取りやめる
              </LinkButton>
              {refused ? null : <Take doc={doc} idempotency_key={idempotency_key} />}
            </>
          ) : null}
          <PrintButton className="max-desk:hidden" />
        </span>
      </header>
      <PrintedCompany />
      {isLive && refused ? <Alert>{refused}</Alert> : null}
      {isLive && doc.num_takes > 0 ? (
        <p className="text-warn print:hidden">
          このファイルは取得済みです。もう一度銀行に送ると、二重に振り込まれるおそれがあります。
        </p>
      ) : null}
      <FactPanel
        columns={2}
        facts={[
          { label: "振込元", value: doc.account },
          { label: "振込指定日", value: formatDate(doc.pay_date) },
          { label: "件数", value: `${formatNumber(doc.num_rows)}件` },
          { label: "合計", value: <b>{formatYen(doc.total)}</b> },
          { label: "作成", value: `${formatDateTime(doc.made_time)} ${doc.made_name}` },
          { label: "照合値", value: <span className="break-all">{doc.sha256.slice(0, 16)}</span> },
        ]}
      />
      <Table columns={COLUMNS} page={unpaged(doc.rows)} title="振込先" />
      <h2>履歴</h2>
      <Timeline entries={logOf(doc)} />
      <p className="print:hidden">
        <a href={TRANSFERS}>総合振込の一覧に戻る</a>
      </p>
    </section>
  );
}
