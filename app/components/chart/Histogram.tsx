import { scaleLinear } from "d3-scale";
import { formatNumber } from "~/lib/money/decimal";
import { type ChartProps, Figure, NoFigure, Stretched } from "./Figure";
import { type Limit, limitName, limitValues, UprightLimits } from "./Limits";
import { PatternDefs } from "./Pattern";
import { across, BOTTOM, brief, HEIGHT, isPrinted, isThinned, PALETTE, TOP, whole, wide } from "./scale";

/** From, up to and without to. */
type Bin = { from: number; to: number; n: number; href?: string };

const text = (value: number) => formatNumber(Math.round(value * 1e6) / 1e6);

/** Of equal width with round edges, as many as √n, between 5 and 20. */
export function binsOf(values: number[]): Bin[] {
  if (values.length === 0) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const most = Math.min(20, Math.max(5, Math.round(Math.sqrt(values.length))));
  const scale = scaleLinear().domain(low === high ? [low - 0.5, high + 0.5] : [low, high]);
  const ticks = scale.nice(most).ticks(most);
  const width = ticks[1]! - ticks[0]!;
  // The largest value would fall on the last edge, and out of every bin.
  const edges = high >= ticks.at(-1)! ? [...ticks, ticks.at(-1)! + width] : ticks;
  return edges.slice(0, -1).map((from, at) => ({
    from,
    to: edges[at + 1]!,
    n: values.filter((value) => value >= from && value < edges[at + 1]!).length,
  }));
}

type Props = ChartProps & { bins: Bin[]; by: string; limits?: Limit[] };

const LABELS = 6;

export function Histogram({ bins, by, limits = [], ...figure }: Props) {
  if (bins.every(({ n }) => n === 0)) return <NoFigure {...figure} />;
  const y = scaleLinear([BOTTOM, TOP + 12])
    .domain([0, Math.max(1, ...bins.map(({ n }) => n))])
    .nice(4);
  const ends = [...bins.flatMap(({ from, to }) => [from, to]), ...limitValues(limits)];
  const x = scaleLinear([0.03, 0.97]).domain([Math.min(...ends), Math.max(...ends)]);
  const isShown = isPrinted(bins.map(({ n }) => n));
  const edges = [...bins.map(({ from }) => from), bins.at(-1)!.to];
  return (
    <Figure
      {...figure}
      y={y}
      head={[by, figure.axis]}
      rows={[
        ...bins.map(({ from, to, n }) => [`${text(from)}以上 ${text(to)}未満`, formatNumber(n)]),
        ...limits.map((limit) => [limitName(limit)]),
      ]}
      over={
        bins.some(({ href }) => href)
          ? bins.map(({ from, to, n, href }) => (
              <a key={from} href={href}>
                <title>{`${text(from)}〜${text(to)} ${formatNumber(n)}`}</title>
                <rect x={across(x(from))} width={wide(x(to) - x(from))} height={HEIGHT} />
              </a>
            ))
          : null
      }
    >
      <PatternDefs id={figure.id} count={1} />
      <Stretched>
        <path
          d={bins
            .filter(({ n }) => n > 0)
            .map(
              ({ from, to, n }) =>
                `M${whole(x(from))},${BOTTOM}H${whole(x(to))}V${Math.round(y(n))}H${whole(x(from))}z`,
            )
            .join("")}
          fill={`url(#${figure.id}-0)`}
          stroke={PALETTE[0]}
          vectorEffect="non-scaling-stroke"
        />
      </Stretched>
      <g textAnchor="middle">
        {bins.map(({ from, to, n }, at) =>
          n > 0 && isShown(at) ? (
            <text key={from} x={across((x(from) + x(to)) / 2)} y={Math.round(y(n)) - 4} fill={PALETTE[0]}>
              {brief(n)}
            </text>
          ) : null,
        )}
        {edges.map((edge, at) =>
          isThinned(at, edges.length, LABELS) ? null : (
            <text key={edge} x={across(x(edge))} y={BOTTOM + 16}>
              {text(edge)}
            </text>
          ),
        )}
      </g>
      <UprightLimits limits={limits} part={x} from={TOP} to={BOTTOM} />
    </Figure>
  );
}
