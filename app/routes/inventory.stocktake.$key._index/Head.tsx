import type { ReactNode } from "react";
import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { Foldable, FoldLabel } from "~/components/list/Foldable";
import { STATE_TONE, STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { STOCKTAKE_LABEL, type StocktakePage } from "~/lib/stocktake/stocktake.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { STOCK_KIND_LABEL } from "~/lib/vocabulary/stock";
import { STOCKTAKE_STATE_LABEL } from "~/lib/vocabulary/stocktake";
import { Deeds } from "./Deeds";

const scopeText = ({ kind, owner_name, shelf, category, days }: StocktakePage) =>
  [
    kind && STOCK_KIND_LABEL[kind],
    owner_name,
    category && `分類 ${category}`,
    shelf && `置場 ${shelf}…`,
    days && `前回から${days}日以上`,
  ]
    .filter(Boolean)
    .join("・") || "すべての在庫";

type Props = { sheet: StocktakePage; open: boolean; children: ReactNode };

/** On a phone all but the title stands behind one tap, while there are rows to be counted. */
export function Head({ sheet, open, children }: Props) {
  const at = `${STOCKTAKES_AT}/${sheet.key}`;
  const left = sheet.num_rows - sheet.num_counted;
  const isOpen = sheet.state === "open";
  return (
    <Foldable open={open || !isOpen} fixed={!isOpen}>
      <p className="text-note print:hidden">
        <a href={STOCKTAKES_AT}>棚卸</a>
      </p>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{sheet.name}</h1>
        <Chip tone={STATE_TONE[sheet.state]}>{STOCKTAKE_STATE_LABEL[sheet.state]}</Chip>
        {sheet.state === "draft" ? null : (
          <span className="folded text-muted tabular-nums">
            {sheet.num_rows}行中 {sheet.num_counted}行を入力（残り {left}行）
          </span>
        )}
        {isOpen ? <FoldLabel>操作</FoldLabel> : null}
        <Deeds sheet={sheet} at={at} left={left} />
      </header>
      <div className="folded rounded border border-line bg-surface p-4">
        <Facts
          columns={2}
          facts={[
            { label: STOCKTAKE_LABEL.count_date, value: formatDate(sheet.count_date) },
            { label: "数える商品", value: scopeText(sheet) },
            {
              label: "開始",
              value: sheet.start_time && `${formatDateTime(sheet.start_time)}　${sheet.created_by}`,
            },
            { label: "帳簿数", value: <Blind sheet={sheet} /> },
            sheet.persons.length > 0 && {
              label: "数えた人",
              value: sheet.persons.map(({ person, num }) => `${person} ${num}行`).join("、"),
            },
            sheet.recounts !== null && {
              label: "数え直し",
              value: <a href={`${STOCKTAKES_AT}/${sheet.recounts}`}>もとの棚卸</a>,
            },
            sheet.confirmed_time !== null && {
              label: "確定",
              value: `${formatDateTime(sheet.confirmed_time)}　${sheet.confirmed_by}`,
            },
            sheet.kept_because !== null && { label: "確定の取消", value: sheet.kept_because },
            sheet.reason !== null && { label: "確定の理由", value: sheet.reason },
            sheet.undone_time !== null && {
              label: "確定取消",
              value: `${formatDateTime(sheet.undone_time)}　${sheet.undone_by}`,
            },
            sheet.discarded_time !== null && {
              label: "破棄",
              value: `${formatDateTime(sheet.discarded_time)}　${sheet.discarded_by}`,
            },
          ]}
        />
      </div>
      {children}
    </Foldable>
  );
}

function Blind({ sheet: { is_blind, state } }: { sheet: StocktakePage }) {
  const isChangeable = state === "draft" || state === "open" || state === "undone";
  return (
    <span className="flex flex-wrap items-center gap-2">
      {is_blind ? "数を入れるまで隠す" : "はじめから見せる"}
      {isChangeable ? (
        <OneTap action="?index" fields={{ act: is_blind ? "show" : "hide" }} look="card-act print:hidden">
          {is_blind ? "見せる" : "隠す"}
        </OneTap>
      ) : null}
    </span>
  );
}
