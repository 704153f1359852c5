import { afterAll, beforeAll, expect, test } from "vitest";
import { preview, register } from "~/lib/import/testing.server";
import { csvOf } from "~/lib/list/csv";
import { testApp } from "~/lib/server/testing.server";
import { processColumns, reasonsCsv, recordColumns } from "./meta.form";

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>["as"]>>;
let t: Awaited<ReturnType<typeof testApp>>;
let yamada: Person;
beforeAll(async () => {
  t = await testApp();
  yamada = await t.as("admin@yamada.example");
});
afterAll(() => t.stop());
const meta = async () => (await yamada.get("/factories/self/meta")).body;
const saved = async (key: number) => expect((await register(t, yamada, key, true)).body.state).toBe("saved");

test("what goes out as CSV comes in again as the same: processes, reasons, 記録項目", async () => {
  const partners = (await yamada.get("/factories/collaborators?side=seller")).body.items;
  const { processes, reasons, record_items } = await meta();
  for (const [noun, text, num_same] of [
    ["process", csvOf(processColumns(partners), processes), processes.length],
    ["reason", csvOf(reasonsCsv, reasons), reasons.length],
    ["record", csvOf(recordColumns(processes), record_items), record_items.length],
  ] as const) {
    if (num_same > 0)
      expect([noun, (await preview(t, yamada, noun, text)).body]).toEqual([
        noun,
        expect.objectContaining({ num_same, num_new: 0, num_changed: 0, num_wrong: 0 }),
      ]);
  }
});

test("無人運転 is said of every process in the CSV, so that あり is taken away by なし there; a file without it changes none", async () => {
  await saved((await preview(t, yamada, "process", "工程,無人運転\n曲げ,あり")).body.key);
  const flagged = async () =>
    (await meta()).processes.filter((one: { runs_unmanned: boolean }) => one.runs_unmanned).length;
  const text = csvOf(processColumns([]), (await meta()).processes);
  expect([text.match(/,あり,/g)?.length, await flagged()]).toEqual([1, 1]);
  expect((await preview(t, yamada, "process", "工程,色\n曲げ,赤")).body).toMatchObject({ num_changed: 1 });
  expect(text).toContain(",なし,");
  await saved((await preview(t, yamada, "process", text.replace(",あり,", ",なし,"))).body.key);
  expect(await flagged()).toBe(0);
});

test("processes come in at their 順, known ones by their name; none is lost, and what would break the board is said by its row", async () => {
  const before = (await meta()).processes;
  const { body } = await preview(
    t,
    yamada,
    "process",
    "順,工程,役割,枝,盤に表示,外注先\n4,バリ取り,加工,,,\n,曲げ,,1号機、2号機,しない,\n,受付,新規依頼,,,\n,洗浄,,,,\n,メッキ,外注,,,佐藤鈑金工業株式会社\n,塗装,外注,,,知らない会社\n,新規依頼,加工,,,",
  );
  expect(body).toMatchObject({ num_new: 2, num_changed: 1, num_wrong: 4 });
  expect(body.wrong.map((row: { line: number; errors: object }) => [row.line, row.errors])).toEqual([
    [4, { role: ["「新規依頼」の工程は1つだけです（今は「新規依頼」です）"] }],
    [5, { role: ["新しい工程の役割を入力してください"] }],
    [7, { default_collab_id: ["取引のある協力会社の会社名を入力してください"] }],
    [8, { role: ["「新規依頼」の工程の役割は変えられません"] }],
  ]);
  await saved(body.key);
  const after = (await meta()).processes;
  expect(after).toHaveLength(before.length + 2);
  expect(after.find((one: { label: string }) => one.label === "バリ取り")).toMatchObject({
    role: "work",
    group_id: expect.any(Number),
  });
  expect(after.map((one: { label: string }) => one.label).indexOf("バリ取り")).toBe(4);
  expect(after.find((one: { label: string }) => one.label === "曲げ")).toMatchObject({
    is_hidden: true,
    lanes: [{ label: "1号機" }, { label: "2号機" }],
    role: "work",
    group_id: 4,
  });
  expect(after.at(-1)).toMatchObject({ label: "メッキ", default_collab_id: "sato" });
});

test("reasons of every kind come in one file; a treatment needs to say what it means", async () => {
  const { body } = await preview(
    t,
    yamada,
    "reason",
    "種類,名称,扱い\n不良理由,打痕,\n処置,研磨で手直し,手直し\n処置,選別,\n処置,廃棄,特採\n理由,x,",
  );
  expect(body).toMatchObject({ num_new: 2, num_changed: 1, num_wrong: 2 });
  expect(body.wrong.map((row: { errors: Record<string, string[]> }) => Object.keys(row.errors)[0])).toEqual([
    "means",
    "kind",
  ]);
  await saved(body.key);
  const { reasons } = await meta();
  expect(
    reasons
      .filter((one: { kind: string }) => one.kind === "treatment")
      .map((one: { label: string; means: string }) => [one.label, one.means]),
  ).toEqual([
    ["手直し", "rework"],
    ["再製作", "remake"],
    ["廃棄", "concession"],
    ["特採", "concession"],
    ["研磨で手直し", "rework"],
  ]);
  expect(reasons.filter((one: { kind: string }) => one.kind === "defect").at(-1).label).toBe("打痕");
});

test("間接作業 says with ○ what is 休憩; a file without the column leaves it as it is", async () => {
  const rests = async () =>
    (await meta()).reasons
      .filter((one: { is_break: boolean }) => one.is_break)
      .map((one: { label: string }) => one.label);
  expect(await rests()).toEqual(["休憩"]);
  const come = async (text: string) => saved((await preview(t, yamada, "reason", text)).body.key);
  await come("種類,名称,休憩\n間接作業,昼休み,○\n不良理由,打痕2,○");
  expect(await rests()).toEqual(["休憩", "昼休み"]);
  await come("種類,名称,扱い\n間接作業,昼休み,\n間接作業,棚卸し,");
  expect(await rests()).toEqual(["休憩", "昼休み"]);
  await come("種類,名称,休憩\n間接作業,昼休み,×");
  expect(await rests()).toEqual(["休憩"]);
});

test("記録項目 come in with their process and limits", async () => {
  const { body } = await preview(
    t,
    yamada,
    "record",
    "項目名,型,工程,下限,上限,単位,選択肢,入力\n外径,数値,曲げ,9.95,10.05,mm,,○\n外観,選択,,,,,良,\n長さ,数値,無い工程,,,,,\n幅,数値,すべて,5,4,,,",
  );
  expect(body.wrong.map((row: { errors: Record<string, string[]> }) => Object.keys(row.errors)[0])).toEqual([
    "choices",
    "group_id",
    "upper_limit",
  ]);
  await saved(body.key);
  expect((await meta()).record_items).toEqual([
    expect.objectContaining({
      label: "外径",
      group_id: 4,
      lower_limit: "9.95",
      upper_limit: "10.05",
      unit: "mm",
      is_required: true,
    }),
  ]);
});

test("メタ情報 is the administrator's of a factory", async () => {
  for (const account of ["genba@yamada.example", "admin@tanaka.example"]) {
    for (const noun of ["process", "reason", "record"])
      expect((await preview(t, await t.as(account), noun, "工程名,種類,名称,項目名,型\nx,,,,")).status).toBe(
        403,
      );
  }
});
