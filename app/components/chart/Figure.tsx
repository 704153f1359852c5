import type { ScaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { AXIS_TITLE, across, brief, HEIGHT, INNER, SHARE, TICK, TITLE, TOP } from "./scale";

export type FigureProps = {
  id: string;
  title: string;
  /** What the drawing says, in a sentence. */
  sentence: string;
  /** Of the axis: 在庫（個）. */
  axis: string;
  /** The figures themselves, as a table. */
  head: string[];
  rows: (string | null)[][];
};

type Props = FigureProps & { y: ScaleLinear<number, number>; over?: ReactNode; children: ReactNode };

/** Drawn by the server, read without seeing it: a sentence, a description and the figures as a table. */
export function Figure({ id, title, sentence, axis, head, rows, y, over, children }: Props) {
  const ticks = y.ticks(4);
  const rulesAt = (at: number[]) => at.map((tick) => `M0,${Math.round(y(tick))}h${INNER}`).join("");
  return (
    <figure className="m-0 grid min-w-0 gap-2">
      <figcaption>{sentence}</figcaption>
      <div className="relative rounded border border-line bg-surface p-3">
        <svg role="img" aria-labelledby={`${id}-title ${id}-desc`} width="100%" height={HEIGHT}>
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-desc`}>{sentence}</desc>
          <g fontSize={TICK} fill="#5b6770" textAnchor="end">
            <text x="0" y="20" fontSize={TITLE} textAnchor="start" fill="#1f2933">
              {title}
            </text>
            <text x="0" y={TOP - 16} fontSize={AXIS_TITLE} textAnchor="start">
              {axis}
            </text>
            <Stretched>
              <path d={rulesAt(ticks.filter(Boolean))} stroke="#d5dbe1" vectorEffect="non-scaling-stroke" />
              <path d={rulesAt([0])} stroke="#5b6770" vectorEffect="non-scaling-stroke" />
            </Stretched>
            {ticks.map((tick) => (
              <text key={tick} x={across(-0.01)} y={Math.round(y(tick)) + 4}>
                {brief(tick)}
              </text>
            ))}
            {children}
          </g>
        </svg>
        {over ? (
          <svg width="100%" height={HEIGHT} className="absolute">
            {over}
          </svg>
        ) : null}
      </div>
      <details className="print:hidden">
        <summary className="inline-flex h-9 items-center text-accent touch:h-11">表で見る</summary>
        <div className="overflow-x-auto">
          <table className="rows">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {head.map((name, at) => (
                  <th key={name} scope="col" className={at ? "text-right" : undefined}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row[0]}>
                  {row.map((value, at) => (
                    <td key={head[at]} className={at ? "text-right tabular-nums" : undefined}>
                      {value ?? "―"}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Its paths take the width there is, so that type and strokes keep their size. */
export const Stretched = ({ children }: { children: ReactNode }) => (
  <svg
    x={across(0)}
    width={`${SHARE}%`}
    height={HEIGHT}
    viewBox={`0 0 ${INNER} ${HEIGHT}`}
    preserveAspectRatio="none"
    overflow="visible"
  >
    {children}
  </svg>
);
