import decodeQR from "qr/decode.js";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { expect, test } from "vitest";
import { boxesOf, codeUrl, tagsFor } from "~/lib/code/tag";
import { readText } from "~/lib/code/token";
import { signToken } from "~/lib/code/token.server";
import { LABEL_PAPERS, Labels } from "./Labels";
import { Tags } from "./Tags";

const ORIGINS = [
  "http://localhost:3000",
  "https://koba.example.com",
  "https://koba.yamada-seiki-kogyo.example.co.jp",
];
const token = signToken("secret", "yamada", "card", 1_234_567, 1);

/** Each code on a sheet, as `mm` millimetres of a label printer's 203 dots to the inch make it. */
async function printed(html: string, mm: number): Promise<string[]> {
  const dots = Math.round((mm / 25.4) * 203);
  const codes = html.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  return Promise.all(
    codes.map(async (svg) => {
      const { data, info } = await sharp(
        Buffer.from(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')),
      )
        .resize(dots, dots)
        .flatten({ background: "#fff" })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
    }),
  );
}

test("every label of every paper can be read back, at the size it is printed", async () => {
  const labels = ORIGINS.map((origin, key) => ({
    key,
    kicker: "工程",
    title: "切断",
    note: "加工",
    url: codeUrl(origin, token),
    code: token,
    owner: "山田精機株式会社",
  }));
  for (const paper of LABEL_PAPERS) {
    const html = renderToStaticMarkup(<Labels paper={paper} labels={labels} />);
    const read = await printed(html, 28);
    expect(read).toEqual(labels.map((label) => label.url));
    for (const text of read) expect(readText(text)).toMatchObject({ kind: "card", key: 1_234_567, token });
  }
});

test("a code of 28 mm with its quiet zone is itself 20 mm or more, with error correction Q", () => {
  for (const url of ORIGINS.map((origin) => codeUrl(origin, token))) {
    const html = renderToStaticMarkup(
      <Labels
        paper="a4-24"
        labels={[{ key: 1, kicker: "", title: "", note: "", url, code: "", owner: "" }]}
      />,
    );
    const modules = Number(/viewBox="0 0 (\d+)/.exec(html)![1]);
    expect((28 * (modules - 8)) / modules).toBeGreaterThanOrEqual(20);
  }
});

test("a card in three boxes has three tags, 1/3 to 3/3, each with the card's code", async () => {
  const row = {
    key: 9,
    token,
    id: "1234-1",
    name: "ブラケットA",
    product_code: "YM-1001",
    drawing_no: "TNK-2201",
    buyer_name: "田中産業機械株式会社",
    order_id: "H2611-0001",
    num_items: "1200",
    unit: "個",
    delivery_date: "2026-12-01",
    delivery_time: null,
    destination: "川崎工場",
    note: null,
    is_urgent: true,
    task_type: null,
    group_id: 3,
  };
  const processes = ["新規依頼", "材料待ち", "切断", "曲げ", "検査", "出荷待ち"].map((label, index) => ({
    group_id: index + 1,
    label,
  }));
  const tags = tagsFor(row, processes, boxesOf("1200", 1, "500"), ORIGINS[1]!, "山田精機株式会社");
  expect(tags.map((tag) => tag.box)).toEqual(["箱 1/3", "箱 2/3", "箱 3/3"]);
  expect(tags[0]).toMatchObject({
    number: "1234-1",
    steps: ["切断", "曲げ", "検査", "出荷待ち"],
    mark: "至急",
    quantity: { label: "入数", text: "500", unit: "個" },
  });
  expect(tags.map((tag) => tag.quantity.text)).toEqual(["500", "500", "200"]);
  expect(tags[0]!.facts.slice(0, 2)).toEqual([
    { label: "総数", text: "1,200 個" },
    { label: "品番", text: "YM-1001" },
  ]);
  const place = { ...row, destination: "厚木組立センター（神奈川県厚木市岡田三丁目4番1号）" };
  const html = renderToStaticMarkup(
    <Tags
      paper="a4"
      tags={tagsFor(place, processes, boxesOf("1200", 1, "500"), ORIGINS[1]!, "山田精機株式会社")}
    />,
  );
  expect(html).toContain('岡田<span class="whitespace-nowrap">三丁目4番1号）</span></td>');
  expect(html).toContain("<td>TNK-2201</td></tr></tbody></table><div>");
  const titled = (name: string) =>
    renderToStaticMarkup(
      <Tags paper="a4" tags={tagsFor({ ...row, name }, processes, [null], ORIGINS[1]!, "")} />,
    ).match(/<h2 class="tag-title"><span(?: class="([^"]+)")?>/)![1];
  const long = "ステンレス製モーターブラケット左（㈱髙橋製作所向け・耐熱仕様・第二世代）";
  expect(
    ["ブラケットA", long, "ケーブルダクト1200用カバー取付金具セット（左右一式）2個組", long + long].map(
      titled,
    ),
  ).toEqual([undefined, "text-base", "text-section", "text-base"]);
  expect(await printed(html, 34)).toEqual(Array(3).fill(`https://koba.example.com/s/${token}`));
  expect(tagsFor(row, processes, boxesOf("1200", 1, null), ORIGINS[1]!, "")[0]).toMatchObject({
    box: undefined,
    quantity: { label: "数量", text: "1,200" },
  });
  expect([
    boxesOf("1000", 1, "500"),
    boxesOf("2.5", 1, "1"),
    boxesOf("3", 1, "10"),
    boxesOf("7", 2, null),
  ]).toEqual([["500", "500"], ["1", "1", "0.5"], ["3"], [null, null]]);
});
