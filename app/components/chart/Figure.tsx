import type { ScaleLinear } from "d3-scale";
import { type ReactNode, useContext } from "react";
import { Legend, LegendQuery } from "./Legend";
import { AXIS_TITLE, across, brief, HEIGHT, INNER, SHARE, TICK, TITLE, TOP } from "./scale";

type FigureProps = {
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
/** What every chart is given; its table it makes itself. */
export type ChartProps = Omit<FigureProps, "head" | "rows">;

type Props = FigureProps & {
  /** Of values, with its rules and figures; a pie and a row of times have none. */
  y?: ScaleLinear<number, number>;
  height?: number;
  series?: string[];
  gap?: string;
  mark?: "fill" | "line";
  /** As what it is drawn where it is looked into; null: it is not. */
  zoom?: "line" | "bar" | null;
  over?: ReactNode;
  children: ReactNode;
};

/** Drawn by the server, read without seeing it: a sentence, a description and the figures as a table. */
export function Figure(props: Props) {
  const {
    id,
    title,
    sentence,
    axis,
    y,
    height = HEIGHT,
    series = [],
    mark = "fill",
    gap,
    over,
    children,
  } = props;
  return (
    <figure id={id} className="grid min-w-0 content-start gap-2">
      <figcaption>{sentence}</figcaption>
      <div className="rounded border border-line bg-surface p-3">
        <div className="relative">
          <svg role="img" aria-labelledby={`${id}-title ${id}-desc`} width="100%" height={height}>
            <title id={`${id}-title`}>{title}</title>
            <desc id={`${id}-desc`}>{sentence}</desc>
            <g aria-hidden="true" fontSize={TICK} fill="#5b6770" textAnchor="end">
              <text x="0" y="20" fontSize={TITLE} fontWeight="600" textAnchor="start" fill="#1f2933">
                {title}
              </text>
              <text x="0" y={TOP - 16} fontSize={AXIS_TITLE} textAnchor="start">
                {axis}
              </text>
              {y ? <Rules y={y} height={height} /> : null}
              {children}
            </g>
          </svg>
          {over ? (
            <svg width="100%" height={height} className="absolute top-0">
              <g pointerEvents="all" fill="none">
                {over}
              </g>
            </svg>
          ) : null}
        </div>
        <Legend id={id} series={series} mark={mark} gap={gap} />
      </div>
      <Figures {...props} />
    </figure>
  );
}

function Rules({ y, height }: { y: ScaleLinear<number, number>; height: number }) {
  const ticks = y.ticks(4);
  const rulesAt = (at: number[]) => at.map((tick) => `M0,${Math.round(y(tick))}h${INNER}`).join("");
  const [low = 0] = y.domain();
  return (
    <>
      <Stretched height={height}>
        <path
          d={rulesAt(ticks.filter((tick) => tick !== 0))}
          stroke="#d5dbe1"
          vectorEffect="non-scaling-stroke"
        />
        <path d={rulesAt([Math.max(0, low)])} stroke="#5b6770" vectorEffect="non-scaling-stroke" />
      </Stretched>
      {ticks.map((tick) => (
        <text key={tick} x={across(-0.01)} y={Math.round(y(tick)) + 4}>
          {ticks.some((one) => !Number.isInteger(one)) ? y.tickFormat(4)(tick) : brief(tick)}
        </text>
      ))}
    </>
  );
}

function Figures({ id, title, head, rows, mark, zoom = mark === "line" ? "line" : "bar" }: Props) {
  const isZoomed = useContext(LegendQuery) !== null && zoom !== null && rows.length > 1;
  const figures = (
    <details id={isZoomed ? `${id}-figures` : undefined} className="print:hidden">
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
            {rows.map((row, index) => (
              <tr key={index}>
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
  );
  return isZoomed ? (
    <div className="flex flex-wrap gap-x-6 print:hidden">
      <a
        href={`#${id}-figures`}
        data-zoom={zoom}
        className="inline-flex h-9 items-center text-accent touch:h-11"
      >
        拡大して調べる
      </a>
      {figures}
    </div>
  ) : (
    figures
  );
}

/** Its paths take the width there is, so that type and strokes keep their size. */
export const Stretched = ({ height = HEIGHT, children }: { height?: number; children: ReactNode }) => (
  <svg
    x={across(0)}
    width={`${SHARE}%`}
    height={height}
    viewBox={`0 0 ${INNER} ${height}`}
    preserveAspectRatio="none"
    overflow="visible"
  >
    {children}
  </svg>
);

/** Where there is nothing to draw, its sentence stands alone. */
export const NoFigure = ({ sentence }: { sentence: string }) => <p className="text-muted">{sentence}</p>;
