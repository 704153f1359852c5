import { scaleBand, scaleLinear } from "d3-scale";
import { stack, stackOffsetDiverging } from "d3-shape";
import { formatNumber } from "~/lib/money/decimal";
import { type ChartProps, Figure, NoFigure, Stretched } from "./Figure";
import { useHidden } from "./Legend";
import { PatternDefs } from "./Pattern";
import {
  across,
  BOTTOM,
  brief,
  colour,
  HALO,
  HEIGHT,
  isPrinted,
  isThinned,
  MANY,
  TOP,
  whole,
  wide,
} from "./scale";

/** `values` by series; null: no data, and no bar. Below zero it hangs from the axis. */
type Bucket = {
  label: string;
  values: (number | null)[];
  href?: string;
  /** Its time is not over yet. */
  is_open?: boolean;
};

type Props = ChartProps & {
  series: string[];
  buckets: Bucket[];
  /** The head of the buckets' column: 週. */
  by: string;
};

const LABELS = 6;
/** A bar that is alone is no wall. */
const WIDEST = 0.2;
/** A part of a bar that is lower than its figure goes without. */
const LOW = 16;

const sizeText = (value: number | null) => (value === null ? null : formatNumber(Math.abs(value)));
const named = ({ label, is_open }: Bucket) => (is_open ? `${label}（途中）` : label);

export function BarChart({ series, buckets, by, ...figure }: Props) {
  const isHidden = useHidden(figure.id);
  if (buckets.every(({ values }) => values.every((value) => !value))) return <NoFigure {...figure} />;
  const valueAt = ({ values }: Bucket, at: number) => (isHidden(at) ? 0 : (values[at] ?? 0));
  const layers = stack<Bucket, number>().keys(series.keys()).value(valueAt).offset(stackOffsetDiverging)(
    buckets,
  );
  const ends = layers.flat().flatMap(([from, to]) => [from, to]);
  const y = scaleLinear([BOTTOM, TOP])
    .domain([Math.min(0, ...ends), Math.max(1, ...ends)])
    .nice(4);
  const x = scaleBand([0, 1])
    .domain(buckets.map((_, at) => String(at)))
    .padding(0.25);
  const breadth = Math.min(x.bandwidth(), WIDEST);
  const part = (at: number) => (x(String(at)) ?? 0) + (x.bandwidth() - breadth) / 2;
  const middle = (at: number) => across(part(at) + breadth / 2);
  const high = (at: number) => Math.max(0, ...layers.map((layer) => layer[at]![1]));
  const low = (at: number) => Math.min(0, ...layers.map((layer) => layer[at]![0]));
  const isShown = isPrinted(buckets.map((_, at) => high(at) - low(at)));
  const isBare = series.length > 1 && layers.every((layer) => layer.every(([from]) => from >= 0));
  const bars = (at: number, is_open: boolean) =>
    layers[at]!.flatMap(([from, to], index) =>
      from === to || Boolean(buckets[index]!.is_open) !== is_open
        ? []
        : `M${whole(part(index))},${Math.round(y(from))}h${whole(breadth)}V${Math.round(y(to))}h${-whole(breadth)}z`,
    ).join("");
  return (
    <Figure
      {...figure}
      y={y}
      series={series}
      head={[by, ...series]}
      rows={buckets.map((bucket) => [
        named(bucket),
        ...series.map((_, at) => sizeText(bucket.values[at] ?? null)),
      ])}
      over={
        buckets.some(({ href }) => href)
          ? buckets.map((bucket, at) => (
              <a key={at} href={bucket.href}>
                <title>{`${named(bucket)} ${series.map((name, index) => `${name} ${sizeText(bucket.values[index] ?? null) ?? "―"}`).join(" ")}`}</title>
                <rect x={across(part(at))} width={wide(breadth)} height={HEIGHT} />
              </a>
            ))
          : null
      }
    >
      <PatternDefs
        id={figure.id}
        count={series.length}
        extra={buckets.some(({ is_open }) => is_open) ? "open" : undefined}
      />
      <Stretched>
        {layers.map((layer) =>
          [false, true].map((is_open) => {
            const d = bars(layer.key, is_open);
            return d ? (
              <path
                key={`${layer.key}${is_open}`}
                d={d}
                fill={`url(#${figure.id}-${is_open ? "open" : layer.key})`}
                stroke={colour(layer.key)}
                strokeDasharray={is_open ? "3 2" : undefined}
                vectorEffect="non-scaling-stroke"
              />
            ) : null;
          }),
        )}
      </Stretched>
      <g textAnchor="middle" {...HALO}>
        {layers.map((layer) => (
          <g key={layer.key} fill={colour(layer.key)}>
            {layer.map(([from, to], at) => {
              const value = valueAt(buckets[at]!, layer.key);
              const isAlone = value < 0 ? from === low(at) && to === 0 : to === high(at) && from === 0;
              if (!value || !isShown(at) || (isAlone && isBare)) return null;
              if (!isAlone && (buckets.length > MANY || Math.abs(y(from) - y(to)) < LOW)) return null;
              const outer = value < 0 ? y(from) + 12 : y(to) - 4;
              return (
                <text key={at} x={middle(at)} y={Math.round(isAlone ? outer : (y(from) + y(to)) / 2 + 4)}>
                  {brief(Math.abs(value))}
                </text>
              );
            })}
          </g>
        ))}
        {isBare
          ? buckets.map((_, at) =>
              isShown(at) && high(at) > 0 ? (
                <text key={at} x={middle(at)} y={Math.round(y(high(at))) - 4} fill="#1f2933">
                  {brief(high(at))}
                </text>
              ) : null,
            )
          : null}
        {buckets.map(({ label, is_open }, at) =>
          isThinned(at, buckets.length, LABELS) ? null : (
            <text key={at} x={middle(at)} y={BOTTOM + 16}>
              {is_open ? "途中" : label}
            </text>
          ),
        )}
      </g>
    </Figure>
  );
}
