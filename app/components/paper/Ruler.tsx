const [WIDTH, HEIGHT] = [210, 297];
/** Inside of what a printer leaves white. */
const EDGE = 6;
const THIRDS = [99, 198];

const lengthOf = (mm: number) => (mm % 10 === 0 ? 5 : mm % 5 === 0 ? 3.5 : 2);
const marks = (most: number) => Array.from({ length: most - 2 * EDGE + 1 }, (_, at) => at + EDGE);
/** The first ten of both are the corner. */
const tens = (most: number) => marks(most).filter((mm) => mm % 10 === 0 && mm > 10);

const across = marks(WIDTH).map((mm) => `M${mm} ${EDGE}v${lengthOf(mm)}`);
const down = marks(HEIGHT).map((mm) => `M${EDGE} ${mm}h${lengthOf(mm)}`);
/** In the margins alone, so that what stands between them can be read. */
const folds = THIRDS.map((mm) => `M0 ${mm}h14M${WIDTH - 14} ${mm}h14`);

/** Millimetres from the sheet's edges, its folds in three, and 100 mm to check the printer by (R5-6). */
export function Ruler() {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={`${WIDTH}mm`}
      height={`${HEIGHT}mm`}
      className="absolute left-0 top-0"
      stroke="currentColor"
      strokeWidth="0.15"
      fontSize="2.6"
      aria-hidden="true"
    >
      <path d={[...across, ...down].join("")} />
      <path d={folds.join("")} strokeDasharray="2" />
      <path d="M90 262h100M90 260v4M190 260v4" strokeWidth="0.3" />
      <g stroke="none">
        {tens(WIDTH).map((mm) => (
          <text key={mm} x={mm + 0.4} y={EDGE + 7}>
            {mm}
          </text>
        ))}
        {tens(HEIGHT).map((mm) => (
          <text key={mm} x={EDGE + 5.5} y={mm + 1}>
            {mm}
          </text>
        ))}
        {THIRDS.map((mm) => (
          <text key={mm} x={WIDTH - 13} y={mm - 1}>
            折り目
          </text>
        ))}
        <text x="90" y="268">
          この線が 100mm
        </text>
      </g>
    </svg>
  );
}
