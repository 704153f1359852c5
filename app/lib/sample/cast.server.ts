import { isNull } from "drizzle-orm";
import { createMember } from "~/lib/auth/member.server";
import { createCollaboration, createFactory, type NewFactory } from "~/lib/company/factory.server";
import { readConfig } from "~/lib/config/config.server";
import { type Database, operator, tenant } from "~/lib/db/connection.server";
import { createDestination } from "~/lib/partner/destination.server";
import { createProduct, type NewPrice, type NewProduct } from "~/lib/product/product.server";
import { setProcesses } from "~/lib/shop/process.server";
import { createWorker } from "~/lib/shop/worker.server";
import { member } from "~/lib/tables/member.table.server";
import { addDays, today } from "~/lib/time/date";
import type { Role } from "~/lib/vocabulary/card.schema";
import type { Permission } from "~/lib/vocabulary/permission";

/** Everyone's password in the sample world, and of nobody elsewhere. */
export const SAMPLE_PASSWORD = "koba-demo-2026";

const account = (bank_name: string, branch_name: string, number: string, holder: string) => [
  { bank_name, branch_name, kind: "普通" as const, number, holder },
];

const COMPANIES: NewFactory[] = [
  {
    id: "yamada",
    name: "山田精機株式会社",
    kana: "ヤマダセイキ",
    company_type: "seller",
    postal_code: "144-0033",
    address: "東京都大田区東糀谷二丁目14番8号",
    tel: "03-3744-2100",
    fax: "03-3744-2101",
    email: "info@yamada.example",
    registration_number: "T8700110005901",
    bank_accounts: account("城南信用金庫", "羽田支店", "0012345", "ヤマダセイキ(カ"),
  },
  {
    id: "sato",
    name: "佐藤鈑金工業株式会社",
    kana: "サトウバンキンコウギョウ",
    company_type: "seller",
    postal_code: "577-0015",
    address: "大阪府東大阪市長田三丁目5番22号",
    tel: "06-6789-3300",
    fax: "06-6789-3301",
    email: "info@sato.example",
    registration_number: "T7120001168421",
    bank_accounts: account("大阪信用金庫", "長田支店", "0765432", "サトウバンキンコウギヨウ(カ"),
  },
  {
    id: "tanaka",
    name: "田中産業機械株式会社",
    kana: "タナカサンギョウキカイ",
    company_type: "buyer",
    postal_code: "210-0851",
    address: "神奈川県川崎市川崎区浜町一丁目9番3号",
    tel: "044-355-7700",
    fax: "044-355-7701",
    email: "info@tanaka.example",
    registration_number: "T7010705000725",
  },
  {
    id: "suzuki",
    name: "鈴木電装株式会社",
    kana: "スズキデンソウ",
    company_type: "buyer",
    postal_code: "448-0011",
    address: "愛知県刈谷市築地町四丁目2番1号",
    tel: "0566-21-4400",
    fax: "0566-21-4401",
    email: "info@suzuki.example",
    registration_number: "T1180301018771",
  },
];

type Person = [
  email: string,
  name: string,
  company_id: string | null,
  is_admin: boolean,
  permissions: Permission[],
  groups?: string[],
];
const ALL: Permission[] = ["accounting", "inventory", "bi"];
const PEOPLE: Person[] = [
  ["admin@yamada.example", "山田 太郎", "yamada", true, ALL],
  ["keiri@yamada.example", "山本 経子", "yamada", false, ["accounting"]],
  ["genba@yamada.example", "山口 現", "yamada", false, []],
  ["admin@sato.example", "佐藤 花子", "sato", true, ALL],
  ["admin@tanaka.example", "田中 一郎", "tanaka", true, ALL],
  ["kobai@tanaka.example", "田村 購", "tanaka", false, []],
  ["admin@suzuki.example", "鈴木 次郎", "suzuki", true, ["accounting"]],
  ["staff@ops.example", "運営 読子", null, false, [], ["internal"]],
  ["writer@ops.example", "運営 書子", null, false, [], ["internal", "internal_writer"]],
];

const MONTH_END = { is_payment_last_date: true, payment_date: null, pay_month: 1, pay_day: 31 };
const TWENTIETH = { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 };

const PROCESSES: Record<string, [label: string, role: Role, standard_days?: number][]> = {
  yamada: [
    ["新規依頼", "inbox"],
    ["材料待ち", "queue", 1],
    ["切断", "work", 1],
    ["曲げ", "work", 1],
    ["溶接", "work", 2],
    ["外注", "outsource"],
    ["検査", "inspect", 1],
    ["出荷待ち", "ready"],
  ],
  sato: [
    ["新規依頼", "inbox"],
    ["受付", "queue"],
    ["レーザー", "work"],
    ["曲げ", "work"],
    ["検査", "inspect"],
    ["出荷待ち", "ready"],
  ],
};

const WORKERS: Record<string, [name: string, kana: string][]> = {
  yamada: [
    ["井上", "イノウエ"],
    ["上田", "ウエダ"],
    ["江口", "エグチ"],
    ["小川", "オガワ"],
    ["加藤", "カトウ"],
  ],
  sato: [
    ["木村", "キムラ"],
    ["工藤", "クドウ"],
    ["小林", "コバヤシ"],
  ],
};

type Made = Omit<NewProduct, "seller_id"> & Pick<NewPrice, "unit_price"> & { seller_id?: string };
const piece = (
  buyer_id: string,
  code: string,
  name: string,
  unit_price: string,
  drawing_no?: string,
): Made => ({
  buyer_id,
  code,
  name,
  unit_price,
  drawing_no,
  drawing_revision: drawing_no && "B",
  order_unit: "piece",
  unit: "piece",
});

/** yamada's and sato's products; the two stock buyers' ids come from the configuration. */
function products(stock_id: string, parts_id: string): Made[] {
  return [
    piece("tanaka", "YM-1001", "ブラケットA", "128.4", "TNK-2201"),
    piece("tanaka", "YM-1002", "ブラケットB", "146", "TNK-2202"),
    piece("tanaka", "YM-1003", "モーターベース", "1850", "TNK-3310"),
    piece("tanaka", "YM-1004", "カバープレート SUS304 t1.5", "342.5", "TNK-1187"),
    {
      buyer_id: "tanaka",
      code: "YM-1005",
      name: "丸棒切断材 S45C φ20",
      unit_price: "398.5",
      order_unit: "piece",
      unit: "kg",
      unit_weight: "0.742",
    },
    {
      buyer_id: "tanaka",
      code: "YM-1006",
      name: "取付金具セット",
      unit_price: "980",
      order_unit: "set",
      unit: "set",
      pieces_per_set: "4",
    },
    piece("tanaka", "YM-1007", "ワッシャー φ12", "3.475", "TNK-0090"),
    piece("suzuki", "YM-2001", "端子台ケース", "265.8", "SZ-510"),
    piece("suzuki", "YM-2002", "制御盤扉 W600", "4280", "SZ-620"),
    piece("suzuki", "YM-2003", "ケーブルダクト 1200", "715", "SZ-333"),
    piece("suzuki", "YM-2004", "アース板", "58.2", "SZ-102"),
    piece(stock_id, "YM-S001", "標準スペーサー 10mm", "42"),
    piece(stock_id, "YM-S002", "標準L金具 50×50", "88"),
    piece(parts_id, "YM-P001", "カラー φ16", "0"),
    piece(parts_id, "YM-P002", "補強リブ", "0"),
    ...[
      ["SA-01", "筐体パネル 左", "820", "tanaka"],
      ["SA-02", "筐体パネル 右", "820", "tanaka"],
      ["SA-03", "放熱フィン", "455.5", "tanaka"],
      ["SA-04", "レーザー加工 ベース板", "310", "yamada"],
      ["SA-05", "曲げ加工 補強材", "126.4", "yamada"],
    ].map(([code, name, unit_price, buyer_id]) => ({
      ...piece(buyer_id!, code!, name!, unit_price!),
      seller_id: "sato",
    })),
  ];
}

/** The companies, people, collaborations, processes and products of the sample world; no card yet. */
export async function makeCast(db: Database): Promise<void> {
  const { stock_id, parts_id } = readConfig(process.env);
  await operator(db, async (tx) => {
    for (const company of COMPANIES) await createFactory(tx, company);
    await createCollaboration(tx, "yamada", "tanaka", TWENTIETH);
    await createCollaboration(tx, "yamada", "suzuki", MONTH_END);
    await createCollaboration(tx, "sato", "tanaka", MONTH_END);
    await createCollaboration(tx, "sato", "yamada", MONTH_END);
  });
  await Promise.all([
    ...PEOPLE.map(([email, name, company_id, is_admin, permissions, groups]) =>
      createMember(db, {
        email,
        name,
        company_id,
        is_admin,
        permissions,
        groups: groups ?? [],
        password: SAMPLE_PASSWORD,
      }),
    ),
    createMember(db, {
      email: "new@yamada.example",
      name: "新井 新",
      company_id: "yamada",
      is_admin: false,
      permissions: [],
      groups: [],
      temporary_password: "Temp-2026-first",
    }),
  ]);
  // Everybody may read the sample world's password: a second factor would guard nothing there.
  await operator(db, (tx) => tx.update(member).set({ factor_waived: true }).where(isNull(member.company_id)));
  const since = addDays(today(), -200);
  for (const seller_id of ["yamada", "sato"]) {
    await tenant(db, { company_id: seller_id, username: `admin@${seller_id}.example` }, async (tx) => {
      await setProcesses(
        tx,
        seller_id,
        PROCESSES[seller_id]!.map(([label, role, standard_days]) => ({ label, role, standard_days })),
      );
      for (const [index, [name, kana]] of WORKERS[seller_id]!.entries()) {
        await createWorker(tx, seller_id, {
          name,
          kana,
          sort: index,
          clear_pin: false,
          group_ids: [],
          username: undefined,
        });
      }
      for (const made of products(stock_id, parts_id)) {
        if ((made.seller_id ?? "yamada") === seller_id)
          await createProduct(tx, null, { ...made, seller_id, effective_from: since, agreed_on: since });
      }
    });
  }
  await tenant(db, { company_id: "tanaka", username: "admin@tanaka.example" }, async (tx) => {
    await createDestination(tx, "tanaka", {
      name: "川崎工場 受入",
      postal_code: "210-0851",
      address: "神奈川県川崎市川崎区浜町一丁目9番3号",
      tel: "044-355-7710",
      is_default: true,
    });
    await createDestination(tx, "tanaka", {
      name: "厚木組立センター",
      postal_code: "243-0021",
      address: "神奈川県厚木市岡田三丁目4番1号",
      tel: "046-228-1100",
      is_default: false,
    });
  });
  await tenant(db, { company_id: "suzuki", username: "admin@suzuki.example" }, async (tx) => {
    await createDestination(tx, "suzuki", {
      name: "刈谷本社工場",
      postal_code: "448-0011",
      address: "愛知県刈谷市築地町四丁目2番1号",
      tel: "0566-21-4400",
      is_default: true,
    });
  });
}
