import { arc, pie } from "d3-shape";
import { formatNumber } from "~/lib/money/decimal";
import { type ChartProps, Figure, NoFigure } from "./Figure";
import { PatternDefs } from "./Pattern";
import { colour, HALO, TOP } from "./scale";

/** `share`: as it is printed; all of them come to 100.0 together. */
type Part = { label: string; value: number; share: string; href?: string };
type Props = ChartProps & { parts: Part[]; by: string; height?: number };

const RADIUS = 100;
/** A smaller piece has no room for its share. */
const NARROW = 8;

/** It takes the room there is: the width of its place, and any height. */
export function PieChart({ parts, by, height = 288, ...figure }: Props) {
  if (parts.every(({ value }) => value <= 0)) return <NoFigure {...figure} />;
  const pieces = pie<Part>()
    .sort(null)
    .value(({ value }) => Math.max(0, value))(parts);
  const slice = arc<(typeof pieces)[number]>().innerRadius(0).outerRadius(RADIUS).digits(1);
  const box = {
    y: TOP - 16,
    width: "100%",
    height: height - TOP + 8,
    viewBox: `${-RADIUS - 4} ${-RADIUS - 4} ${2 * RADIUS + 8} ${2 * RADIUS + 8}`,
  };
  return (
    <Figure
      {...figure}
      height={height}
      axis=""
      zoom={null}
      head={[by, figure.axis, "割合"]}
      rows={parts.map(({ label, value, share }) => [label, formatNumber(value), `${share}%`])}
      series={parts.map(({ label, share }) => `${label} ${share}%`)}
      over={
        parts.some(({ href }) => href) ? (
          <svg {...box}>
            {pieces.map((piece) => (
              <a key={piece.index} href={piece.data.href}>
                <title>{`${piece.data.label} ${piece.data.share}%`}</title>
                <path d={slice(piece) ?? ""} />
              </a>
            ))}
          </svg>
        ) : null
      }
    >
      <PatternDefs id={figure.id} count={parts.length} />
      <svg {...box}>
        {pieces.map((piece) => (
          <path
            key={piece.index}
            d={slice(piece) ?? ""}
            fill={`url(#${figure.id}-${piece.index})`}
            stroke={colour(piece.index)}
          />
        ))}
        <g textAnchor="middle" fill="#1f2933" {...HALO}>
          {pieces.map((piece) => {
            const [x, y] = slice.centroid(piece);
            return Number(piece.data.share) < NARROW ? null : (
              <text key={piece.index} x={Math.round(x * 1.3)} y={Math.round(y * 1.3) + 4}>
                {piece.data.share}%
              </text>
            );
          })}
        </g>
      </svg>
    </Figure>
  );
}
