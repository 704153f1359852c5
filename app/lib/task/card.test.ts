import { expect, test } from "vitest";
import fc from "~/lib/dice.testing";
import { changesOf, staleText } from "./activity";
import { cannotAgree, cannotAnswer, cannotPropose } from "./answer";
import {
  cannotCopy,
  cannotCount,
  cannotMove,
  firstProcess,
  nextProcess,
  overCount,
  previousProcess,
  remaining,
  stalledSince,
} from "./card";
import { cardsList } from "./card.list";
import { due } from "./due";
import { gaps, project } from "./project.testing";
import { cannotBill, cannotEdit, cannotShip, cannotUnship, shippable } from "./ship";

const processes = [
  { group_id: 1, label: "新規依頼", role: "inbox" as const },
  { group_id: 2, label: "材料待ち", role: "queue" as const },
  { group_id: 3, label: "切断", role: "work" as const },
  { group_id: 8, label: "出荷待ち", role: "ready" as const },
];
const [inbox, queue, cut] = processes;
const atWork = {
  group_id: 3,
  answer: "accepted" as const,
  shipped_time: null,
  cancelled_time: null,
  cost_tax_rate: null,
};
const asked = { ...atWork, group_id: 1, answer: "waiting" as const };
const shipped = { ...atWork, group_id: 99, shipped_time: "2026-11-20T00:00:00.000Z" };
const declined = {
  ...atWork,
  group_id: 99,
  answer: "declined" as const,
  cancelled_time: "2026-11-20T00:00:00.000Z",
};

test("a card moves between processes, forth and back, but not before it is accepted nor into the inbox", () => {
  expect(cannotMove(atWork, queue)).toBeNull();
  expect(cannotMove({ ...atWork, answer: null }, queue)).toBeNull();
  expect(cannotMove(atWork, cut)).toBe("カードはすでに「切断」にあります。");
  expect(cannotMove(atWork, inbox)).toBe("「新規依頼」には移動できません。ほかの工程を選んでください。");
  expect(cannotMove(atWork, undefined)).toBe("移動先の工程が見つかりません。画面を読み込み直してください。");
  expect(cannotMove(asked, queue)).toBe("新規依頼のカードは、承諾してから移動してください。");
  expect(cannotMove(shipped, queue)).toBe("出荷済みのカードは移動できません。先に出荷を取り消してください。");
  expect(cannotMove(declined, queue)).toBe("取り消されたカードは移動できません。");
});

test("a card ships with a good quantity once it is accepted, and once only", () => {
  expect(cannotShip(atWork, "0.001")).toBeNull();
  expect(cannotShip(atWork, "0")).toBe("出荷する良品数は、0より大きい数を入力してください。");
  expect(cannotShip(asked, "1")).toBe("新規依頼のカードは、承諾してから出荷してください。");
  expect(cannotShip(shipped, "1")).toBe("出荷済みのカードは出荷できません。先に出荷を取り消してください。");
});

test("a shipment is taken back unless a 納品書 holds it", () => {
  expect(cannotUnship({ ...shipped, num_delivered: "0" }, [])).toBeNull();
  expect(cannotUnship({ ...atWork, num_delivered: "0" }, [])).toBe("このカードは出荷されていません。");
  const bought = { ...shipped, cancelled_time: "2026-11-22T00:00:00Z", num_delivered: "0" };
  expect(cannotUnship(bought, [])).toContain("買取になったため");
  const cost = { ...shipped, cost_tax_rate: 0, num_delivered: "0" };
  expect(cannotUnship(cost, [])).toBe(
    "変更依頼で合意した費用のため、出荷を取り消せません。出荷した品物はありません。",
  );
  expect([cannotEdit(cost), cannotCopy(cost)]).toEqual([
    expect.stringContaining("合意した費用"),
    expect.stringContaining("合意した費用"),
  ]);
  expect([cannotEdit(shipped), cannotCopy(shipped), cannotBill(cost, "請求対象を変更")]).toEqual([
    null,
    null,
    null,
  ]);
  expect(cannotUnship({ ...shipped, num_delivered: "5" }, ["N2611-0001"])).toBe(
    "納品書 N2611-0001 に載っているため、出荷を取り消せません。先に納品書を取り消してください。",
  );
});

test("a request is answered once, a proposed date by the buyer", () => {
  expect(cannotAnswer(asked)).toBeNull();
  expect(cannotAnswer({ ...asked, answer: "proposed" })).toBeNull();
  expect(cannotAnswer(atWork)).toBe("この依頼は、すでに承諾しています。");
  expect(cannotAnswer(declined)).toBe("この依頼は、すでに断っています。");
  expect(cannotAnswer({ ...atWork, answer: null })).toBe("このカードは依頼ではないため、回答はいりません。");
  expect(cannotAgree({ ...asked, answer: "proposed" })).toBeNull();
  expect(cannotAgree(asked)).toBe("回答を待っている納期の提案はありません。");
  const dated = { ...asked, delivery_date: "2026-12-01" };
  expect(cannotPropose(dated, "2026-12-02", "2026-11-21")).toBeNull();
  expect(cannotPropose(dated, "2026-12-01", "2026-11-21")).toMatch("希望納期と同じ日です");
  expect(cannotPropose(dated, "2026-11-20", "2026-11-21")).toBe(
    "提案する納期は、今日以降の日付にしてください。",
  );
});

test("quantities are counted exactly, and more than planned is noticed", () => {
  const numbers = { num_items: "200", num_good: "120", num_defective: "3", num_partial: "20" };
  expect(remaining(numbers)).toBe("77");
  expect(shippable(numbers)).toBe("120");
  expect(shippable({ ...numbers, num_good: "0" })).toBe("197");
  expect(remaining({ ...numbers, num_good: "250" })).toBe("0");
  expect(overCount(numbers)).toBeNull();
  expect(overCount({ ...numbers, num_good: "177.001" })).toBe("0.001");
  expect(cannotCount(atWork)).toBeNull();
  expect(cannotCount(shipped)).toMatch("出荷済み");
});

test("the next process follows the board's order; after the last there is none", () => {
  expect(firstProcess(processes)?.label).toBe("材料待ち");
  expect(nextProcess(processes, 3)?.label).toBe("出荷待ち");
  expect(nextProcess(processes, 8)).toBeNull();
  expect(previousProcess(processes, 8)?.group_id).toBe(3);
  expect([
    previousProcess(processes, 2),
    previousProcess(processes, 1),
    previousProcess(processes, 99),
  ]).toEqual([null, null, null]);
});

test("a date of delivery says late, today, tomorrow, soon; a finished one is never coloured", () => {
  // 2026-11-20 is a Friday.
  const say = (delivery_date: string, finished = false) => due({ delivery_date }, "2026-11-20", finished);
  expect(say("2026-11-19")).toEqual({ text: "11/19(木) 1日遅れ", tone: "bad" });
  expect(say("2026-11-20")).toEqual({ text: "11/20(金) 今日", tone: "warn" });
  expect(say("2026-11-21")).toEqual({ text: "11/21(土) 明日", tone: "warn" });
  expect(say("2026-11-25")?.tone).toBe("accent");
  expect(say("2026-11-26")?.tone).toBe("muted");
  const warned = (delivery_date: string, warn_until: string) =>
    due({ delivery_date, warn_until }, "2026-11-20", false)?.tone;
  expect([warned("2026-11-26", "2026-11-26"), warned("2026-11-25", "2026-11-24")]).toEqual([
    "accent",
    "muted",
  ]);
  expect(say("2027-01-05")?.text).toBe("納期 2027/1/5(火)");
  expect(say("2026-11-01", true)?.tone).toBe("muted");
  expect(due({ delivery_date: "2026-11-20", delivery_time: "13:30" }, "2026-11-20", false)?.text).toBe(
    "11/20(金) 13:30 今日",
  );
  expect(due({ delivery_date: null }, "2026-11-20", false)).toBeNull();
  expect(stalledSince("2026-11-23", 5)).toBe("2026-11-16");
});

test("the list says of a date what the board says: late, today, tomorrow; its CSV holds the date alone", () => {
  const dated = (today?: string) =>
    cardsList("seller", null, false, today).columns.find(({ name }) => name === "delivery_date")!;
  const said = (delivery_date: string | null) => {
    const row = { delivery_date } as never;
    return [dated("2026-11-20").tone?.(row), dated("2026-11-20").unit?.(row)];
  };
  expect([
    said("2026-11-17"),
    said("2026-11-20"),
    said("2026-11-21"),
    said("2026-11-24"),
    said(null),
  ]).toEqual([
    ["bad", "3日遅れ"],
    ["warn", "今日"],
    ["warn", "明日"],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(dated().tone).toBeUndefined();
});

test("whatever happens to a card, its log folds to what it is, and every entry begins where the last one ended", () => {
  const change = fc.dictionary(
    fc.constantFrom("status", "group_id", "num_good", "note", "delivery_date"),
    fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
  );
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), (changes) => {
      let row: Record<string, string | number | null> = {
        status: "新規依頼",
        group_id: 1,
        num_good: "0",
        note: null,
        delivery_date: null,
      };
      const entries = [{ seq: 1, before: {}, after: { ...row } }];
      for (const after of changes) {
        const before = Object.fromEntries(Object.keys(after).map((name) => [name, row[name] ?? null]));
        entries.push({ seq: entries.length + 1, before, after: { ...after } as typeof row });
        row = { ...row, ...after };
      }
      expect(project(entries)).toEqual({ ...row, version: entries.length });
      expect(gaps(entries)).toEqual([]);
    }),
  );
});

test("a log with a missing entry is told", () => {
  const entries: Parameters<typeof gaps>[0] = [
    { seq: 1, before: {}, after: { status: "切断" } },
    { seq: 3, before: { status: "曲げ" }, after: { status: "検査" } },
  ];
  expect(gaps(entries)).toEqual(["seq 3", "3.status"]);
});

test("a stale page is told who did what since, from and to, without money", () => {
  const moved = {
    kind: "moved",
    at: "2026-11-21T05:05:00.000Z",
    actor_name: "山口 現さん",
    before: { status: "切断", group_id: 3 },
    after: { status: "曲げ", group_id: 4 },
  };
  expect(staleText([moved])).toBe(
    "他の人が更新しました。山口 現さんが14:05に「移動」をしました（工程：切断 → 曲げ）。最新のカードを確認してから、もう一度操作してください。",
  );
  expect(
    staleText([moved, { ...moved, kind: "shipped", before: { price: 5 }, after: { price: 6 } }]),
  ).toMatch("「出荷」をしました。ほかにも1件の更新があります。");
  expect(
    changesOf({ before: { price: 5, unit_price: null }, after: { price: 6, unit_price: "1.5" } }),
  ).toEqual([
    { label: "単価", from: undefined, to: "1.5" },
    { label: "金額", from: "5", to: "6" },
  ]);
});
