// Not kg nor セット: those are units of their own, and 12 of a line in 個 would be another order.
const COUNTED = /^([-\d,.]+) ?[個枚本台式組点箱]$/;
const PRICED = /^([-\d,.¥]+) ?円$/;

/** A copied quantity without what it counts. */
export const uncounted = (text: string): string => COUNTED.exec(text.normalize("NFKC"))?.[1] ?? text;

/** A copied price without its 円; 円/個 says more than that, and stays. */
export const unpriced = (text: string): string => PRICED.exec(text.normalize("NFKC"))?.[1] ?? text;
