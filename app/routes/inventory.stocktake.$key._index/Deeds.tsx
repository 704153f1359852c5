import { LinkButton } from "~/components/form/Button";
import { OneTap } from "~/components/form/OneTap";
import { STOCKTAKES_AT } from "~/lib/stocktake/stocktake.list";
import type { StocktakePage } from "~/lib/stocktake/stocktake.schema";

const scanOf = (key: number) => `/s/?shelf=&act=stock_count&sheet=${key}`;

/** What a phone is held for: to count while rows are left, then to close the count. */
export const nextOf = ({ key, num_rows, num_counted }: StocktakePage) =>
  num_counted < num_rows
    ? { label: "スキャンで数える", href: scanOf(key) }
    : { label: "差異を見て確定する", href: `${STOCKTAKES_AT}/${key}/confirm` };

export function Deeds({ sheet, at, left }: { sheet: StocktakePage; at: string; left: number }) {
  const { state } = sheet;
  const isOpen = state === "open";
  return (
    <div className="folded ml-auto flex flex-wrap gap-2 print:hidden">
      {isOpen ? <LinkButton href={scanOf(sheet.key)}>スキャンで数える</LinkButton> : null}
      {state === "draft" ? null : (
        <>
          <LinkButton href={`${at}/print`}>棚卸表を印刷</LinkButton>
          <LinkButton href={`${STOCKTAKES_AT}/sheet.csv?key=${sheet.key}`} download>
            CSV
          </LinkButton>
        </>
      )}
      {isOpen ? <LinkButton href={`${STOCKTAKES_AT}/import`}>CSV取込</LinkButton> : null}
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
      {isOpen ? (
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
