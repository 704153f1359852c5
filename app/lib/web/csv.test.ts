import { expect, test } from "vitest";
import { toCsv } from "~/lib/text/csv";
import { csvAnswer } from "./csv.server";

const decoded = async (response: Response) =>
  new TextDecoder("shift_jis").decode(await response.arrayBuffer());

const asked = (query: string, text: string) =>
  csvAnswer(
    {
      request: new Request(`http://localhost/task/shipped.csv${query}`),
      context: { styles: { href: "/build/a.css" } },
      params: {},
    } as never,
    "出荷済み一覧",
    text,
  );
const plain = toCsv([
  ["品名", "備考"],
  ["軸①", "〜仕上げ"],
]);
const odd = toCsv([
  ["品名", "備考"],
  ["軸", "鷗<外>"],
  ["𠮷", ""],
]);

test("a list is UTF-8 with BOM, or Shift_JIS where old software needs it", async () => {
  const usual = await asked("?q=1", plain);
  expect([
    usual.headers.get("Content-Type"),
    Buffer.from(await usual.arrayBuffer())
      .subarray(0, 3)
      .toString("hex"),
  ]).toEqual(["text/csv; charset=utf-8", "efbbbf"]);
  const old = await asked("?encoding=cp932", plain);
  for (const name of ["cp932", "sjis", "Shift_JIS"]) {
    expect((await asked(`?encoding=${name}`, plain)).headers.get("Content-Type")).toBe(
      "text/csv; charset=shift_jis",
    );
  }
  expect(await decoded(old)).toBe("品名,備考\r\n軸①,～仕上げ\r\n");
});

test("what Shift_JIS cannot hold is listed by row and column before anything is replaced", async () => {
  const listed = await asked("?q=1&encoding=cp932", odd);
  const page = await listed.text();
  expect(listed.headers.get("Content-Type")).toContain("text/html");
  expect(page).toContain("2行目 備考: 「鷗」");
  expect(page).toContain("3行目 品名: 「𠮷」");
  expect(page).toContain("/task/shipped.csv?q=1&#38;encoding=cp932&#38;replace=1");
  const replaced = await asked("?encoding=cp932&replace=1", odd);
  expect(await decoded(replaced)).toContain("〓<外>");
});
