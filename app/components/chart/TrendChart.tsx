import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { formatNumber } from "~/lib/money/decimal";
import { type ChartProps, Figure, NoFigure, Stretched } from "./Figure";
import { useHidden } from "./Legend";
import { type Limit, Limits, limitName, limitValues } from "./Limits";
import { DASHES, Mark } from "./Pattern";
import {
  across,
  BOTTOM,
  colour,
  HALO,
  HEIGHT,
  INNER,
  isPrinted,
  isThinned,
  MANY,
  PALETTE,
  round,
  TOP,
  wide,
} from "./scale";

/** `values` by series; null: nothing is known, and the line has a gap. */
type Point = {
  label: string;
  values: (number | null)[];
  href?: string;
  is_open?: boolean;
  /** Of how many each value is: few make a small mark. */
  counts?: number[];
  /** Said beside its name: 7枚. */
  note?: string;
  /** Where `span` says so, what the line goes through instead of the values. */
  line?: (number | null)[];
  /** Why it stands out: 管理限界の外. */
  wrong?: string;
};

type Props = ChartProps & {
  series: string[];
  points: Point[];
  by: string;
  limits?: Limit[];
  /** Of shares 0 to 100; left out: as far as the values and limits go. */
  domain?: [number, number];
  /** What lines stand for that go through no single values: 7日間. */
  span?: string;
};

const LABELS = 6;
/** A mark of the most, against one of no count. */
const LARGE = 1.5;
const text = (value: number) => formatNumber(Math.round(value * 1000) / 1000);
const textOf = (value: number | null | undefined) => (typeof value === "number" ? text(value) : null);
const named = ({ label, is_open, note, wrong }: Point) =>
  `${label}${is_open ? "（途中）" : ""}${note ? `（${note}）` : ""}${wrong ? `（${wrong}）` : ""}`;

export function TrendChart({ series, points, by, limits = [], domain, span, ...figure }: Props) {
  const isHidden = useHidden(figure.id);
  const known = points.flatMap(({ values }) => values.filter((value) => value !== null));
  if (known.length === 0) return <NoFigure {...figure} />;
  const all = [...known, ...limitValues(limits)];
  const [low, high] = domain ?? [Math.min(...all), Math.max(...all)];
  const y = scaleLinear([BOTTOM, TOP])
    .domain(low === high ? [low - 1, high + 1] : [low, high])
    .nice(4);
  const part = (at: number) => (at + 0.5) / points.length;
  const shown = [...series.keys()].filter((at) => !isHidden(at));
  const lineOf = (point: Point) => (span ? (point.line ?? []) : point.values);
  const path = (key: number) =>
    line<Point>()
      .defined((point) => typeof lineOf(point)[key] === "number")
      .x((_, at) => part(at) * INNER)
      .y((point) => y(lineOf(point)[key] ?? 0))
      .digits(0)(points);
  const isShown = span ? () => false : isPrinted(points.map(({ values }) => values[shown[0] ?? 0] ?? 0));
  // A line that goes through no single values tells its last.
  const end = span ? points.findLastIndex((point) => typeof lineOf(point)[shown[0] ?? 0] === "number") : -1;
  const endsAt = end < 0 ? 0 : (lineOf(points[end]!)[shown[0] ?? 0] ?? 0);
  const most = Math.max(1, ...points.flatMap(({ counts = [] }) => counts));
  const scaleOf = ({ counts }: Point, key: number) =>
    counts && Math.round(Math.sqrt((counts[key] ?? 0) / most) * LARGE * 100) / 100;
  const isMarked = (point: Point) => points.length <= 3 * MANY || point.wrong !== undefined;
  return (
    <Figure
      {...figure}
      y={y}
      series={series}
      mark="line"
      head={[by, ...series, ...(span ? series.map((name) => `${name}（${span}）`) : [])]}
      rows={[
        ...points.map((point) => [
          named(point),
          ...series.map((_, at) => textOf(point.values[at])),
          ...(span ? series.map((_, at) => textOf(lineOf(point)[at])) : []),
        ]),
        ...limits.filter(({ value }) => typeof value === "number").map((limit) => [limitName(limit)]),
      ]}
      over={
        points.some(({ href }) => href)
          ? points.map((point, at) => (
              <a key={at} href={point.href}>
                <title>{named(point)}</title>
                <rect x={across(at / points.length)} width={wide(1 / points.length)} height={HEIGHT} />
              </a>
            ))
          : null
      }
    >
      <Limits limits={limits} y={y} />
      <Stretched>
        {shown.map((at) => (
          <path
            key={at}
            d={path(at) ?? ""}
            fill="none"
            stroke={colour(at)}
            strokeWidth="2"
            strokeDasharray={DASHES[at % DASHES.length]}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </Stretched>
      {shown.map((key) =>
        points.map((point, at) => {
          const value = point.values[key];
          return typeof value === "number" && isMarked(point) ? (
            <svg key={`${key} ${at}`} x={across(part(at))} y={round(y(value))} overflow="visible">
              <Mark at={key} scale={scaleOf(point, key)} />
              {point.wrong ? (
                <path d="M-8-8h16v16h-16z" fill="none" stroke={PALETTE[2]} strokeWidth="2" />
              ) : null}
              {key === shown[0] && isShown(at) ? (
                <text y={y(value) < TOP + 12 ? 18 : -9} textAnchor="middle" fill={colour(key)} {...HALO}>
                  {text(value)}
                </text>
              ) : null}
            </svg>
          ) : null;
        }),
      )}
      {shown[0] === undefined || end < 0 ? null : (
        <text
          x={across(part(end))}
          y={round(y(endsAt)) - 9}
          textAnchor="middle"
          fill={colour(shown[0])}
          {...HALO}
        >
          {text(endsAt)}
        </text>
      )}
      <g textAnchor="middle">
        {points.map(({ label, is_open }, at) =>
          isThinned(at, points.length, LABELS) ? null : (
            <text key={at} x={across(part(at))} y={BOTTOM + 16}>
              {is_open ? "途中" : label}
            </text>
          ),
        )}
      </g>
    </Figure>
  );
}
