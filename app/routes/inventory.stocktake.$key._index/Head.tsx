import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { Chip } from "~/components/list/Chip";
import { Facts } from "~/components/list/Facts";
import { STATE_TONE, STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import { STOCKTAKE_LABEL, type StocktakePage } from "~/lib/stocktake/stocktake.schema";
import { formatDate, formatDateTime } from "~/lib/time/date";
import { STOCK_KIND_LABEL } from "~/lib/vocabulary/stock";
import { STOCKTAKE_STATE_LABEL } from "~/lib/vocabulary/stocktake";

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

export function Head({ sheet }: { sheet: StocktakePage }) {
  const at = `${STOCKTAKES_AT}/${sheet.key}`;
  const left = sheet.num_rows - sheet.num_counted;
  return (
    <>
      <p className="text-note print:hidden">
        <a href={STOCKTAKES_AT}>棚卸</a>
      </p>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{sheet.name}</h1>
        <Chip tone={STATE_TONE[sheet.state]}>{STOCKTAKE_STATE_LABEL[sheet.state]}</Chip>
        {sheet.state === "draft" ? null : (
          <span className="text-muted tabular-nums">
            {sheet.num_rows}行中 {sheet.num_counted}行を入力（残り {left}行）
          </span>
        )}
        <Deeds sheet={sheet} at={at} left={left} />
      </header>
      <div className="rounded border border-line bg-surface p-4">
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
    </>
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

function Deeds({ sheet, at, left }: { sheet: StocktakePage; at: string; left: number }) {
  const { state } = sheet;
  const isOpen = state === "open";
  return (
    <div className="ml-auto flex flex-wrap gap-2 print:hidden">
      {state === "draft" ? null : (
        <>
          <LinkButton href={`${at}/print`}>棚卸表を印刷</LinkButton>
          <LinkButton href={`${STOCKTAKES_AT}/sheet.csv?key=${sheet.key}`} download>
            CSV
          </LinkButton>
        </>
      )}
      {isOpen ? (
        <>
          <LinkButton href={`${STOCKTAKES_AT}/import`}>CSV取込</LinkButton>
          <LinkButton href={`/s/?shelf=&act=stock_count&sheet=${sheet.key}`}>スキャンで数える</LinkButton>
        </>
      ) : null}
      {isOpen && left > 0 ? <LinkButton href={`${at}/zero`}>残りを 0 とする</LinkButton> : null}
      {state === "draft" || isOpen || state === "undone" ? (
        <LinkButton href={`${at}/discard`} tone="danger">
          破棄
        </LinkButton>
      ) : null}
      {state === "draft" ? <Act act="start" text="棚卸を始める" version={sheet.version} /> : null}
      {state === "discarded" ? <Act act="restore" text="元に戻す" version={sheet.version} /> : null}
      {state === "undone" ? <Act act="resume" text="続けて数える" version={sheet.version} /> : null}
      {state === "confirmed" && sheet.may_undo ? (
        <LinkButton href={`${at}/undo`} tone="danger">
          確定を取り消す
        </LinkButton>
      ) : null}
      {isOpen && sheet.num_counted > 0 ? (
        <LinkButton tone="primary" href={`${at}/confirm`}>
          差異を見て確定する
        </LinkButton>
      ) : null}
    </div>
  );
}

const Act = ({ act, text, version }: { act: string; text: string; version: number }) => (
  <OneTap action="?index" fields={{ act, idempotency_key: `${act}.${version}` }} tone="primary">
    {text}
  </OneTap>
);
