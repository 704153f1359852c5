import { bigint, customType } from "drizzle-orm/pg-core";

/** A 東京 business date, 'YYYY-MM-DD'. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => "date" });

/** An instant, ISO 8601 in UTC. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => "timestamp with time zone",
});

/** A decimal with three places as text, "1.5"; never a float. */
export const quantity = customType<{ data: string; driverData: string }>({
  dataType: () => "numeric(15,3)",
  fromDriver: (value) => (value.includes(".") ? value.replace(/\.?0+$/, "") : value),
});

/** Whole yen, or a row's number: 64 bits in the database, a safe integer here. */
export const amount = (name?: string) =>
  name ? bigint(name, { mode: "number" }) : bigint({ mode: "number" });

export const digest = customType<{ data: Buffer }>({ dataType: () => "bytea" });
