import sharp from "sharp";
import { expect, test } from "vitest";
import { disposition, fileHeaders, fileName } from "./file";
import { THUMB_MAX } from "./image.server";
import { takesFiles } from "./limit";
import { acceptFile, keepBytes } from "./take.server";
import { DXF, HEIC, ole, PDF, picture, png, STEP, xlsx, zip } from "./testing.server";
import { turns } from "./turns";

const look = (name: string, bytes: Uint8Array | string, images = false) =>
  acceptFile("yamada", { name, bytes: Buffer.from(bytes as string) }, images ? { images: true } : {});
const refusal = (name: string, bytes: Uint8Array | string, images = false): Promise<string> =>
  look(name, bytes, images).then(
    () => "taken",
    (error) => error.errors?.files[0] ?? error.detail,
  );

test("a photo is known by its bytes, whatever its name says, and gets the ending that is true", async () => {
  const taken = await look("図面 A.pdf", await png());
  expect(taken).toMatchObject({
    name: "図面 A.png",
    media_type: "image/png",
    width: 40,
    height: 20,
    has_thumb: true,
  });
  expect(taken.blob).toMatch(/^[\w-]{22}$/);
});

test("PDF, DXF and STEP are taken as they are, without a thumbnail", async () => {
  for (const [bytes, type] of [
    [PDF, "application/pdf"],
    [DXF, "image/vnd.dxf"],
    [STEP, "model/step"],
  ] as const) {
    const taken = await look("x", bytes);
    expect(taken).toMatchObject({ media_type: type, has_thumb: false, size: bytes.length });
    expect(Buffer.from(taken.bytes).equals(bytes)).toBe(true);
  }
  expect((await look("a.dxf", Buffer.concat([Buffer.from("999\r\ncomment\r\n"), DXF]))).media_type).toBe(
    "image/vnd.dxf",
  );
});

test("pages, scripts, drawings that hold scripts, broken archives and programs are refused under any name", async () => {
  const html = "<!DOCTYPE html><script>alert(1)</script>";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  const cut = Buffer.from("504b0304140000000800", "hex");
  const exe = Buffer.concat([Buffer.from("4d5a90000300", "hex"), Buffer.alloc(200)]);
  for (const [name, bytes] of [
    ["a.png", html],
    ["a.jpg", svg],
    ["a.svg", `<?xml version="1.0"?>${svg}`],
    ["a.pdf", html],
    ["a.step", cut],
    ["a.dxf", exe],
    ["a.pdf", ` \n${html}%PDF-1.4`],
    ["a.txt", ` ${html}`],
    ["a.csv", svg],
    ["a.html", "plain words"],
    ["a.bat", "del *.*"],
    ["a.txt", "#!/bin/sh"],
    ["a.txt", Buffer.from([0x81])],
    ["a.txt", "a\0b"],
    ["a.csv", exe],
    ["a.gif", Buffer.from("GIF89a0000")],
  ] as const) {
    expect([name, await refusal(name, bytes)]).toEqual([
      name,
      expect.stringContaining("扱えない形式です。写真（JPEG・PNG・WebP・HEIC）、PDF、DXF、STEP"),
    ]);
  }
  expect(await refusal("空.png", "")).toBe("「空.png」は空のファイルです。選択し直してください");
  expect(await refusal("logo.pdf", PDF, true)).toContain("画像（JPEG・PNG・WebP）を選択してください");
});

test("a HEIC photo is taken as it is; where a picture has to be drawn it is refused with what to do about it", async () => {
  expect(await look("IMG_1.HEIC", HEIC)).toMatchObject({
    name: "IMG_1.heic",
    media_type: "image/heic",
    has_thumb: false,
    size: HEIC.length,
  });
  expect(await refusal("IMG_1.HEIC", HEIC, true)).toContain("HEIC形式のため扱えません。iPhoneでは");
});

test("Excel, Word, PowerPoint, tables, words and archives are taken as they are, known by what they hold", async () => {
  const office = (part: string) => zip("[Content_Types].xml", "_rels/.rels", part);
  const words = Buffer.from("品番,数量\r\n軸,20\r\n");
  const cp932 = Buffer.from([0x95, 0x69, 0x94, 0xd4, 0x2c, 0x31, 0x0d, 0x0a]);
  for (const [given, bytes, name] of [
    ["見積.xlsx", xlsx("xl/worksheets/sheet1.xml"), "見積.xlsx"],
    ["見積.pdf", xlsx(), "見積.xlsx"],
    ["仕様.docx", office("word/document.xml"), "仕様.docx"],
    ["説明.pptx", office("ppt/presentation.xml"), "説明.pptx"],
    ["旧.xls", ole("Workbook"), "旧.xls"],
    ["旧.doc", ole("1Table", "WordDocument"), "旧.doc"],
    ["旧.ppt", ole("PowerPoint Document"), "旧.ppt"],
    ["鍵.xlsx", ole("EncryptionInfo", "EncryptedPackage"), "鍵.xlsx"],
    ["一式.zip", zip("図面/1.pdf", "図面/2.dxf"), "一式.zip"],
    ["表.csv", words, "表.csv"],
    ["表.CSV", cp932, "表.csv"],
    ["BM表.csv", Buffer.from("BM,1\n"), "BM表.csv"],
    ["表.tsv", Buffer.from("\ufeffa\tb\n"), "表.tsv"],
    ["メモ.txt", "よろしく <お願い> します", "メモ.txt"],
  ] as const) {
    const taken = await look(given, bytes);
    expect([
      taken.name,
      taken.has_thumb,
      Buffer.from(taken.bytes).equals(Buffer.from(bytes as string)),
    ]).toEqual([name, false, true]);
    expect(fileHeaders(taken.name, taken.media_type)).toMatchObject({
      "Content-Type": "application/octet-stream",
      "X-Content-Type-Options": "nosniff",
      "Content-Disposition": expect.stringMatching(/^attachment;/),
      "Content-Security-Policy": expect.stringContaining("sandbox"),
    });
  }
});

test("macros and programs within a file are refused by name; a directory that lies or never ends is none", async () => {
  for (const bytes of [
    xlsx("xl/vbaProject.bin"),
    zip("見積/集計.XLSM"),
    zip("a.pdf", "b.docm"),
    ole("Workbook", "_VBA_PROJECT_CUR"),
    ole("WordDocument", "Macros"),
  ]) {
    expect(await refusal("集計.xlsm", bytes)).toContain("マクロを含むため扱えません");
  }
  for (const name of ["setup.exe", "a/b.JS", "開く.lnk"])
    expect(await refusal("一式.zip", zip("図面.pdf", name))).toContain("中にプログラムがある");
  const many = zip("a");
  many.writeUInt16LE(9, many.length - 12);
  const far = xlsx();
  far.writeUInt32LE(0xfffffff0, far.length - 6);
  const endless = ole("Setup");
  endless.writeUInt32LE(1, 512 + 4);
  const outside = ole("Workbook");
  outside.writeUInt32LE(0xfffffff0, 48);
  for (const [name, bytes] of [
    ["a.zip", many],
    ["a.xlsx", far],
    ["a.xls", endless],
    ["a.xls", outside],
    ["a.msi", ole("Setup")],
    ["a.jar", zip("META-INF/MANIFEST.MF", "A.class")],
    ["a.xlsx", ole("EncryptionInfo")],
    ["a.zip", Buffer.concat([zip("a"), Buffer.from("<html>")])],
    ["a.xps", zip("[Content_Types].xml", "FixedDocSeq.fdseq")],
    ["a.zip", zip(...Array.from({ length: 5_001 }, (_, at) => `${at}`))],
  ] as const) {
    expect([name, await refusal(name, bytes)]).toEqual([name, expect.stringContaining("扱えない形式です")]);
  }
});

test("a chat carries any file under its own ending, for saving alone", async () => {
  const any = (name: string, bytes: Uint8Array | string) =>
    acceptFile("yamada", { name, bytes: Buffer.from(bytes as string) }, { any: true });
  for (const [given, bytes, name] of [
    ["組立.dwg", "AC1032\0\0\0", "組立.dwg"],
    ["組立.SLDPRT", ole("Contents"), "組立.sldprt"],
    ["形状.igs", "                                   S      1", "形状.igs"],
    ["動作.mp4", Buffer.from("000000186674797069736f6d", "hex"), "動作.mp4"],
    ["見積.ods", zip("mimetype", "content.xml"), "見積.ods"],
    ["印刷.3mf", zip("[Content_Types].xml", "3D/3dmodel.model"), "印刷.3mf"],
    ["測定", "1.02\0", "測定.bin"],
  ] as const) {
    const taken = await any(given, bytes);
    expect([taken.name, taken.media_type]).toEqual([name, "application/octet-stream"]);
    expect(fileHeaders(taken.name, taken.media_type)).toMatchObject({
      "Content-Type": "application/octet-stream",
      "Content-Disposition": expect.stringMatching(/^attachment;/),
      "Content-Security-Policy": expect.stringContaining("sandbox"),
    });
  }
  expect(await any("見積.pdf", xlsx())).toMatchObject({ name: "見積.xlsx" });
  expect(await any("a.png", await png())).toMatchObject({ media_type: "image/png", has_thumb: true });
});

test("nor does a chat carry programs, pages, or archives that nobody can look into", async () => {
  const cut = Buffer.from("504b0304140000000800", "hex");
  for (const [name, bytes] of [
    ["setup.exe", "x"],
    ["図面.dwg", Buffer.from("4d5a90000300", "hex")],
    ["a.dat", "\u007fELF\u0002"],
    ["a.dat", "#!/bin/sh"],
    ["a.dat", "<html>"],
    ["a.html", "words"],
    ["a.svg", "<svg/>"],
    ["a.js", "alert(1)"],
    ["a.lnk", "x"],
    ...[
      "msc",
      "jnlp",
      "wsc",
      "sct",
      "inf",
      "py",
      "pyw",
      "psm1",
      "rdp",
      "iqy",
      "slk",
      "terminal",
      "inetloc",
      "accde",
      "diagcab",
      "udl",
    ].map((ending) => [`見積.${ending}`, "x\u0000"] as const),
    ["a.dat", Buffer.from("\ufeff<?xml version='1.0'?><MMC_ConsoleFile/>", "utf16le")],
    ["a.dat", Buffer.from("  <html>", "utf16le")],
    ["a.7z", "x"],
    ["a.dat", Buffer.from("377abcaf271c0004", "hex")],
    ["a.dat", Buffer.from("1f8b0800000000000003", "hex")],
    ["a.pdf", "words"],
    ["a.xlsx", "words"],
    ["a.dat", cut],
    ["a.ods", zip("META-INF/MANIFEST.MF")],
  ] as const) {
    const refused = await acceptFile(
      "yamada",
      { name, bytes: Buffer.from(bytes as string) },
      { any: true },
    ).then(
      () => "taken",
      (error) => error.errors.files[0],
    );
    expect([name, refused]).toEqual([name, expect.stringContaining("プログラムや、中を確かめられない書庫")]);
  }
  await expect(
    acceptFile("yamada", { name: "a.3mf", bytes: zip("a.xlsm") }, { any: true }),
  ).rejects.toMatchObject({ errors: { files: [expect.stringContaining("マクロ")] } });
});

test("what is hidden behind or inside a picture does not outlive the upload", async () => {
  const html = Buffer.from("<html><script>alert(document.domain)</script></html>PK\u0003\u0004");
  const behind = await look("a.png", Buffer.concat([await png(), html]));
  expect(Buffer.from(behind.bytes).includes("script")).toBe(false);
  const inside = await picture(60, 40, { r: 1, g: 2, b: 3 })
    .withExif({ IFD0: { Copyright: "秘密<script>" }, IFD3: { GPSLatitude: "35/1 39/1 0/1" } })
    .jpeg()
    .toBuffer();
  expect((await sharp(inside).metadata()).exif).toBeDefined();
  const clean = await look("a.jpg", inside);
  expect(await sharp(clean.bytes).metadata()).not.toHaveProperty("exif");
  expect(Buffer.from(clean.bytes).includes("script")).toBe(false);
});

test("a photo taken sideways is kept upright", async () => {
  const sideways = await picture(60, 20, { r: 9, g: 9, b: 9 })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const taken = await look("a.jpg", sideways);
  expect(taken).toMatchObject({ width: 20, height: 60 });
  expect(await sharp(taken.thumb!).metadata()).toMatchObject({ width: 20, height: 60, format: "webp" });
});

test("thumbnails stay within 20 KB even of noise, and within 320 px", async () => {
  for (const [width, height] of [
    [1600, 1200],
    [300, 3000],
    [50, 50],
  ] as const) {
    const taken = await look("noise.jpg", await picture(width, height).jpeg({ quality: 95 }).toBuffer());
    expect(taken.thumb!.length).toBeLessThanOrEqual(THUMB_MAX);
    const made = await sharp(taken.thumb!).metadata();
    expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(320);
  }
});

test("a small file that would open to a huge picture is refused before it is opened", async () => {
  const bomb = await picture(1, 1, { r: 0, g: 0, b: 0 }).png().toBuffer();
  // The size in the header (bytes 16-24 of a PNG) is what a decoder would make room for.
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect(await refusal("bomb.png", bomb)).toContain("画像を読み取れませんでした");
  const large = await picture(9000, 9000, { r: 0, g: 0, b: 0 }).png().toBuffer();
  expect(large.length).toBeLessThan(1_000_000);
  expect(await refusal("large.png", large)).toContain("大きすぎます");
  expect(await refusal("cut.png", (await png(400, 400)).subarray(0, 300))).toContain(
    "画像を読み取れませんでした",
  );
});

test("a full disk is told as such", async () => {
  const full = {
    put: () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" })),
    get: async () => null,
    remove: async () => {},
  };
  await expect(keepBytes(full, await look("a.pdf", PDF))).rejects.toMatchObject({
    status: 409,
    detail: expect.stringContaining("いっぱいです"),
  });
});

test("more than 10 MB is refused by its size alone", async () => {
  expect(await refusal("big.png", Buffer.alloc(10 * 1024 * 1024 + 1))).toContain("10MBを超えています");
});

test("a file's name can neither leave its folder nor break its header", () => {
  expect(fileName("../../etc/passwd", "image/png")).toBe("passwd.png");
  expect(fileName("C:\\fakepath\\図面.PNG", "image/png")).toBe("図面.png");
  expect(fileName("a\r\nSet-Cookie: x\u202egnp.exe", "application/pdf")).toBe("aSet-Cookie_ xgnp.pdf");
  expect(fileName("", "model/step")).toBe("file.step");
  expect(Array.from(fileName("図".repeat(500), "image/png")).length).toBe(104);
  expect(disposition("図面 (最終)'.pdf", "application/pdf")).toBe(
    "inline; filename*=UTF-8''%E5%9B%B3%E9%9D%A2%20%28%E6%9C%80%E7%B5%82%29%27.pdf",
  );
});

test("only pictures and PDF open in the browser; everything is sandboxed but the PDF viewer, which would not start", () => {
  const step = fileHeaders("a.step", "model/step");
  expect(step["Content-Type"]).toBe("application/octet-stream");
  expect(step["Content-Disposition"]).toMatch(/^attachment;/);
  expect(step["Content-Security-Policy"]).toContain("sandbox");
  expect(fileHeaders("a.png", "image/png")).toMatchObject({
    "Content-Type": "image/png",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",
  });
  expect(fileHeaders("a.pdf", "application/pdf")["Content-Security-Policy"]).toBe(
    "default-src 'none'; frame-ancestors 'self'",
  );
});

test("the front door lets more in only where files are taken", () => {
  expect(
    ["/task/12/files", "/api/cards/12/files", "/task/12/defect", "/setting/company/seal", "/order/new"].map(
      takesFiles,
    ),
  ).toEqual([true, true, true, true, true]);
  expect(["/task/12/count", "/api/orders", "/login", "/files/../login"].map(takesFiles)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("who brings many pictures waits for himself: others have their turn between", async () => {
  const inTurn = turns(2, 4);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const bring = (name: string) =>
    inTurn(name[0]!, () => {
      begun.push(name);
      return new Promise<void>((done) => ends.push(done));
    });
  const all = ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"].map(bring);
  expect(begun).toEqual(["a1", "b1"]);
  await expect(bring("a6")).rejects.toThrow("waiting");
  for (let at = 0; at < all.length; at++) {
    ends[at]!();
    await all[["a1", "a2", "a3", "a4", "a5", "b1", "b2", "c1"].indexOf(begun[at]!)];
    await Promise.resolve();
  }
  await Promise.all(all);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "c1", "a3", "a4", "a5"]);
});

test("too many pictures at once are refused with a sentence, and nobody else's", async () => {
  const large = await picture(1200, 1200, { r: 0, g: 0, b: 0 }).png().toBuffer();
  const many = Array.from({ length: 24 }, (_, at) => refusal(`${at}.png`, large));
  const other = await acceptFile("sato", { name: "a.png", bytes: await png() }, { images: true });
  expect(other.has_thumb).toBe(true);
  const answers = await Promise.all(many);
  expect([...new Set(answers)]).toEqual(
    expect.arrayContaining([
      "taken",
      "ほかの画像を取り込んでいます。少し待ってから、もう一度操作してください。",
    ]),
  );
});
