import { HeadCells } from "~/components/list/HeadCells";

type Row = { key: number; late: boolean; cells: string[] };
type Step = { id: string; label: string; facts: string; rows: Row[]; more?: string };

/** A3 across; a column's head is repeated on every page. */
export function ByStep({
  title,
  facts,
  head,
  steps,
}: {
  title: string;
  facts: string[];
  head: string[];
  steps: Step[];
}) {
  return (
    <>
      <header className="mb-2 flex flex-wrap items-baseline gap-x-6">
        <h1>{title}</h1>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </header>
      {steps.length === 0 && <p>カードはありません。</p>}
      {steps.map((step) => (
        <table key={step.id} className="steps">
          <caption>
            <b>{step.label}</b>　{step.facts}
          </caption>
          <thead>
            <tr>
              <HeadCells names={head} />
            </tr>
          </thead>
          <tbody>
            {step.rows.map((row) => (
              <tr key={row.key} className={row.late ? "steps-late" : undefined}>
                {row.cells.map((cell, index) => (
                  <td key={head[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
          {step.more && (
            <tfoot>
              <tr>
                <td colSpan={head.length}>{step.more}</td>
              </tr>
            </tfoot>
          )}
        </table>
      ))}
    </>
  );
}
