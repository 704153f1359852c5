import { Button } from "~/components/form/Button";
import { type Typed, unpriced } from "~/lib/order/order.draft";

const MOST = 20;

export function Unpriced({ typed, wrong }: { typed: Typed; wrong?: object | null }) {
  const lines = unpriced(typed, wrong ?? {}).slice(0, MOST);
  if (lines.length === 0) return null;
  return (
    <section aria-label="単価未定の明細" className="rounded border border-line px-4 py-2">
      <p>単価の決まっていない明細は、先に見積を依頼できます。依頼の入力は下書きに残ります。</p>
      {lines.length > 1 ? (
        <p className="py-1">
          <Button name="step" value="quotes" formNoValidate>
            まとめて見積依頼にする
          </Button>
        </p>
      ) : null}
      <ul>
        {lines.map(({ index, name }) => (
          <li key={index} className="flex min-h-11 flex-wrap items-center gap-x-4 py-1">
            <b className="min-w-0 flex-1">
              {index + 1}行目 {name}
            </b>
            <Button name="step" value={`quote ${index}`} formNoValidate>
              見積依頼として送る
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
