import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ByStep } from "~/components/board/ByStep";
import { LinkButton } from "~/components/form/Button";
import { PrintButton } from "~/components/form/PrintButton";
import { chips } from "~/components/list/FilterBar";
import { CARD_LABEL } from "~/lib/fields/card.fields";
import { formatNumber } from "~/lib/money/decimal";
import { type Desk, progressText, wordsOf } from "~/lib/task/board";
import { boardChoices } from "~/lib/task/board.filter.schema";
import { boardHref } from "~/lib/task/board.paging";
import { board, columnPage } from "~/lib/task/board.schema";
import { cardsList } from "~/lib/task/card.list";
import { due } from "~/lib/task/due";
import { formatDateTime } from "~/lib/time/datetime";
import { UNIT_LABEL } from "~/lib/vocabulary/card.schema";
import { boardFilterOf, lookOf } from "~/lib/web/board.server";
import { titled } from "~/lib/web/title";
import { enter } from "~/lib/web/visit.server";
import { sumsOf } from "./task.kanban._index/Columns";

export const handle = { bare: true };
export const meta = titled("工程別一覧");

const MOST = 500;

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await enter(args);
  const { api, who } = visitor;
  const look = await lookOf(args, visitor);
  const filter = boardFilterOf(args, visitor, look);
  const [found, choices] = await Promise.all([
    api.get(board, "/board", filter),
    api.get(boardChoices, "/board/choices"),
  ]);
  const steps = found.columns.filter((column) => column.count > 0 && !look.hide.includes(column.id));
  const columns = await Promise.all(
    steps.map(async (column) => {
      const page = await api.get(columnPage, "/board/column", { ...filter, id: column.id, size: MOST });
      return { ...column, cards: page.cards, next: page.next };
    }),
  );
  return json({
    columns,
    filter,
    choices,
    side: who.company_type,
    company: who.company_name,
    today: found.today,
    processes: found.processes,
    stall_days: found.stall_days,
    printed: formatDateTime(new Date()),
  });
}

export default function PrintBoard() {
  const { columns, filter, choices, side, company, today, processes, stall_days, printed } =
    useLoaderData<typeof loader>();
  const title = side === "buyer" ? "進捗確認 工程別一覧" : "工程別一覧";
  const words = (card: (typeof columns)[number]["cards"][number], without: Desk["without"]) =>
    wordsOf(card, { today, side, processes, stall_days, without })
      .map((mark) => mark.text)
      .join("　");
  const active = chips({ ...cardsList(side, choices, false), path: "/task/kanban" }, filter).map(
    (chip) => chip.text,
  );
  return (
    <main className="steps-paper p-3">
      <p className="mb-4 flex gap-2 print:hidden">
        <LinkButton href={boardHref(filter)}>戻る</LinkButton>
        <PrintButton />
        <span className="flex items-center text-muted">A3横で印刷します。</span>
      </p>
      <ByStep
        title={title}
        facts={[company, `条件: ${active.length > 0 ? active.join("、") : "なし"}`, `出力日時: ${printed}`]}
        head={[
          "カード番号",
          CARD_LABEL.name,
          side === "buyer" ? "依頼先" : "依頼元",
          CARD_LABEL.order_id,
          CARD_LABEL.num_items,
          "良・不良・途中 / 数量",
          CARD_LABEL.delivery_date,
          "状況",
          "作業者",
          "協力会社",
          "印",
        ]}
        steps={columns.map((column) => ({
          id: column.id,
          label: column.label,
          facts: `${column.count}枚　${sumsOf(column)}${column.late > 0 ? `　遅れ${column.late}` : ""}`,
          more: column.next
            ? `ほか${column.count - column.cards.length}枚は、条件で絞り込んで印刷してください。`
            : undefined,
          rows: column.cards.map((card) => ({
            key: card.key,
            late: due(card, today, false)?.tone === "bad",
            cells: [
              card.id,
              card.name,
              side === "buyer" ? card.seller_name : card.buyer_name,
              card.order_id ?? "",
              `${formatNumber(card.num_items)}${UNIT_LABEL[card.order_unit]}`,
              progressText(card),
              due(card, today, false)?.text.replace("納期 ", "") ?? "",
              words(card, ["marks", "worker", "collab"]),
              card.worker ?? "",
              card.collab_name ?? "",
              words(card, ["state", "worker", "collab"]),
            ],
          })),
        }))}
      />
    </main>
  );
}
