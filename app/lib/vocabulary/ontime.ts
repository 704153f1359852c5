/** By which day a pair counts 納期遵守 (decision 140). */
export const ON_TIME_DAYS = ["shipped", "delivered"] as const;
export type OnTimeDay = (typeof ON_TIME_DAYS)[number];
export const ON_TIME_DAY_LABEL: Record<OnTimeDay, string> = { shipped: "出荷日", delivered: "納品日" };
export const ON_TIME_DAY_OPTIONS = ON_TIME_DAYS.map((value) => ({ value, label: ON_TIME_DAY_LABEL[value] }));
