import { Qr } from "./Qr";

export const LABEL_PAPERS = ["a4-1", "a4-4", "a4-12", "a4-24", "strip", "badge"] as const;
type LabelPaper = (typeof LABEL_PAPERS)[number];
export const LABEL_PAPER_LABEL: Record<LabelPaper, string> = {
  "a4-1": "A4 1面",
  "a4-4": "A4 4面",
  "a4-12": "A4 12面",
  "a4-24": "A4 24面ラベル",
  strip: "ラベルプリンタ 62mm",
  badge: "名札（A4 10面）",
};
const ON_SHEET: Record<LabelPaper, number> = {
  "a4-1": 1,
  "a4-4": 4,
  "a4-12": 12,
  "a4-24": 24,
  strip: 1,
  badge: 10,
};

const LOOK: Record<LabelPaper, string> = {
  "a4-1": "sheet labels labels-1",
  "a4-4": "sheet labels labels-4",
  "a4-12": "sheet labels labels-12",
  "a4-24": "sheet labels labels-24",
  strip: "sheet labels labels-strip",
  badge: "sheet labels labels-badge",
};

/** `number` is what people call out; `code` what can be typed where nothing reads the QR. */
type Label = {
  key: string | number;
  kicker: string;
  number?: string | null;
  title: string;
  note: string;
  url: string;
  code: string;
  owner: string;
};

export function Labels({ paper, labels }: { paper: LabelPaper; labels: Label[] }) {
  const size = ON_SHEET[paper];
  const sheets = Array.from({ length: Math.ceil(labels.length / size) }, (_, index) =>
    labels.slice(index * size, index * size + size),
  );
  return (
    <>
      {sheets.map((sheet, index) => (
        <article key={index} className={LOOK[paper]} aria-label={`${index + 1}枚目`}>
          {sheet.map((label) => (
            <section key={label.key} className="label">
              <Qr text={label.url} label={`${label.title}のQRコード`} className="label-qr" />
              <div className="label-words">
                <p className="label-kicker">{label.kicker}</p>
                {label.number ? <p className="label-number">{label.number}</p> : null}
                <h2 className="label-title">{label.title}</h2>
                <p className="label-note">{label.note}</p>
                <p className="label-code">{label.code}</p>
                <p className="label-owner">{label.owner}</p>
              </div>
            </section>
          ))}
        </article>
      ))}
    </>
  );
}
