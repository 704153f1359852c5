import type { NewFactory } from "~/lib/company/factory.server";
import type { Permission } from "~/lib/vocabulary/permission";

const account = (bank_name: string, branch_name: string, number: string, holder: string) => [
  { bank_name, branch_name, kind: "普通" as const, number, holder },
];

export const COMPANIES: NewFactory[] = [
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
export const PEOPLE: Person[] = [
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
