import { scaleBand, scaleLinear } from "d3-scale";
import { stack, stackOffsetDiverging } from "d3-shape";
import { formatNumber } from "~/lib/money/decimal";
import { Figure, type FigureProps, Stretched } from "./Figure";
import { across, BOTTOM, brief, FILL, HEIGHT, INNER, isThinned, PALETTE, round, SHARE, TOP } from "./scale";

/** `values` by series; null: no data, and no bar. Below zero it hangs from the axis. */
type Bucket = {
  label: string;
  values: (number | null)[];
  href?: string;
  /** Its time is not over yet. */
  is_open?: boolean;
};

type Props = Omit<FigureProps, "head" | "rows"> & {
  series: string[];
  buckets: Bucket[];
  /** The head of the buckets' column: 週. */
  by: string;
};

const MANY = 12;
const LABELS = 6;
const whole = (part: number) => Math.round(part * INNER);

/** Told apart without colour, on paper too. */
const TURNS = [0, 45, 90, 135, 30, 60];
const SIGNS = "□▨▥▧▦▩";
const Hatch = ({ id, at }: { id: string; at: number }) => (
  <pattern
    id={id}
    width="6"
    height="6"
    patternUnits="userSpaceOnUse"
    patternTransform={`rotate(${TURNS[at]})`}
  >
    <rect width="6" height="6" fill={PALETTE[at]} fillOpacity={FILL} />
    {at ? <path d="M0 0V6" stroke={PALETTE[at]} /> : null}
  </pattern>
);

const sizeText = (value: number | null) => (value === null ? null : formatNumber(Math.abs(value)));

export function BarChart({ series, buckets, by, ...figure }: Props) {
  if (buckets.every(({ values }) => values.every((value) => !value)))
    return <p className="text-muted">{figure.sentence}</p>;
  const layers = stack<Bucket, number>()
    .keys(series.keys())
    .value(({ values }, at) => values[at] ?? 0)
    .offset(stackOffsetDiverging)(buckets);
  const ends = layers.flat().flatMap(([from, to]) => [from, to]);
  const y = scaleLinear([BOTTOM, TOP])
    .domain([Math.min(0, ...ends), Math.max(1, ...ends)])
    .nice(4);
  const x = scaleBand([0, 1])
    .domain(buckets.map(({ label }) => label))
    .padding(0.25);
  const part = (at: number) => x(buckets[at]!.label) ?? 0;
  const middle = (at: number) => across(part(at) + x.bandwidth() / 2);
  const named = ({ label, is_open }: Bucket) => (is_open ? `${label}（途中）` : label);
  return (
    <Figure
      {...figure}
      y={y}
      head={[by, ...series]}
      rows={buckets.map((bucket) => [
        named(bucket),
        ...series.map((_, at) => sizeText(bucket.values[at] ?? null)),
      ])}
      over={
        buckets.some(({ href }) => href) ? (
          <g pointerEvents="all" fill="none">
            {buckets.map((bucket, at) => (
              <a key={bucket.label} href={bucket.href}>
                <title>{named(bucket)}</title>
                <rect x={across(part(at))} width={`${round(x.bandwidth() * SHARE)}%`} height={HEIGHT} />
              </a>
            ))}
          </g>
        ) : null
      }
    >
      <defs>
        {series.map((name, at) => (
          <Hatch key={name} id={`${figure.id}-${at}`} at={at} />
        ))}
        {buckets.some(({ is_open }) => is_open) ? (
          <pattern
            id={`${figure.id}-open`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(135)"
          >
            <path d="M0 0V6" stroke={PALETTE[5]} />
          </pattern>
        ) : null}
      </defs>
      {series.length > 1 ? (
        <text x={across(1)} y={TOP - 16}>
          {series.map((name, at) => (
            <tspan key={name} fill={PALETTE[at]}>{` ${SIGNS[at]} ${name}`}</tspan>
          ))}
        </text>
      ) : null}
      <Stretched>
        {layers.map((layer) =>
          [false, true].map((is_open) => (
            <path
              key={`${layer.key}${is_open}`}
              d={layer
                .flatMap(([from, to], at) =>
                  from === to || Boolean(buckets[at]!.is_open) !== is_open
                    ? []
                    : `M${whole(part(at))},${Math.round(y(from))}h${whole(x.bandwidth())}V${Math.round(y(to))}h${-whole(x.bandwidth())}z`,
                )
                .join("")}
              fill={`url(#${figure.id}-${is_open ? "open" : layer.key})`}
              stroke={PALETTE[layer.key]}
              strokeDasharray={is_open ? "3 2" : undefined}
              vectorEffect="non-scaling-stroke"
            />
          )),
        )}
      </Stretched>
      <g textAnchor="middle">
        {buckets.length > MANY
          ? null
          : layers.map((layer) => (
              <g key={layer.key} fill={PALETTE[layer.key]}>
                {layer.map(([from, to], at) => {
                  const value = buckets[at]!.values[layer.key];
                  return value ? (
                    <text
                      key={buckets[at]!.label}
                      x={middle(at)}
                      y={Math.round(value < 0 ? y(from) + 12 : y(to) - 4)}
                    >
                      {brief(Math.abs(value))}
                    </text>
                  ) : null;
                })}
              </g>
            ))}
        {buckets.map(({ label, is_open }, at) =>
          isThinned(at, buckets.length, LABELS) ? null : (
            <text key={label} x={middle(at)} y={BOTTOM + 16}>
              {is_open ? "途中" : label}
            </text>
          ),
        )}
      </g>
    </Figure>
  );
}
