import { type Turns, turnOn } from "~/lib/shop/shift";
import { addDays, type ISODate, startInstant } from "~/lib/time/date";
import { isMachine, type TimeKind } from "~/lib/vocabulary/worktime";
import { dailyGaps } from "./gap";
import { apportion } from "./share";
import { clip, meet, minutesOf, type Span, union, without } from "./span";
import { splitWork } from "./split";

const MINUTE = 60_000;
const ASK = 15;
/** After 終業 what goes on is 未終了. */
const GRACE = 30;

/** What the 勤務時間 expects of the day; null: nothing. */
type Attendance = { span: Span } | null;

/** 勤務日 of somebody: from its turn to the next day's (docs/spec/bi.md). */
export const windowOf = (day: ISODate, turns: Turns): Span => [
  at(day, turnOn(turns, day)),
  at(addDays(day, 1), turnOn(turns, addDays(day, 1))),
];

export const at = (day: ISODate, minutes: number): number => startInstant(day) + minutes * MINUTE;

const length = (spans: Span[]) => spans.reduce((sum, [from, to]) => sum + to - from, 0);

type Counted = Record<ISODate, number>;

/** Of a calendar day what comes before its turn, and what after. */
function aroundTurn(counted: Counted, active: Span[], day: ISODate, turns: Turns): number[] {
  const cut = at(day, turnOn(turns, day));
  const around: Span[] = [
    [at(day, 0), cut],
    [cut, at(day, 1440)],
  ];
  return apportion(
    around.map((span) => length(clip(active, span))),
    counted[day] ?? 0,
  );
}

/** Of the minutes of a calendar day, those of the 勤務日 before. */
export const minutesBefore = (counted: Counted, active: Span[], day: ISODate, turns: Turns): number =>
  turnOn(turns, day) > 0 ? aroundTurn(counted, active, day, turns)[0]! : 0;

/** Of the minutes that 加工実績 counts by calendar day, those of this 勤務日. */
export const minutesWithin = (counted: Counted, active: Span[], day: ISODate, turns: Turns): number =>
  aroundTurn(counted, active, day, turns)[1]! + minutesBefore(counted, active, addDays(day, 1), turns);

export type Piece = {
  row_key: string;
  kind: TimeKind;
  /** When somebody was at it, pauses left out, as far as it has ended. */
  active: Span[];
  /** Since when it goes on; null: it has ended, or is paused. */
  open: number | null;
  is_ended: boolean;
  /** まだ続き: nobody calls it 未終了 before. */
  goes_on_until: number | null;
  /** Of work: what 加工実績 counts, 実働 or 機械時間. */
  minutes: number | null;
};
export type PieceState = "done" | "paused" | "going" | "left";
export type Timed = {
  minutes: number | null;
  state: PieceState;
  is_parallel: boolean;
  /** Until when it is taken to have lasted, where nobody has said. */
  until: number | null;
  /** Within this 勤務日. */
  spans: Span[];
};

type Day = { day: ISODate; turns: Turns; attendance: Attendance; breaks: Span[]; now: number };

const isWork = (piece: Piece) => piece.kind !== "indirect" && piece.kind !== "break" && !isMachine(piece);

/** A worker's day of what it was made of: each minute once, no machine's, and what nobody knows. */
export function composeDay(pieces: Piece[], { day, turns, attendance, breaks, now }: Day) {
  const window = windowOf(day, turns);
  const span = attendance?.span ?? null;
  const limit = span ? span[1] + GRACE * MINUTE : window[1];
  const whole = pieces.map((piece): Timed => {
    const active = clip(piece.active, window);
    if (piece.open === null)
      return {
        minutes: null,
        state: piece.is_ended ? "done" : "paused",
        is_parallel: false,
        until: null,
        spans: active,
      };
    // A machine may well run through the night.
    const left = !isMachine(piece) && now > Math.max(limit, piece.goes_on_until ?? 0);
    const end = left ? Math.max(piece.open, span?.[1] ?? piece.open) : Math.min(now, window[1]);
    return {
      minutes: null,
      state: left ? "left" : "going",
      is_parallel: false,
      until: end,
      spans: union([...active, [piece.open, end]]),
    };
  });
  const isRest = (piece: Piece) => piece.kind === "break";
  const lasting = whole.map((timed, index) =>
    isRest(pieces[index]!) || isMachine(pieces[index]!)
      ? timed
      : { ...timed, spans: without(timed.spans, breaks) },
  );
  const spansOf = (only: (piece: Piece) => boolean, of = lasting) =>
    of.flatMap(({ spans }, index) => (only(pieces[index]!) ? spans : []));
  const worked = union(spansOf(isWork));
  const beside = splitWork(
    pieces.flatMap((piece, key) =>
      isWork(piece) || isMachine(piece) || piece.open !== null
        ? []
        : without(lasting[key]!.spans, worked).map(([start, end]) => ({ key, start, end, pauses: [] })),
    ),
    window,
  );
  const records = lasting.map((timed, index) => {
    const { spans } = timed;
    const piece = pieces[index]!;
    return {
      ...timed,
      minutes:
        isWork(piece) || isMachine(piece)
          ? piece.minutes
          : piece.open === null
            ? (beside.get(index) ?? 0)
            : null,
      is_parallel:
        isWork(piece) &&
        lasting.some((one, other) => other !== index && isWork(pieces[other]!) && meet(spans, one.spans)),
    };
  });
  const sum = (only: (piece: Piece) => boolean) =>
    records.reduce((all, { minutes }, index) => all + (only(pieces[index]!) ? (minutes ?? 0) : 0), 0);
  const known = union(spansOf((piece) => !isMachine(piece), whole));
  const seen: Span | null = known.length > 0 ? [known[0]![0], known.at(-1)![1]] : null;
  // Where only a machine ran, nothing says that they were there: as of a day without any record.
  const isThere = pieces.length === 0 || pieces.some((piece) => !isMachine(piece));
  const asked: Span | null = span && isThere ? [span[0], Math.min(span[1], now)] : seen;
  const { asked: gaps, small } =
    asked && asked[1] > asked[0] ? dailyGaps(asked, breaks, known, ASK) : { asked: [], small: 0 };
  const provisional = lasting.flatMap(({ state, until }, index): Span[] =>
    state === "left" ? [[pieces[index]!.open!, until!]] : [],
  );
  return {
    records,
    seen,
    gaps,
    small,
    minutes: sum(isWork),
    machine_minutes: sum(isMachine),
    indirect_minutes: sum(({ kind }) => kind === "indirect"),
    break_minutes: sum(isRest),
    /** Work during the breaks of the 勤務時間: 実働 has lost it. */
    over_breaks: minutesOf(union(breaks).flatMap((one) => clip(union(spansOf(isWork, whole)), one))),
    provisional: minutesOf(without(provisional, [...without(worked, provisional), ...breaks])),
  };
}
