import { formatNumber } from "~/lib/money/decimal";
import { SHELF_ACT_LABEL } from "~/lib/vocabulary/stocktake";
import { type ScanData, type ShelfView, shelfHref } from "./data";
import { Recent } from "./Recent";
import { Act } from "./ShelfAct";
import { Question } from "./ShelfQuestion";

const ACTS = ["stock_in", "stock_out", "stock_count"] as const;

/** Empty and hidden where nothing of a shelf was read: the script fills its form while there is no line. */
export function Shelf({ view }: { view: ScanData["shelf"] }) {
  const stock = view?.at?.stock ?? null;
  const refused = view?.refused ?? null;
  const asks = refused !== null && refused.words.length > 0;
  const wrong = refused && !asks ? refused.result.detail : (view?.problem ?? null);
  return (
    <section
      className="grid min-w-0 grid-cols-1 gap-3"
      data-shelf={view?.shelf ?? ""}
      data-twice={view?.isTwice || undefined}
      data-act={view?.act ?? undefined}
      data-sheet={view?.sheet ?? undefined}
      hidden={!view}
      aria-label="棚"
    >
      {wrong ? (
        <p role="alert" className="scan-wrong">
          {wrong}
        </p>
      ) : null}
      {view && asks ? <Question view={view} /> : null}
      {view && !stock ? view.find ? <Find view={view} find={view.find} /> : <ShelfPage view={view} /> : null}
      {asks ? null : <Act view={view} stock={stock} />}
      {view ? <Recent items={view.recent} shelf={view.shelf ?? ""} /> : null}
    </section>
  );
}

/** 「棚 A-3」 with what stands there. */
function ShelfPage({ view }: { view: ShelfView }) {
  const products = view.at?.products ?? [];
  return (
    <div className="grid gap-3 rounded border border-line bg-surface p-4">
      <h2 className="text-title">{view.shelf ? `棚 ${view.shelf}` : "棚の入庫・出庫・数える"}</h2>
      <p>
        {view.act
          ? `「${SHELF_ACT_LABEL[view.act]}」する商品の棚札を読み取ってください。`
          : "棚札か置場のコードを読み取るか、商品番号・置場の名前を入力してください。"}
      </p>
      <div className="grid grid-cols-2 gap-2">
        {ACTS.map((act) => (
          <a
            key={act}
            href={shelfHref(view, { act })}
            aria-current={act === view.act || undefined}
            className={act === view.act ? "scan-button scan-first" : "scan-button"}
          >
            {SHELF_ACT_LABEL[act]}
          </a>
        ))}
        <a href={shelfHref(view, { find: "" })} className="scan-button">
          探す
        </a>
      </div>
      {products.map((one) => (
        <a key={one.product_id} href={shelfHref(view, { code: one.code })} className="scan-button">
          {one.code}　{one.name}
          {one.num === null ? "" : `　${formatNumber(one.num)}${one.unit}`}
        </a>
      ))}
    </div>
  );
}

/** By a part of its name, where no label is at hand: an unknown code that is read still stops. */
function Find({ view, find: { q, items } }: { view: ShelfView; find: NonNullable<ShelfView["find"]> }) {
  return (
    <div className="grid gap-3 rounded border border-line bg-surface p-4">
      <h2 className="text-title">在庫を探す</h2>
      <form action="/s/" className="grid gap-2">
        <ShelfState view={view} />
        <label className="grid gap-1">
          <span className="font-bold">品名・商品番号の一部</span>
          <input
            name="find"
            defaultValue={q}
            autoComplete="off"
            className="h-14 rounded border border-muted/75 bg-surface px-3 text-input text-ink"
          />
        </label>
        <button className="scan-button scan-first">探す</button>
      </form>
      {q.trim() && items.length === 0 ? (
        <p role="status">「{q}」を含む在庫の商品はありません。言葉を短くして探してください。</p>
      ) : null}
      {items.map((one) => (
        <a key={one.code} href={shelfHref(view, { code: one.code })} className="scan-button">
          {one.code}　{one.name}　置場 {one.shelf ?? "未登録"}
        </a>
      ))}
    </div>
  );
}

/** What a further code is read with. */
export function ShelfState({ view }: { view: ShelfView }) {
  return (
    <>
      <input type="hidden" name="shelf" value={view.shelf ?? ""} />
      {view.act ? <input type="hidden" name="act" value={view.act} /> : null}
      {view.sheet ? <input type="hidden" name="sheet" value={view.sheet} /> : null}
      {view.isTwice ? <input type="hidden" name="twice" value="on" /> : null}
    </>
  );
}
