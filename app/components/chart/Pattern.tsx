import { colour, FILL, PALETTE } from "./scale";

/** Paler than what was done: it is the ground that the work stands out from. */
export const GAP_LINE = { stroke: PALETTE[5], strokeDasharray: "3 2", strokeOpacity: 0.5 };
const GAP_HATCH = 0.25;
/** Told apart without colour, on paper too. */
const TURNS = [0, 45, 90, 135, 30, 60];
export const DASHES = [undefined, "6 3", "2 3", "8 3 2 3", "4 4", "1 4"];

const Tile = ({ id, turn, children }: { id: string; turn: number; children: React.ReactNode }) => (
  <pattern
    id={id}
    width="6"
    height="6"
    patternUnits="userSpaceOnUse"
    patternTransform={turn ? `rotate(${turn})` : undefined}
  >
    {children}
  </pattern>
);

/** `#id-0` and on for the series, `#id-open` for what is not over, `#id-gap` for what nobody knows. */
export const PatternDefs = ({ id, count, extra }: { id: string; count: number; extra?: "open" | "gap" }) => (
  <defs>
    {Array.from({ length: count }, (_, at) => (
      <Tile key={at} id={`${id}-${at}`} turn={TURNS[at % TURNS.length]!}>
        <rect width="6" height="6" fill={colour(at)} fillOpacity={FILL} />
        {at ? <path d="M0 0V6" stroke={colour(at)} /> : null}
      </Tile>
    ))}
    {extra ? (
      <Tile id={`${id}-${extra}`} turn={135}>
        <path d="M0 0V6" stroke={PALETTE[5]} strokeOpacity={extra === "gap" ? GAP_HATCH : undefined} />
      </Tile>
    ) : null}
  </defs>
);

const SHAPES = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  "M-4-4h8v8h-8z",
  "M0-5 5 4H-5z",
  "M0-5 5 0 0 5-5 0z",
  "M-5-4H5L0 5z",
  "M-4-4 4 4M4-4-4 4",
];

/** A point of a line; of the second series it is a square. */
export const Mark = ({ at, scale }: { at: number; scale?: number }) => (
  <path
    d={SHAPES[at % SHAPES.length]}
    transform={scale === undefined ? undefined : `scale(${scale})`}
    fill="#fff"
    stroke={colour(at)}
    strokeWidth="2"
    vectorEffect={scale === undefined ? undefined : "non-scaling-stroke"}
  />
);

/** As TimelineChart draws what nobody knows. */
export const GapSwatch = ({ id }: { id: string }) => (
  <svg width="20" height="14" aria-hidden="true">
    <rect x=".5" y=".5" width="19" height="13" fill={`url(#${id}-gap)`} {...GAP_LINE} />
  </svg>
);

type SwatchProps = { id: string; at: number; mark: "fill" | "line"; off: boolean };

export const Swatch = ({ id, at, mark, off }: SwatchProps) => (
  <svg width="20" height="14" aria-hidden="true">
    {mark === "fill" ? (
      <rect
        x=".5"
        y=".5"
        width="19"
        height="13"
        fill={off ? "none" : `url(#${id}-${at})`}
        stroke={colour(at)}
      />
    ) : (
      <>
        <path d="M0 7H20" stroke={colour(at)} strokeWidth="2" strokeDasharray={DASHES[at % DASHES.length]} />
        <g transform="translate(10 7)">{off ? null : <Mark at={at} />}</g>
      </>
    )}
  </svg>
);
