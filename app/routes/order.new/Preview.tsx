import { PaperDocument } from "~/components/paper/PaperDocument";
import type { FileRow } from "~/lib/file/file.schema";
import type { Typed } from "~/lib/order/order.draft";
import { orderPaper } from "~/lib/order/order.paper";
import type { Order } from "~/lib/order/order.row.schema";
import type { Comparison } from "~/lib/order/previous.schema";

type Props = { paper: Order; compared: Comparison[]; typed: Typed; files: FileRow[] };

/** The 注文書 as it would be sent: of the same check that stands above. */
export function Preview({ paper, compared, typed, files }: Props) {
  const attached = (keys: unknown) =>
    files.filter(({ key }) =>
      String(keys ?? "")
        .split(" ")
        .includes(key),
    );
  const against = {
    files: attached(typed.files),
    lines: compared.map((one, index) => ({
      ...one,
      line_no: index + 1,
      files: attached(typed.lines?.[index]?.files),
    })),
  };
  return (
    <details className="rounded border border-line bg-surface print:hidden">
      <summary className="flex min-h-11 items-center px-4 font-bold text-accent">
        送る外注依頼書を見る（プレビュー）
      </summary>
      <p className="px-4 text-note text-muted">
        まだ送信していません。自動で付く注文番号と、商品マスタの図面の控えは、送信したときに記載されます。
      </p>
      <div className="sheets-room">
        <PaperDocument {...orderPaper(paper, "order", "sent", against)} />
      </div>
    </details>
  );
}
