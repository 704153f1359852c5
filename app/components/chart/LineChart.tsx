import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { formatNumber } from "~/lib/money/decimal";
import { addDays, daysBetween, formatDate } from "~/lib/time/date";
import { type ChartProps, Figure, NoFigure, Stretched } from "./Figure";
import { across, BOTTOM, brief, HEIGHT, INNER, PALETTE, round, shortDay, TOP, wide } from "./scale";

/** `value` null: from this day on nothing is known, and the line has a gap. */
type Point = { date: string; value: number | null; href?: string };

type Props = ChartProps & {
  /** The days on which the value changed; it holds until the next. */
  points: Point[];
  from: string;
  to: string;
  limit?: { label: string; value: number };
};

const MARKS = 4;
/** The last step, which may have begun today, goes on to the edge of the drawing. */
const END = 1.035;

export function LineChart({ points, from, to, limit, ...figure }: Props) {
  const known = points.flatMap(({ value }) => value ?? []);
  const last = points.at(-1);
  if (!last || known.length === 0) return <NoFigure {...figure} />;
  const y = scaleLinear([BOTTOM, TOP])
    .domain([Math.min(0, ...known), Math.max(1, limit?.value ?? 0, ...known)])
    .nice(4);
  const days = Math.max(1, daysBetween(from, to));
  const part = (day: string) => daysBetween(from, day) / days;
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x(({ date }) => part(date) * INNER)
    .y(({ value }) => y(value ?? 0))
    .curve(curveStepAfter)
    .digits(0)([...points, { date: to, value: last.value }]);
  const marks = Array.from({ length: MARKS + 1 }, (_, at) => addDays(from, Math.round((days * at) / MARKS)));
  const rows = points.map(({ date, value }) => [
    formatDate(date),
    value === null ? null : formatNumber(value),
  ]);
  return (
    <Figure
      {...figure}
      zoom="line"
      y={y}
      head={["日付", figure.axis]}
      rows={rows}
      over={
        points.some(({ href }) => href)
          ? points.map(({ date, href }, at) => {
              const next = points[at + 1];
              return href ? (
                <a key={date} href={href}>
                  <title>{rows[at]!.join(" ")}</title>
                  <rect
                    x={across(part(date))}
                    width={wide((next ? part(next.date) : END) - part(date))}
                    height={HEIGHT}
                  />
                </a>
              ) : null;
            })
          : null
      }
    >
      {[...new Set(marks)].map((day) => (
        <text key={day} x={across(part(day))} y={BOTTOM + 16} textAnchor={day === to ? undefined : "middle"}>
          {shortDay(day)}
        </text>
      ))}
      {limit ? (
        <g fill={PALETTE[1]}>
          <line
            x1={across(0)}
            x2={across(1)}
            y1={round(y(limit.value))}
            y2={round(y(limit.value))}
            stroke={PALETTE[1]}
            strokeDasharray="6 4"
          />
          <text x={across(0.01)} y={round(y(limit.value)) - 4} textAnchor="start">
            {limit.label} {brief(limit.value)}
          </text>
        </g>
      ) : null}
      <Stretched>
        <path
          d={path ?? ""}
          fill="none"
          stroke={PALETTE[0]}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </Stretched>
      {last.value === null ? null : (
        <g fill={PALETTE[0]}>
          <circle cx={across(1)} cy={round(y(last.value))} r="4" />
          <text
            x={across(1)}
            y={round(y(last.value)) - 8}
            fontWeight="600"
            paintOrder="stroke"
            stroke="#fff"
            strokeWidth="4"
          >
            {brief(last.value)}
          </text>
        </g>
      )}
    </Figure>
  );
}
