import { clip, minutesOf, type Span, union, without } from "./span";

const MINUTE = 60_000;

/** 日報: what a shift holds besides breaks and work; gaps shorter than `ask` minutes are 端数, never asked. */
export function dailyGaps(shift: Span, breaks: Span[], work: Span[], ask = 15) {
  const rest = clip(union(breaks), shift);
  const worked = without(work, rest);
  const gaps = without(without([shift], rest), worked);
  const isAsked = ([from, to]: Span) => to - from >= ask * MINUTE;
  return {
    work: minutesOf(worked),
    asked: gaps.filter(isAsked),
    small: minutesOf(gaps.filter((gap) => !isAsked(gap))),
    break: minutesOf(rest),
  };
}
