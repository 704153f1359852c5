import { askedItems } from "~/lib/measurement/measure";
import { formatNumber } from "~/lib/money/decimal";
import type { CardSummary } from "~/lib/scan/scan";
import type { ScanData } from "./data";
import { NUMBER, Value } from "./Value";

type Props = { shown: ScanData; card: CardSummary };

function Hidden({ shown, card, act }: Props & { act: string }) {
  return (
    <>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="card" value={shown.code ?? card.id} />
      <input type="hidden" name="client_id" value={shown.client_id} />
    </>
  );
}

function Reasons({ shown, kind, label }: { shown: ScanData; kind: "defect" | "pause"; label: string }) {
  return (
    <label className="grid gap-1">
      <span>{label}</span>
      <select name="reason_id" className="h-14 rounded border border-muted/75 bg-surface px-2 text-input">
        <option value=""></option>
        {shown.data.reasons
          .filter((one) => one.kind === kind)
          .map((one) => (
            <option key={one.reason_id} value={one.reason_id}>
              {one.label}
            </option>
          ))}
      </select>
    </label>
  );
}

export function Finish({ shown, card }: Props) {
  const items = askedItems(shown.data.items, card.own_items, card.group_id);
  const field = (name: string, label: string, offered?: string) => (
    <label className="grid gap-1">
      <span>{label}</span>
      <input name={name} inputMode="decimal" autoComplete="off" placeholder={offered} className={NUMBER} />
    </label>
  );
  return (
    <form
      method="post"
      action="/s/"
      encType={items.some(({ kind }) => kind === "photo") ? "multipart/form-data" : undefined}
      className="grid gap-3 rounded border-2 border-accent bg-surface p-4"
      data-nojs
    >
      <h2>
        完了：数量（残り {formatNumber(card.num_left)}
        {card.unit}）
      </h2>
      <Hidden shown={shown} card={card} act="finish" />
      <div className="grid grid-cols-3 gap-2">
        {field("num_good", "良品", card.num_left)}
        {field("num_defective", "不良")}
        {field("num_partial", "途中")}
      </div>
      <p>良品を空けておくと、残りから不良と途中を引いた数になります。</p>
      <Reasons shown={shown} kind="defect" label="不良があるときの理由" />
      {items.map((item) => (
        <Value key={item.item_id} item={item} />
      ))}
      <button className="scan-button scan-first">完了を登録</button>
      <a href="/s/" className="scan-button">
        やめる
      </a>
    </form>
  );
}

export function Pause({ shown, card }: Props) {
  return (
    <form
      method="post"
      action="/s/"
      className="grid gap-3 rounded border-2 border-accent bg-surface p-4"
      data-nojs
    >
      <h2>中断の理由</h2>
      <Hidden shown={shown} card={card} act="pause" />
      <Reasons shown={shown} kind="pause" label="理由" />
      <button className="scan-button scan-first">中断を登録</button>
      <a href="/s/" className="scan-button">
        やめる
      </a>
    </form>
  );
}

type PinProps = { worker: { worker_id: number; name: string }; day: string | null };

export function Pin({ worker, day }: PinProps) {
  return (
    <form
      method="post"
      action="/s/"
      className="grid gap-3 rounded border-2 border-accent bg-surface p-4"
      data-nojs
    >
      <input type="hidden" name="act" value="pin" />
      <input type="hidden" name="worker_id" value={worker.worker_id} />
      {day ? <input type="hidden" name="day" value={day} /> : null}
      <label className="grid gap-1">
        <span>{worker.name}さんの暗証番号</span>
        <input name="pin" type="password" inputMode="numeric" autoComplete="off" className={NUMBER} />
      </label>
      <button className="scan-button scan-first">決定</button>
    </form>
  );
}
