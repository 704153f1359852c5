import { BuyerActions, DayActions, type Props, SellerActions } from "./Actions";
import { MoreActions } from "./MoreActions";

const SUMMARY = "inline-flex h-9 items-center rounded border border-muted/75 bg-surface px-4 touch:h-11";

/** The day's acts in a row, the first the next step; on a phone that stays in reach and the others do not. */
export function Acts({ detail, work, last }: Omit<Props, "work"> & { work: Props["work"] | null }) {
  return (
    <div role="group" aria-label="操作" className="flex-wrap gap-2 max-desk:contents desk:flex print:hidden">
      <div className="deeds flex-wrap desk:flex">
        {work ? <SellerActions detail={detail} work={work} last={last} /> : <BuyerActions detail={detail} />}
      </div>
      {work ? (
        <div className="relative flex min-w-0 flex-1 flex-wrap items-start gap-2">
          <DayActions detail={detail} work={work} />
          <details data-menu>
            <summary className={SUMMARY}>そのほか ▾</summary>
            <div className="absolute inset-x-0 top-full z-20 mt-2 flex flex-wrap rounded border border-line bg-surface p-2">
              <MoreActions detail={detail} work={work} last={last} />
            </div>
          </details>
        </div>
      ) : null}
    </div>
  );
}
