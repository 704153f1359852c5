import { Whole } from "~/components/list/Whole";
import type { Tag } from "~/lib/vocabulary/paper";
import { textRows } from "./paginate";
import { Qr } from "./Qr";

const TITLE_WIDTH = 91;

export const TAG_PAPERS = ["a6", "a4"] as const;
type TagPaper = (typeof TAG_PAPERS)[number];
export const TAG_PAPER_LABEL: Record<TagPaper, string> = { a6: "A6 1面", a4: "A4 4面付け" };

const SHEETS: Record<TagPaper, [number, string]> = {
  a6: [1, "sheet tags tags-a6"],
  a4: [4, "sheet tags tags-a4"],
};

/** A title of more than two rows is set smaller: with its end cut off, one part is taken for another. */
function sizeOf(title: string): string | undefined {
  const fits = (type_mm: number) => textRows(title, TITLE_WIDTH, type_mm) <= 2;
  return fits(5.4) ? undefined : fits(4.8) ? "text-section" : "text-base";
}

export function Tags({ paper, tags }: { paper: TagPaper; tags: Tag[] }) {
  const [size, look] = SHEETS[paper];
  const sheets = Array.from({ length: Math.ceil(tags.length / size) }, (_, index) =>
    tags.slice(index * size, index * size + size),
  );
  return (
    <>
      {sheets.map((sheet, index) => (
        <article key={index} className={look} aria-label={`${index + 1}枚目`}>
          {sheet.map(({ key, ...tag }) => (
            <OneTag key={key} {...tag} />
          ))}
        </article>
      ))}
    </>
  );
}

/** In rows as even as can be: none stands alone below the others. */
const stepColumns = (count: number) => {
  const columns = Math.ceil(count / Math.ceil(count / 5));
  return columns === 5 ? "grid-cols-5" : columns === 4 ? "grid-cols-4" : "grid-cols-3";
};

const Rows = ({ facts }: Pick<Tag, "facts">) =>
  facts.map(({ label, text }) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      <td>
        <Whole text={text} />
      </td>
    </tr>
  ));

function OneTag({
  kind,
  number,
  title,
  mark,
  box,
  facts,
  quantity,
  steps,
  note,
  url,
  code,
  owner,
}: Omit<Tag, "key">) {
  return (
    <section className="tag">
      <header className="tag-head">
        <span>{kind}</span>
        <strong>{number}</strong>
        {mark ? <em>{mark}</em> : null}
        {box ? <b>{box}</b> : null}
      </header>
      <h2 className="tag-title">
        <span className={sizeOf(title)}>{title}</span>
      </h2>
      <div className="tag-body">
        <table className="tag-facts">
          <tbody>
            <tr>
              <th scope="row">{quantity.label}</th>
              <td className="tag-quantity">
                <b>{quantity.text}</b> {quantity.unit}
              </td>
            </tr>
            <Rows facts={facts.filter(({ wide }) => !wide)} />
          </tbody>
        </table>
        <div>
          <Qr text={url} label={`${number}のQRコード`} className="tag-qr" />
          <p className="tag-code">{code}</p>
        </div>
      </div>
      <table className="tag-facts mt-1">
        <tbody>
          <Rows facts={facts.filter(({ wide }) => wide)} />
        </tbody>
      </table>
      <ul className={`tag-steps ${stepColumns(steps.length)}`}>
        {steps.map((step, index) => (
          <li key={index}>
            <span>{step}</span>
          </li>
        ))}
      </ul>
      <p className="tag-note">備考　{note}</p>
      <p className="tag-owner">{owner}</p>
    </section>
  );
}
