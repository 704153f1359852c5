import { Empty } from "~/components/list/Empty";
import type { Pool } from "~/lib/accounting/delivery.schema";
import type { Option } from "~/lib/list/option";
import { Buyer } from "./Buyer";
import { Cardless } from "./Cardless";
import { LinesStep } from "./LinesStep";
import type { StepProps } from "./step";

type Props = StepProps & {
  /** Whom a 納品書 without cards may be for; null where cards are chosen. */
  partners: Option[] | null;
  pool: Pool;
  buyer_id: string;
  filter: Record<string, string>;
  all: boolean;
  picked: string[];
};

/** 1 対象: whose cards, and which of them. */
export function ChooseStep({ partners, ...props }: Props) {
  const { pool, buyer_id, filter } = props;
  if (partners)
    return <Cardless answer={props.answer} idempotency_key={props.idempotency_key} partners={partners} />;
  return (
    <>
      <p>
        <a href="/accounting/delivery/new?cardless=on">カードのない納品書を作る（送料・返品など）</a>
      </p>
      {pool.buyers.length === 0 ? (
        <div className="rounded border border-line bg-surface">
          <Empty
            text="未納品のカードはありません。"
            action={{ label: "出荷済み一覧へ", href: "/task/shipped" }}
          />
        </div>
      ) : (
        <Buyer buyers={pool.buyers} buyer_id={buyer_id} filter={filter} />
      )}
      {buyer_id === "" ? null : <LinesStep {...props} />}
    </>
  );
}
