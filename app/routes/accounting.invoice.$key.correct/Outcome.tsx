import type { CorrectionPreview } from "~/lib/accounting/correction.schema";
import { formatYen } from "~/lib/money/decimal";
import { Figures } from "../shared/figures";

/** What the press will issue, to the yen. */
export function Outcome({ preview, number }: { preview: CorrectionPreview; number: string }) {
  const { red, black, is_credit_note, settled, left, carried, num_freed } = preview;
  const free = left - carried;
  const notes = [
    settled > 0 && `赤伝のうち ${formatYen(settled)} は、請求書 ${number} の未入金の分と相殺します。`,
    carried > 0 && `入金済みの ${formatYen(carried)} は、新しい請求書に充てます。`,
    free > 0 && `入金済みの ${formatYen(free)} は、赤伝の残りとして、ほかの請求書に使うか返金できます。`,
    num_freed > 0 && `納品書の明細${num_freed}行が未請求に戻ります。`,
    is_credit_note && "赤伝は適格返還請求書を兼ねます。",
  ].filter(Boolean);
  return (
    <div className="grid gap-2">
      {red ? <Figures title="赤伝" totals={red} /> : null}
      {black ? <Figures title={red ? "黒伝（正しい請求書）" : "訂正版"} totals={black} /> : null}
      {notes.map((note) => (
        <p key={String(note)}>{note}</p>
      ))}
    </div>
  );
}
