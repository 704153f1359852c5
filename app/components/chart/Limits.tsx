import type { ScaleLinear } from "d3-scale";
import { Stretched } from "./Figure";
import { across, HALO, INNER, PALETTE, TOP } from "./scale";

/** 規格 judges a piece, 管理 a process, 目標 nobody: they differ in dash, name and colour. */
const LOOKS = {
  spec: { stroke: PALETTE[2], dash: "10 4", at: 0.01 },
  control: { stroke: PALETTE[1], dash: "3 3", at: 0.38 },
  target: { stroke: PALETTE[3], dash: "12 3 2 3", at: 0.7 },
} as const;

export type Limit = {
  kind: keyof typeof LOOKS;
  label: string;
  /** Of each point, where the limit moves with their number. */
  value: number | number[];
};

export const limitValues = (limits: Limit[]): number[] => limits.flatMap(({ value }) => value);
const limitText = (value: number) => String(Math.round(value * 1000) / 1000);
export const limitName = ({ label, value }: Limit) =>
  typeof value === "number" ? `${label} ${limitText(value)}` : label;

/** Above its line, but never over the name of the axis. */
const beside = (at: number) => Math.round(at < TOP + 12 ? at + 13 : at - 4);

/** Steps: a limit of a point holds for that point alone. */
const stepped = (values: number[], y: (value: number) => number) =>
  values
    .map((value, at) => `${at ? "V" : "M0,"}${Math.round(y(value))}H${((at + 1) * INNER) / values.length}`)
    .join("");

export function Limits({ limits, y }: { limits: Limit[]; y: ScaleLinear<number, number> }) {
  return limits.map((limit) => {
    const { stroke, dash, at } = LOOKS[limit.kind];
    const values = [limit.value].flat();
    return (
      <g key={limit.label} fill={stroke}>
        <Stretched>
          <path
            d={stepped(values, y)}
            fill="none"
            stroke={stroke}
            strokeDasharray={dash}
            vectorEffect="non-scaling-stroke"
          />
        </Stretched>
        <text x={across(at)} y={beside(y(values[0] ?? 0))} textAnchor="start" {...HALO}>
          {limitName(limit)}
        </text>
      </g>
    );
  });
}

/** Upright, in a histogram: `part` of a value is its share of the width. */
export function UprightLimits({
  limits,
  part,
  from,
  to,
}: {
  limits: Limit[];
  part(value: number): number;
  from: number;
  to: number;
}) {
  return limits.map((limit) => {
    const { stroke, dash } = LOOKS[limit.kind];
    const x = across(part(Number(limit.value)));
    const isRight = part(Number(limit.value)) > 0.6;
    return (
      <g key={limit.label} fill={stroke}>
        <line x1={x} x2={x} y1={from} y2={to} stroke={stroke} strokeDasharray={dash} />
        <text x={x} dx={isRight ? -4 : 4} y={from + 10} textAnchor={isRight ? "end" : "start"} {...HALO}>
          {limitName(limit)}
        </text>
      </g>
    );
  });
}
