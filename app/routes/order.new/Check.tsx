import { Chip } from "~/components/list/Chip";
import { type Item } from "~/lib/order/order";
import { type OrderCheck } from "~/lib/order/order.row.schema";
import { TORITEKI_LABEL } from "~/lib/vocabulary/toriteki";
import { CheckLines } from "./CheckLines";

const STATE: Record<Item["state"], [mark: string, word: string, colour: string]> = {
  stated: ["✓", "記載あり", "text-good"],
  missing: ["✗", "未記載", "font-bold text-bad"],
  none: ["―", "該当なし", "text-muted"],
};

const UNCHECKED: (typeof STATE)["none"] = ["―", "未確認", "text-muted"];

const LAW: Record<OrderCheck["toriteki"], string> = {
  covered: "明示事項がそろい、支払期日が受領から60日以内（月ごとの締めは2か月以内）でないと送信できません。",
  exempt: "この依頼先には適用されません。記載の確認にお使いください。",
  unknown: "対象かどうかがまだ判定されていません。対象であれば、次の事項の明示と60日以内の支払いが必要です。",
};

type Props = {
  items: Item[];
  fresh: boolean;
  wrong: boolean;
  check?: OrderCheck;
  toriteki: OrderCheck["toriteki"];
};

/**
 * The law's items and, once asked for, what would be sent with its due dates (R2-2, R2-5). `fresh`: nothing
 * was sent or checked yet.
 */
export function Check({ items, fresh, wrong, check, toriteki }: Props) {
  const blocked = toriteki === "covered";
  const missing = items.filter((item) => item.state === "missing").length;
  return (
    <section
      aria-labelledby="check"
      data-checked={check ? "" : undefined}
      className="rounded border border-line bg-surface p-4"
    >
      <header className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="check">送信前の確認</h2>
        {wrong ? <Chip tone="bad">入力に誤りがあります</Chip> : null}
        {missing > 0 && !fresh ? <Chip tone="warn">未記載 {missing}件</Chip> : null}
        {missing === 0 && !wrong ? <Chip tone="good">明示事項はすべて記載済み</Chip> : null}
      </header>
      <p className="mb-2 text-note">
        <Chip tone={toriteki === "unknown" ? "warn" : "muted"}>取適法 {TORITEKI_LABEL[toriteki]}</Chip>
        {"　"}
        {LAW[toriteki]}
      </p>
      {check?.problem ? (
        <p
          role="alert"
          className={`mb-2 rounded border px-4 py-2 ${blocked ? "border-bad bg-bad-soft text-bad" : "border-warn bg-warn-soft text-warn"}`}
        >
          {check.problem}。
          {blocked ? "このままでは送信できません。" : "対象の依頼先であれば、このままでは違反になります。"}
        </p>
      ) : null}
      <ul className="grid gap-x-6 desk:grid-cols-3" aria-label="取適法の明示事項">
        {items.map(({ no, name, state, lacks }) => {
          const [mark, word, colour] = fresh && state === "missing" ? UNCHECKED : STATE[state];
          return (
            <li key={no} className="flex gap-2 border-b border-line py-1 text-note">
              <span className="w-5 text-right tabular-nums text-muted">{no}</span>
              <span className="flex-1">
                {name}
                {lacks && !fresh ? <span className="text-bad">（{lacks.join("・")}）</span> : null}
              </span>
              <span className={`whitespace-nowrap ${colour}`}>
                <span aria-hidden="true">{mark}</span> {word}
              </span>
            </li>
          );
        })}
      </ul>
      {check ? <CheckLines check={check} /> : null}
    </section>
  );
}
