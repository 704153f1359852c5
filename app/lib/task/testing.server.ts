import { sql } from "drizzle-orm";
import type { Who } from "~/lib/api/who";
import { tenant } from "~/lib/db/connection.server";
import type { TestApp } from "~/lib/server/testing.server";
import { addDays, today } from "~/lib/time/date";
import { createCard } from "./card.create.server";
import type { NewCard } from "./card.write.server";

export function someone(company_id: string, company_type: "seller" | "buyer"): Who {
  return {
    username: `admin@${company_id}.example`,
    name: company_id,
    email: `admin@${company_id}.example`,
    is_admin: true,
    version: 1,
    acting: null,
    isInternal: false,
    internalWrite: false,
    permissions: ["accounting", "inventory", "bi"],
    company_id,
    company_name: company_id,
    company_type,
    origin: "PC",
    now: new Date().toISOString(),
  };
}

export async function request(t: TestApp, more: Partial<NewCard> = {}) {
  const who = someone(more.buyer_id ?? "tanaka", "buyer");
  return tenant(t.db, who, (db) =>
    createCard(db, who, {
      seller_id: "yamada",
      buyer_id: who.company_id,
      name: "ブラケットA",
      order_id: "H2611-0001",
      num_items: "100",
      order_unit: "piece",
      unit: "piece",
      num_units: "100",
      unit_price: "128.4",
      price: 12840,
      group_id: 1,
      status: "新規依頼",
      answer: "waiting",
      delivery_date: addDays(today(), 10),
      ...more,
    }),
  );
}

export async function stored(t: TestApp, key: number) {
  return tenant(
    t.db,
    { company_id: "yamada", username: "admin@yamada.example" },
    async (db) => {
      const {
        rows: [row],
      } = await db.execute(sql`select * from card where key = ${key}`);
      const { rows: log } = await db.execute(
        sql`select * from activity where subject = 'card' and subject_key = ${key} order by seq`,
      );
      return {
        row: row as Record<string, any>,
        log: log as {
          seq: number;
          at: string;
          kind: string;
          before: any;
          after: any;
          reason: string | null;
        }[],
      };
    },
    "read",
  );
}
