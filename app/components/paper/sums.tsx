import { formatYen, formatYenPrint } from "~/lib/money/decimal";
import type { Rate, Summary, Total } from "~/lib/vocabulary/paper";

/** More than that would break in two at the size of a total. */
const LONG = 13;
/** Of a label's character, of a figure's and of a note's; between them. */
const [LABEL, FIGURE, NOTE, GAP] = [4, 3.6, 2.1, 4];

/** `mm` wide, where it stands on the address's edge. */
export function TotalBox({ label, amount, note, mm }: Total & { mm?: number }) {
  const text = formatYen(amount).replace("-", "△");
  const width = label.length * LABEL + GAP + text.length * FIGURE + (note ? GAP + note.length * NOTE : 0);
  const isLong = text.length > LONG || (mm !== undefined && width > mm);
  return (
    <div className={`paper-total whitespace-nowrap ${mm === undefined ? "px-2" : ""}`}>
      <span>{label}</span>
      {isLong ? <b className="ml-auto text-section">{text}</b> : <strong>{text}</strong>}
      {note && <small>{note}</small>}
    </div>
  );
}
/** As many as stand clear of both edges, where △ is as wide as two; a few more break in two. */
const SUMMED = 12;
const isLongSum = (text: string) => text.replace("△", "--").length > SUMMED;

/** R4-1. Up to drawing 4 (`fits` unsaid) a long figure is as large as any. */
export function SummaryRow({ summary, fits }: { summary: Summary; fits?: boolean }) {
  const figures = summary.map(({ label, amount }) => ({ label, text: formatYenPrint(amount) }));
  return (
    <table className="paper-summary">
      <thead>
        <tr>
          {summary.map((item) => (
            <th key={item.label} scope="col" className="text-center">
              {item.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {figures.map(({ label, text }) => (
            <td key={label} className="text-center">
              {fits && isLongSum(text) ? <small className="whitespace-nowrap">{text}</small> : text}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
/** R1-5. */
export function RateTable({ rates }: { rates: Rate[] }) {
  return (
    <table className="paper-rates">
      <thead>
        <tr>
          <th scope="col">税率別内訳</th>
          <th scope="col">対象額(税抜)</th>
          <th scope="col">消費税額</th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <tr key={rate.label}>
            <th scope="row">{rate.label}</th>
            <td>{formatYenPrint(rate.base)}</td>
            <td>{formatYenPrint(rate.tax)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
export function SumTable({ sums }: { sums: Summary }) {
  return (
    <table className="paper-sums">
      <tbody>
        {sums.map((sum, at) => (
          <tr key={sum.label} className={at === sums.length - 1 ? "font-bold" : undefined}>
            <th scope="row">{sum.label}</th>
            <td>{formatYenPrint(sum.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function StampRow({ stamps }: { stamps: string[] }) {
  return (
    <table className="paper-stamps">
      <tbody>
        <tr>
          {stamps.map((stamp) => (
            <th key={stamp} scope="col" className="text-center">
              {stamp}
            </th>
          ))}
        </tr>
        <tr>
          {stamps.map((stamp) => (
            <td key={stamp} />
          ))}
        </tr>
      </tbody>
    </table>
  );
}
