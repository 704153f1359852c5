import { Button } from "~/components/form/Button";
import { INPUT } from "~/components/form/control";
import type { Spread } from "~/lib/quote/quote.compare";

type Props = { spread: Spread; extra: string | null };

/** How 型代 counts in the totals, and one quantity more. */
export function SpreadForm({ spread, extra }: Props) {
  return (
    <form method="get" className="flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden">
      <label className="grid gap-1 text-note font-bold">
        型・治具代の入れ方
        <select name="spread" defaultValue={spread.kind} className={`${INPUT} w-40`}>
          <option value="once">今回に全部</option>
          <option value="over">次の個数で割る</option>
          <option value="none">含めない</option>
        </select>
      </label>
      <label className="grid gap-1 text-note font-bold">
        割る個数
        <input
          name="pieces"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={spread.kind === "over" ? spread.pieces : ""}
          className={`${INPUT} w-24 text-right`}
        />
      </label>
      <label className="grid gap-1 text-note font-bold">
        ほかの数量で試算
        <input
          name="q"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={extra ?? ""}
          className={`${INPUT} w-24 text-right`}
        />
      </label>
      <Button>計算する</Button>
    </form>
  );
}
