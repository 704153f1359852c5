import { formatNumber } from "~/lib/money/decimal";
import type { StockFacts } from "~/lib/stocktake/shelf.schema";
import { SHELF_ACT_LABEL, type ShelfAct } from "~/lib/vocabulary/stocktake";
import { type ShelfView } from "./data";

const ACTS = ["stock_in", "stock_out", "stock_count"] as const;

const usual = (act: ShelfAct, num: string | null, unit: string) =>
  num === null ? [] : [`${SHELF_ACT_LABEL[act]} ${formatNumber(num)}${unit}`];

/** An empty number is the last one, never the whole lot; nothing is counted by being left empty. */
export function Act({ view, stock }: { view: ShelfView | null; stock: StockFacts | null }) {
  const offered = stock
    ? [...usual("stock_in", stock.last_in, stock.unit), ...usual("stock_out", stock.last_out, stock.unit)]
    : [];
  const chosen = view?.act ?? "stock_out";
  const typed = view?.refused?.given;
  return (
    <form
      method="post"
      action="/s/"
      className="grid gap-3 rounded border-2 border-accent bg-surface p-4"
      data-shelf-form
      hidden={!stock}
    >
      {/* Enter presses the first submit button of a form: without this one, 入庫 of what is being counted. */}
      <button name="act" value={chosen} tabIndex={-1} aria-hidden="true" className="sr-only">
        {SHELF_ACT_LABEL[chosen]}
      </button>
      <input type="hidden" name="card" value={view?.code ?? ""} />
      <input type="hidden" name="client_id" value={view?.client_id ?? ""} />
      <input type="hidden" name="shelf" value={view?.shelf ?? ""} />
      {view?.sheet ? <input type="hidden" name="sheet" value={view.sheet} /> : null}
      <input type="hidden" name="last_in" value={stock?.last_in ?? ""} />
      <input type="hidden" name="last_out" value={stock?.last_out ?? ""} />
      <input type="hidden" name="seen" value={stock?.counted ? stock.last_count : ""} />
      <div>
        <p className="text-note text-muted" data-slot="stock-code">
          {[stock?.code, stock?.shelf && `置場 ${stock.shelf}`].filter(Boolean).join("・")}
        </p>
        <h2 className="text-title" data-slot="stock-name">
          {stock?.name}
        </h2>
        <p className="text-input tabular-nums" data-slot="stock-facts">
          {stock ? factsOf(stock) : ""}
        </p>
      </div>
      <label className="grid gap-1">
        <span className="font-bold" data-slot="stock-unit">
          何{stock?.unit ?? "個"}
        </span>
        <input
          name="num"
          defaultValue={typed?.num}
          inputMode="decimal"
          autoComplete="off"
          className="scan-number"
        />
      </label>
      {stock?.has_ready ? (
        <label className="grid gap-1" data-known>
          <span className="font-bold">うち出荷待ち（数えるとき、棚とは別に）</span>
          <input
            name="num_ready"
            defaultValue={typed?.num_ready}
            inputMode="decimal"
            autoComplete="off"
            className="scan-number"
          />
          <input type="hidden" name="splits" value="on" />
        </label>
      ) : null}
      {offered.length > 0 ? (
        <p className="text-note text-muted" data-known>
          空欄のまま押すと前回の数：{offered.join("・")}
        </p>
      ) : null}
      <div data-pad />
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          name="mode"
          value="add"
          defaultChecked={typed?.mode === "add"}
          className="h-6 w-6 accent-accent"
        />
        数えるときは、前の数に足す
      </label>
      <div className="sticky bottom-0 grid grid-cols-3 gap-2 bg-surface py-3">
        {ACTS.map((act) => (
          <button
            key={act}
            name="act"
            value={act}
            className={act === chosen ? "scan-button scan-first" : "scan-button"}
          >
            {SHELF_ACT_LABEL[act]}
          </button>
        ))}
      </div>
      {stock ? (
        <a
          href={`/inventory/${stock.product_id}`}
          className="inline-flex min-h-11 items-center text-note text-accent underline"
          data-known
        >
          在庫の画面を開く
        </a>
      ) : null}
    </form>
  );
}

function factsOf({ num, num_ready, has_ready, unit, sheet, counted }: StockFacts): string {
  const ready = has_ready && num_ready !== null ? `（うち出荷待ち ${formatNumber(num_ready)}${unit}）` : "";
  const on = num === null ? "帳簿数は隠しています" : `在庫 ${formatNumber(num)}${unit}${ready}`;
  const count = sheet && (counted === null ? `「${sheet}」未入力` : `「${sheet}」${formatNumber(counted)}`);
  return [on, count].filter(Boolean).join("　");
}
