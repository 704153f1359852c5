import { scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { formatNumber } from "~/lib/money/decimal";
import { type ChartProps, Figure, NoFigure } from "./Figure";
import { useHidden } from "./Legend";
import { PatternDefs } from "./Pattern";
import { brief, colour, round, shortened, TOP } from "./scale";

type Row = { label: string; values: (number | null)[]; href?: string /** Behind its bar. */; note?: string };
type Props = ChartProps & {
  series: string[];
  rows: Row[];
  by: string;
  /** Of a value: 3時間. */
  text?(value: number): string;
};

const LINE = 32;
const BAR = 20;
const LETTERS = 7;
/** Per cent: where bars begin, and how far the longest goes. */
const START = 28;
const LONG = 54;
const WITH_NOTE = 42;

/** Bars that lie, one below the other: names keep their room, however many they are. */
export function RowChart({ series, rows, by, text = formatNumber, ...figure }: Props) {
  const isHidden = useHidden(figure.id);
  if (rows.every(({ values }) => values.every((value) => !value))) return <NoFigure {...figure} />;
  const layers = stack<Row, number>()
    .keys(series.keys())
    .value(({ values }, at) => (isHidden(at) ? 0 : (values[at] ?? 0)))(rows);
  const sum = (at: number) => layers.at(-1)?.[at]?.[1] ?? 0;
  const x = scaleLinear([0, rows.some(({ note }) => note) ? WITH_NOTE : LONG]).domain([
    0,
    Math.max(1, ...rows.map((_, at) => sum(at))),
  ]);
  const top = (at: number) => TOP + at * LINE;
  const height = top(rows.length);
  const cells = ({ values }: Row) =>
    series.map((_, at) => (values[at] === null || values[at] === undefined ? null : text(values[at])));
  return (
    <Figure
      {...figure}
      height={height}
      series={series}
      head={[by, ...series]}
      rows={rows.map((row) => [row.label, ...cells(row)])}
      over={
        rows.some(({ href }) => href)
          ? rows.map((row, at) => (
              <a key={at} href={row.href}>
                <title>{`${row.label} ${series.map((name, index) => `${name} ${cells(row)[index] ?? "―"}`).join(" ")}`}</title>
                <rect y={top(at)} width="100%" height={LINE} />
              </a>
            ))
          : null
      }
    >
      <PatternDefs id={figure.id} count={series.length} />
      {layers.map((layer) => (
        <g key={layer.key} fill={`url(#${figure.id}-${layer.key})`} stroke={colour(layer.key)}>
          {layer.map(([from, to], at) =>
            from === to ? null : (
              <rect
                key={at}
                x={`${round(START + x(from))}%`}
                width={`${round(x(to) - x(from))}%`}
                y={top(at)}
                height={BAR}
              />
            ),
          )}
        </g>
      ))}
      {rows.map(({ label, note }, at) => (
        <g key={at} fill="#1f2933">
          <text x={`${START - 1}%`} y={top(at) + 15}>
            {shortened(label, LETTERS)}
          </text>
          <text x={`${round(START + x(sum(at)) + 1)}%`} y={top(at) + 15} textAnchor="start">
            {text === formatNumber ? brief(sum(at)) : text(sum(at))}
            {note ? <tspan fill="#5b6770">{`　${note}`}</tspan> : null}
          </text>
        </g>
      ))}
    </Figure>
  );
}
