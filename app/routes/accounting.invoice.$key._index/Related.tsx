import type { InvoiceDetail } from "~/lib/accounting/invoice.schema";

type Correction = InvoiceDetail["corrections"][number];
const word = ({ correction, revision }: Correction) =>
  correction === "red" ? "赤伝" : correction === "black" ? "黒伝" : `訂正版（第${revision}版）`;
const ORIGINAL = { red: "取り消した請求書", black: "訂正前の請求書", none: "旧版" };

/** 赤黒 and 訂正版, linked both ways. */
export function Related({ doc }: { doc: InvoiceDetail }) {
  const { original, corrections } = doc;
  if (!original && corrections.length === 0) return null;
  return (
    <p
      className={`flex flex-wrap gap-x-6 rounded border px-4 py-2 ${corrections.length > 0 ? "border-warn bg-warn-soft" : "border-line bg-surface"}`}
    >
      {original ? (
        <span>
          {ORIGINAL[doc.correction ?? "none"]}{" "}
          <a href={`/accounting/invoice/${original.key}`}>{original.number}</a>
        </span>
      ) : null}
      {corrections.map((one) => (
        <span key={one.key}>
          {word(one)} <a href={`/accounting/invoice/${one.key}`}>{one.number}</a>
        </span>
      ))}
    </p>
  );
}
