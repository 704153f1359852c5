import { type ChartProps, Figure, NoFigure } from "./Figure";
import { GAP_LINE, PatternDefs } from "./Pattern";
import { FILL, PALETTE, round, shortened, TOP } from "./scale";

/**
 * In minutes from midnight. `is_open`: it has no end yet, and lasts until `to` as far as is known.
 * `is_beside`: it runs along with the others, and is drawn as a strip below them.
 */
type Bar = {
  from: number;
  to: number;
  label: string;
  series: number;
  is_open?: boolean;
  is_beside?: boolean;
  href?: string;
};
/** A worker, or a worker's day. `gaps`: of the shift nobody knows what was done. */
type Row = { label: string; bars: Bar[]; gaps: { from: number; to: number }[]; href?: string };
type Props = Omit<ChartProps, "axis"> & {
  rows: Row[];
  series: string[];
  by: string;
  /** What of the day is drawn: 8:00 to 20:00. */
  from: number;
  to: number;
};

const LINE = 32;
const BAR = 22;
const STRIP = 6;
const START = 20;
const LONG = 79;
const LETTERS = 5;

const GAP = "記録なし";

const DAY = 1440;
const next = (minutes: number) => (minutes >= DAY ? "翌" : "");
const clock = (minutes: number) =>
  `${next(minutes)}${Math.floor((minutes % DAY) / 60)}:${String(minutes % 60).padStart(2, "0")}`;
/** So many hours fit beside each other on a phone. */
const HOURS = 6;
const stepOf = (minutes: number) => Math.ceil(minutes / HOURS / 120) * 120;
const spanText = ({ from, to, is_open }: { from: number; to: number; is_open?: boolean }) =>
  `${clock(from)}〜${is_open ? "未終了" : clock(to)}`;

export function TimelineChart({ rows, series, by, from, to, ...figure }: Props) {
  if (rows.length === 0) return <NoFigure {...figure} />;
  const part = (minutes: number) =>
    START + ((Math.min(to, Math.max(from, minutes)) - from) / (to - from)) * LONG;
  const place = (span: { from: number; to: number }) => ({
    x: `${round(part(span.from))}%`,
    width: `${round(part(span.to) - part(span.from))}%`,
  });
  const inside = (span: { from: number; to: number }) => span.to > from && span.from < to;
  const top = (at: number) => TOP + at * LINE;
  const tall = ({ is_beside }: Bar, at: number) =>
    is_beside ? { y: top(at) + BAR + 1, height: STRIP } : { y: top(at), height: BAR };
  const height = top(rows.length);
  const hasGaps = rows.some(({ gaps }) => gaps.length > 0);
  const step = stepOf(to - from);
  const hours = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
  return (
    <Figure
      {...figure}
      axis=""
      zoom={null}
      height={height}
      series={series}
      gap={hasGaps ? GAP : undefined}
      head={[by, "時刻", "内容"]}
      rows={rows.flatMap(({ label, bars, gaps }) => [
        ...bars.map((bar) => [label, spanText(bar), bar.label]),
        ...gaps.map((gap) => [label, spanText(gap), GAP]),
      ])}
      over={rows.map(({ bars, label }, at) =>
        bars.filter(inside).map((bar) => (
          <a key={`${at} ${bar.from} ${bar.label}`} href={bar.href}>
            <title>{`${label} ${spanText(bar)} ${bar.label}`}</title>
            <rect {...place(bar)} {...tall(bar, at)} />
          </a>
        )),
      )}
    >
      <PatternDefs id={figure.id} count={series.length} extra={hasGaps ? "gap" : undefined} />
      {hours.map((hour) => (
        <g key={hour} textAnchor={hour + step > to ? "end" : "middle"}>
          <text x={`${round(part(hour))}%`} y={TOP - 12}>
            {`${next(hour)}${(hour % DAY) / 60}時`}
          </text>
          <line
            x1={`${round(part(hour))}%`}
            x2={`${round(part(hour))}%`}
            y1={TOP - 6}
            y2={height}
            stroke="#d5dbe1"
          />
        </g>
      ))}
      {rows.map(({ label, bars, gaps }, at) => (
        <g key={`${at} ${label}`}>
          <text x={`${START - 1}%`} y={top(at) + 15} fill="#1f2933">
            {shortened(label, LETTERS)}
          </text>
          {gaps.filter(inside).map((gap) => (
            <rect
              key={gap.from}
              {...place(gap)}
              y={top(at)}
              height={BAR}
              fill={`url(#${figure.id}-gap)`}
              {...GAP_LINE}
            />
          ))}
          {bars.filter(inside).map((bar) => (
            <rect
              key={`${bar.from} ${bar.label}`}
              {...place(bar)}
              {...tall(bar, at)}
              fill={bar.is_open ? PALETTE[2] : `url(#${figure.id}-${bar.series})`}
              fillOpacity={bar.is_open ? FILL : undefined}
              stroke={bar.is_open ? PALETTE[2] : PALETTE[bar.series % PALETTE.length]}
              strokeWidth={bar.is_open ? 2 : undefined}
            />
          ))}
        </g>
      ))}
    </Figure>
  );
}
