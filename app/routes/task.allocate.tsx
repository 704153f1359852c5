import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Alert } from "~/components/frame/Alert";
import { Empty } from "~/components/list/Empty";
import { Table } from "~/components/list/Table";
import { type Column, unpaged } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import type { AllocatedAll, WaitingRow } from "~/lib/stock/allocation.schema";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { type AllocateAnswer, allocateTicked, enterAllocating, tickedCards } from "~/lib/web/allocate.server";
import { titled } from "~/lib/web/title";

export const meta = titled("まとめて引当");

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await enterAllocating(args);
  const rows = await tickedCards(args, api);
  return json({ rows, search: new URL(args.request.url).search, idempotency_key: crypto.randomUUID() });
}

export async function action(args: ActionFunctionArgs) {
  return allocateTicked(args, await enterAllocating(args));
}

const unit = (row: WaitingRow) => UNIT_LABEL[row.order_unit];
const columnsOf = (answer?: AllocateAnswer): Column<WaitingRow>[] => [
  { name: "card_id", label: "カード", kind: "code", link: (row) => `/task/${row.card_key}` },
  { name: "delivery_date", label: "納期", kind: "date" },
  { name: "is_urgent", label: "至急", kind: "text", text: (row) => (row.is_urgent ? "至急" : null) },
  {
    name: "card_name",
    label: "品名",
    kind: "text",
    fact: 1,
    below: (row) =>
      row.detail ?? `あと ${formatNumber(row.lacking)}・空き ${formatNumber(row.free)}${unit(row)}`,
  },
  { name: "status", label: "工程", kind: "text" },
  { name: "num_items", label: "数量", kind: "quantity", unit },
  { name: "allocated", label: "引当済み", kind: "quantity", unit },
  { name: "free", label: "引き当てできる数", kind: "quantity", unit },
  {
    name: "suggest",
    label: "引き当てる数",
    kind: "quantity",
    fact: 2,
    text: () => null,
    input: ({ card_key, version, suggest, detail }) =>
      detail
        ? null
        : {
            form: "allocate",
            name: `num.${card_key}.${version}`,
            value: answer?.values[card_key] ?? (suggest === "0" ? "" : suggest),
            wrong: answer?.errors[card_key],
          },
  },
  { name: "detail", label: "引き当てできない理由", kind: "text", tone: () => "muted" },
];

type Outcome = AllocatedAll["items"][number];
const OUTCOMES: Column<Outcome>[] = [
  { name: "card_id", label: "カード", kind: "code", link: (row) => row.card_id && `/task/${row.card_key}` },
  { name: "num", label: "数量", kind: "quantity", fact: 1 },
  {
    name: "detail",
    label: "結果",
    kind: "text",
    fact: 2,
    text: (row) => row.detail ?? row.note ?? "できました",
    tone: (row) => (row.detail ? "bad" : "good"),
  },
];

export default function AllocateTicked() {
  const { rows, search, idempotency_key } = useLoaderData<typeof loader>();
  const answer = useActionData() as AllocateAnswer | undefined;
  const to = `/task/allocate${search}`;
  const shown = answer?.results ?? answer?.undone;
  const wrong = Object.values(answer?.errors ?? {});
  if (shown) return <Outcomes answer={answer!} shown={shown} href={to} />;
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>まとめて引当</h1>
      {rows.length === 0 ? (
        <Empty
          text="カードが選ばれていません。カード一覧で選んでください。"
          action={{ label: "カード一覧", href: "/task/list" }}
        />
      ) : (
        <>
          <p className="text-muted">
            引き当てできる数を、納期、至急、カード番号の順に割り当てた案です。数を直してから「引き当てる」を押してください。空欄のカードには引き当てません。
          </p>
          {wrong.length > 0 ? <Alert>{[...new Set(wrong)].join(" ")}</Alert> : null}
          <Table columns={columnsOf(answer) as Column[]} page={unpaged(rows)} title="引き当てるカード" />
          <form id="allocate" method="post" action={to} data-enhance="submit" className="flex gap-3">
            <input type="hidden" name="idempotency_key" value={answer?.idempotency_key ?? idempotency_key} />
            <Button tone="primary">引き当てる</Button>
            <LinkButton href="/task/list">やめる</LinkButton>
          </form>
        </>
      )}
    </section>
  );
}

type Results = { answer: AllocateAnswer; shown: AllocatedAll; href: string };

function Outcomes({ answer, shown: { items, num_done, num_failed }, href }: Results) {
  const made = answer.results ? items.flatMap(({ allocation }) => allocation ?? []) : [];
  const done = answer.undone ? "の引当を元に戻しました" : "に引き当てました";
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4">
      <h1>まとめて引当</h1>
      <p role="status">
        <b>{num_done > 0 ? `${formatNumber(num_done)}枚${done}。` : ""}</b>
        {num_failed > 0 ? `${formatNumber(num_failed)}枚はそのままです。` : ""}
      </p>
      <Table columns={OUTCOMES as Column[]} page={unpaged(items)} title="結果" />
      <div className="flex flex-wrap gap-3">
        {made.length > 0 ? (
          <OneTap action={href} fields={{ undo: made.join(" ") }}>
            元に戻す
          </OneTap>
        ) : null}
        {num_failed > 0 || answer.undone ? <LinkButton href={href}>もう一度引き当てる</LinkButton> : null}
        <LinkButton href="/task/list">カード一覧</LinkButton>
      </div>
    </section>
  );
}
