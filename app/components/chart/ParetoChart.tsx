import { scaleBand, scaleLinear } from "d3-scale";
import { formatNumber } from "~/lib/money/decimal";
import { type ChartProps, Figure, NoFigure, Stretched } from "./Figure";
import { PatternDefs } from "./Pattern";
import { across, BOTTOM, brief, HALO, namedLines, PALETTE, TOP, whole, wide } from "./scale";

/** In their order, その他 and 理由なし last; `cumulative` as it is printed, up to 100.0. */
type Part = { label: string; value: number; cumulative: string; href?: string };
type Props = ChartProps & { parts: Part[]; by: string };

const HIGH = 296;

/** The axis ends at the sum, so that its height is 100 % of the line as well. */
export function ParetoChart({ parts, by, ...figure }: Props) {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  if (sum <= 0) return <NoFigure {...figure} />;
  const y = scaleLinear([BOTTOM, TOP]).domain([0, sum]);
  const x = scaleBand([0, 0.92])
    .domain(parts.map((_, at) => String(at)))
    .padding(0.2);
  const part = (at: number) => x(String(at)) ?? 0;
  const middle = (at: number) => part(at) + x.bandwidth() / 2;
  const height = (percent: string) => Math.round(y((Number(percent) / 100) * sum));
  return (
    <Figure
      {...figure}
      y={y}
      height={HIGH}
      head={[by, figure.axis, "累積"]}
      rows={parts.map(({ label, value, cumulative }) => [label, formatNumber(value), `${cumulative}%`])}
      over={
        parts.some(({ href }) => href)
          ? parts.map(({ label, value, cumulative, href }, at) => (
              <a key={label} href={href}>
                <title>{`${label} ${formatNumber(value)}（累積 ${cumulative}%）`}</title>
                <rect x={across(part(at))} width={wide(x.bandwidth())} height={HIGH} />
              </a>
            ))
          : null
      }
    >
      <PatternDefs id={figure.id} count={1} />
      <Stretched height={HIGH}>
        <path
          d={parts
            .map(
              ({ value }, at) =>
                `M${whole(part(at))},${BOTTOM}h${whole(x.bandwidth())}V${Math.round(y(value))}h${-whole(x.bandwidth())}z`,
            )
            .join("")}
          fill={`url(#${figure.id}-0)`}
          stroke={PALETTE[0]}
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={parts
            .map(({ cumulative }, at) => `${at ? "L" : "M"}${whole(middle(at))},${height(cumulative)}`)
            .join("")}
          fill="none"
          stroke={PALETTE[1]}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M0,${height("80")}H${whole(0.92)}`}
          stroke={PALETTE[5]}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      </Stretched>
      <g fill={PALETTE[1]} textAnchor="start">
        {["0", "50", "80", "100"].map((percent) => (
          <text key={percent} x={across(0.93)} y={height(percent) + 4}>
            {percent}%
          </text>
        ))}
        {parts.map(({ cumulative, label }, at) => (
          <circle key={label} cx={across(middle(at))} cy={height(cumulative)} r="3" />
        ))}
      </g>
      <g textAnchor="middle" fill="#1f2933">
        {parts.map(({ label, value }, at) => (
          <g key={label}>
            <text x={across(middle(at))} y={Math.round(y(value)) - 5} {...HALO}>
              {brief(value)}
            </text>
            <text y={BOTTOM + 2}>
              {namedLines(label, parts.length).map((words, line) => (
                <tspan key={line} x={across(middle(at))} dy="14">
                  {words}
                </tspan>
              ))}
            </text>
          </g>
        ))}
      </g>
    </Figure>
  );
}
