import { Button, LinkButton } from "~/components/form/Button";
import type { Page } from "~/lib/list/list.schema";
import { formatNumber } from "~/lib/money/decimal";
import type { SheetRow, StocktakePage } from "~/lib/stocktake/stocktake.schema";
import type { Saved } from "~/lib/web/stocktake.rows.server";
import { nextOf } from "./Deeds";
import { SheetLine } from "./SheetLine";

type Props = {
  sheet: StocktakePage;
  page: Omit<Page, "items"> & { items: SheetRow[] };
  amounts: boolean;
  company_id: string;
  me: string;
  acting: string | null;
  idempotency_key: string;
  filter: Record<string, string>;
  saved?: Saved;
  /** Those of the page, after those that could not be saved and are not on it any more. */
  rows: SheetRow[];
};

/** Without a script one button saves what was typed on this page; with one a row is saved when it is left. */
export function SheetForm({
  sheet,
  page,
  amounts,
  company_id,
  me,
  acting,
  idempotency_key,
  filter,
  saved,
  rows,
}: Props) {
  const isOpen = sheet.state === "open";
  const isDone = sheet.state === "confirmed" || sheet.state === "undone";
  const next = nextOf(sheet);
  return (
    <form
      method="post"
      action={`?${new URLSearchParams({ index: "", ...filter })}`}
      data-rare={isOpen || undefined}
      data-stocktake={isOpen ? sheet.key : undefined}
      data-company={company_id}
      data-acting={acting ?? undefined}
      className="grid min-w-0 gap-3"
    >
      {/* Enter presses the first submit button of a form: without this one, an answer of the first row. */}
      {isOpen ? (
        <button name="act" value="save" tabIndex={-1} aria-hidden="true" className="sr-only">
          保存
        </button>
      ) : null}
      <input type="hidden" name="idempotency_key" value={idempotency_key} />
      {isOpen ? (
        <p className="text-note text-muted max-desk:order-last print:hidden">
          「12.5kg」「3箱」のように、ほかの単位でも入れられます（単重とセットの個数で換算します）。
          「出荷待ち」は、引き当てて出荷待ちに置いてある分です。棚の数と合わせて実棚数になります。
        </p>
      ) : null}
      <div className="lines-pane">
        <table className="lines lines-picked">
          <caption className="sr-only">棚卸表</caption>
          <thead>
            <tr>
              {isDone ? (
                <th scope="col">
                  <span className="sr-only">選択</span>
                </th>
              ) : null}
              <th scope="col">商品番号・品名</th>
              <th scope="col">置場</th>
              <th scope="col" className="text-right">
                帳簿数
              </th>
              <th scope="col" className="text-right">
                実棚数
              </th>
              <th scope="col" className="text-right">
                差異
              </th>
              {amounts ? (
                <th scope="col" className="text-right">
                  差異金額
                </th>
              ) : null}
              <th scope="col" className="text-right">
                開始後の入出庫
              </th>
              <th scope="col">理由</th>
              <th scope="col">担当・時刻</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SheetLine
                key={row.product_id}
                row={row}
                sheet={sheet}
                amounts={amounts}
                isDone={isDone}
                me={me}
                typed={saved?.typed[row.product_id]}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-4 py-3 print:hidden max-desk:bottom-14">
        {isOpen ? (
          <>
            <Button name="act" value="save" data-unscripted>
              このページを保存
            </Button>
            {page.next ? (
              <Button name="act" value={`next.${page.next}`}>
                保存して次の{formatNumber(page.items.length)}行へ
              </Button>
            ) : null}
            <b data-net role="status" className="text-note" />
            <LinkButton tone="primary" className="ml-auto desk:hidden" href={next.href}>
              {next.label}
            </LinkButton>
          </>
        ) : null}
        {isDone ? (
          <Button name="act" value="recount">
            選んだ行を数え直す
          </Button>
        ) : null}
      </div>
    </form>
  );
}
