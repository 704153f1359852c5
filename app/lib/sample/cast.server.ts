import { isNull } from "drizzle-orm";
import { createMember } from "~/lib/auth/member.server";
import { createCollaboration, createFactory } from "~/lib/company/factory.server";
import { readConfig } from "~/lib/config/config.server";
import { type Database, operator, tenant } from "~/lib/db/connection.server";
import { createDestination } from "~/lib/partner/destination.server";
import { createProduct } from "~/lib/product/product.server";
import { setProcesses, setRate } from "~/lib/shop/process.server";
import { createWorker } from "~/lib/shop/worker.server";
import { factory_meta } from "~/lib/tables/factory.table.server";
import { member } from "~/lib/tables/member.table.server";
import { addDays, today } from "~/lib/time/date";
import { MONTH_END } from "~/lib/time/period";
import type { Role } from "~/lib/vocabulary/card.schema";
import type { Colour } from "~/lib/vocabulary/colour";
import { COMPANIES, PEOPLE } from "./cast.people.server";
import { products } from "./cast.products.server";

/** Everyone's password in the sample world, and of nobody elsewhere. */
export const SAMPLE_PASSWORD = "koba-demo-2026";

const TWENTIETH = { is_payment_last_date: false, payment_date: 20, pay_month: 1, pay_day: 20 };

const PROCESSES: Record<string, [label: string, role: Role, colour: Colour, standard_days?: number][]> = {
  yamada: [
    ["新規依頼", "inbox", "grey"],
    ["材料待ち", "queue", "grey", 1],
    ["切断", "work", "blue", 1],
    ["曲げ", "work", "blue", 1],
    ["溶接", "work", "blue", 2],
    ["外注", "outsource", "yellow"],
    ["検査", "inspect", "orange", 1],
    ["出荷待ち", "ready", "teal"],
  ],
  sato: [
    ["新規依頼", "inbox", "grey"],
    ["受付", "queue", "grey"],
    ["レーザー", "work", "blue"],
    ["曲げ", "work", "blue"],
    ["検査", "inspect", "orange"],
    ["出荷待ち", "ready", "teal"],
  ],
};

/** 円／時 of 切断, 曲げ, 溶接 and 検査. */
const RATES = [
  [3, 4200],
  [4, 4500],
  [5, 5200],
  [7, 3600],
] as const;

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

export async function makeCast(db: Database): Promise<void> {
  const { stock_id, parts_id } = readConfig(process.env);
  await operator(db, async (tx) => {
    for (const company of COMPANIES) await createFactory(tx, company);
    await createCollaboration(tx, "yamada", "tanaka", TWENTIETH);
    await createCollaboration(tx, "yamada", "suzuki", MONTH_END);
    await createCollaboration(tx, "sato", "tanaka", MONTH_END);
    await createCollaboration(tx, "sato", "yamada", MONTH_END);
    // They have been at work for months.
    await tx.update(factory_meta).set({ is_setup_hidden: true });
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
        PROCESSES[seller_id]!.map(([label, role, colour, standard_days]) => ({
          label,
          role,
          colour,
          standard_days,
        })),
      );
      if (seller_id === "yamada")
        for (const [group_id, hourly_rate] of RATES) await setRate(tx, seller_id, group_id, hourly_rate);
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
