import { expect, test } from "vitest";
import {
  agreementWords,
  answerProblem,
  type Confirmation,
  confirmationState,
  confirmationText,
  deemedDate,
  isConfirmed,
} from "./confirmation";

/** Sent on 2026-11-20 in Tokyo, fourteen days (formats.md 5). */
const SENT: Confirmation = {
  form: "deemed",
  days: 14,
  is_agreed: true,
  sent_time: "2026-11-20T01:00:00Z",
  delivered_time: "2026-11-20T01:00:30Z",
  viewed_time: null,
  confirmed_time: null,
  disputed_time: null,
  cancelled_time: null,
};
const LAST = "2026-12-04T14:59:59Z";
const NEXT = "2026-12-04T15:00:00Z";
const stateAt = (now: string, more: Partial<Confirmation> = {}) =>
  confirmationState({ ...SENT, ...more }, now);

test("sent 2026-11-20 with 14 days, silence confirms from 2026-12-05 00:00 JST and not before", () => {
  expect(deemedDate(SENT.sent_time, 14)).toBe("2026-12-05");
  expect(stateAt(LAST)).toBe("sent");
  expect(stateAt(NEXT)).toBe("deemed");
  expect(confirmationText("deemed", { ...SENT, confirmed_by: null })).toContain("2026/12/5");
  expect(confirmationText("sent", { ...SENT, confirmed_by: null })).toContain("2026/12/4");
});

test("sent just before midnight and just after it, the days count from different dates", () => {
  expect(deemedDate("2026-11-20T14:59:59Z", 14)).toBe("2026-12-05");
  expect(deemedDate("2026-11-20T15:00:00Z", 14)).toBe("2026-12-06");
});

test("a difference told at 23:59 of the last day stays disputed, one told after it does not undo silence", () => {
  expect(stateAt("2027-01-10T00:00:00Z", { disputed_time: "2026-12-04T14:59:00Z" })).toBe("disputed");
  expect(stateAt("2027-01-10T00:00:00Z", { disputed_time: NEXT })).toBe("deemed");
});

test("seen is not confirmed; the supplier's word is, also after it told a difference", () => {
  const viewed_time = "2026-11-21T00:00:00Z";
  expect(stateAt(LAST, { viewed_time })).toBe("viewed");
  expect(stateAt(NEXT, { viewed_time, form: "shown" })).toBe("viewed");
  const disputed_time = "2026-11-22T00:00:00Z";
  expect(stateAt(LAST, { disputed_time, confirmed_time: "2026-11-23T00:00:00Z" })).toBe("confirmed");
  expect(stateAt(LAST, { disputed_time, confirmed_time: "2026-11-21T00:00:00Z" })).toBe("disputed");
});

test("without the supplier's agreement, without delivery, or by another form, silence confirms nothing", () => {
  expect(stateAt("2027-06-01T00:00:00Z", { delivered_time: null })).toBe("sent");
  expect(stateAt("2027-06-01T00:00:00Z", { is_agreed: false })).toBe("sent");
  expect(stateAt("2027-06-01T00:00:00Z", { form: "sent", days: null })).toBe("sent");
  expect(confirmationText("sent", { ...SENT, delivered_time: null, confirmed_by: null })).toBe("確認待ち");
});

test("opened first on day 20, as no mail came, silence confirms after its days from then on", () => {
  const late = { delivered_time: "2026-12-10T00:00:00Z", viewed_time: "2026-12-10T00:00:00Z" };
  expect(stateAt("2026-12-10T00:00:01Z", late)).toBe("viewed");
  expect(stateAt("2027-01-10T00:00:00Z", { ...late, disputed_time: "2026-12-10T00:01:00Z" })).toBe(
    "disputed",
  );
  expect(stateAt("2026-12-24T14:59:59Z", late)).toBe("viewed");
  expect(stateAt("2026-12-24T15:00:00Z", late)).toBe("deemed");
});

test("a cancelled one is cancelled whatever was said of it, and takes no word more", () => {
  const all = { confirmed_time: "2026-11-21T00:00:00Z", cancelled_time: "2026-11-22T00:00:00Z" };
  expect(stateAt(NEXT, all)).toBe("cancelled");
  expect(answerProblem("cancelled", true)).toContain("取り消され");
  expect(answerProblem("deemed", false)).toContain("期限を過ぎ");
  expect(answerProblem("confirmed", true)).toContain("確認済み");
  expect([
    answerProblem("sent", true),
    answerProblem("viewed", false),
    answerProblem("disputed", true),
  ]).toEqual([null, null, null]);
});

test("input credit is for confirmed and みなし確認 alone", () => {
  expect((["sent", "viewed", "disputed", "cancelled"] as const).filter(isConfirmed)).toEqual([]);
  expect((["confirmed", "deemed"] as const).filter(isConfirmed)).toHaveLength(2);
});

test("the words of silence name the days (S30)", () => {
  expect(agreementWords("deemed", 14)).toBe(
    "本書送付後14日以内に誤りのある旨のご連絡がない場合には、記載内容のとおり確認があったものといたします。",
  );
});
