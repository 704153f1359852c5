import { Chip } from "~/components/list/Chip";
import { Photos } from "~/components/list/Photos";
import { limitsText, valueText } from "~/lib/measurement/measure";
import type { Measured, MeasurementRow } from "~/lib/measurement/measurement.schema";
import { formatDateTime } from "~/lib/time/datetime";
import { HOW_LABEL, JUDGEMENT_LABEL } from "~/lib/vocabulary/measurement";
import { WorkCell } from "./WorkLine";

const said = ({ value, choice, digits, unit }: MeasurementRow) =>
  value === null ? (choice ?? "未記録") : valueText(value, digits, unit);

/** Why it is what it is: 備考, and what stood before. */
function Note({ one }: { one: Measured }) {
  const earlier = one.before.map((row, at) => {
    const then = HOW_LABEL[(one.before[at + 1]?.how ?? one.how) as keyof typeof HOW_LABEL];
    const text = row.how === "void" ? HOW_LABEL.void : said(row);
    return `${then}の前 ${text}（${formatDateTime(row.recorded_time).slice(5)}）`;
  });
  return (
    <span>
      {one.note ? <span className="whitespace-pre-wrap">{one.note}</span> : null}
      {earlier.map((text) => (
        <span key={text} className="block text-note text-muted">
          {text}
        </span>
      ))}
    </span>
  );
}

type Props = { records: Measured[]; card_key: number };

/** 記録データ of the card, with what each value replaced. */
export function Records({ records, card_key }: Props) {
  return (
    <div className="min-w-0 overflow-x-auto rounded border border-line bg-surface">
      <table className="rows fold facts">
        <caption className="sr-only">記録</caption>
        <thead>
          <tr>
            {["項目", "値", "規格", "判定", "工程", "日時", "作業者", "備考"].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">変更</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((one) => (
            <tr key={one.key}>
              <WorkCell>
                <b>{one.label}</b>
                {one.sample > 1 ? <span className="ml-1 text-muted">{one.sample}</span> : null}
              </WorkCell>
              <WorkCell label="値">
                <span>
                  <span className={one.judgement === "ng" ? "font-bold text-bad" : undefined}>
                    {said(one)}
                  </span>
                  <Photos photos={one.photos} />
                </span>
              </WorkCell>
              <WorkCell label="規格">{limitsText(one)}</WorkCell>
              <WorkCell label="判定">
                {one.judgement ? (
                  <Chip tone={one.judgement === "ng" ? "bad" : "good"}>{JUDGEMENT_LABEL[one.judgement]}</Chip>
                ) : (
                  <Chip tone="warn">未記録</Chip>
                )}
              </WorkCell>
              <WorkCell label="工程">{one.status}</WorkCell>
              <WorkCell label="日時">{formatDateTime(one.measured_time).slice(5)}</WorkCell>
              <WorkCell label="作業者">{one.worker_name}</WorkCell>
              <WorkCell label="備考">
                <Note one={one} />
              </WorkCell>
              <WorkCell>
                <a
                  href={`/task/${card_key}/measure?record=${one.key}`}
                  className="inline-flex items-center text-accent underline touch:min-h-11"
                >
                  再測定・訂正
                </a>
              </WorkCell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
